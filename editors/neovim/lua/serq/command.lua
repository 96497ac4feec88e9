-- Finds the `sq` of sqlang. Another program may have that name, so its version line decides.
local M = {
  found = nil, -- the command accepted last
}

local candidates = { 'sq', 'sqlang' }

local function complain(tried)
  local message = 'serq: no `sq` of sqlang found (tried %s); see the README of this plugin'
  vim.notify_once(message:format(table.concat(tried, ', ')), vim.log.levels.WARN)
end

-- Calls `done` with the first of `commands` that is ours, or with nil.
local function try(commands, at, done)
  local command = commands[at]
  if not command then
    complain(commands)
    return done(nil)
  end
  if vim.fn.executable(command) == 0 then
    return try(commands, at + 1, done)
  end
  vim.system({ command, '--version' }, { text = true, timeout = 10000 }, function(result)
    vim.schedule(function()
      if vim.startswith(result.stdout or '', 'sqlang ') then
        M.found = command
        done(command)
      else
        try(commands, at + 1, done)
      end
    end)
  end)
end

function M.find(done)
  local wanted = require('serq').options().command
  if M.found and (wanted == nil or wanted == M.found) then
    return done(M.found)
  end
  try(wanted and { wanted } or candidates, 1, done)
end

return M
