-- What users call in their own configuration.
local M = {}

-- For a status line: what is wrong in the program of a buffer, and how its run is. See `:help sq-status`.
function M.status(buffer)
  return require('serq.status').text(buffer)
end

return M
