-- `:SqCompare`: the program beside a change of it, or another program.
local M = {}

-- Asks the server for a comparison and shows it beside the program.
function M.execute(program, wanted)
  local client = require('serq').client(program)
  if not client then
    return
  end
  local params = { command = 'sq.compare', arguments = { wanted } }
  client:request('workspace/executeCommand', params, function(failure, comparison)
    if failure then
      vim.notify('serq: ' .. failure.message, vim.log.levels.WARN)
    elseif comparison and comparison ~= vim.NIL then
      require('serq.preview').show(program, 'compare', comparison.text)
    end
  end, program)
end

local function values(words)
  local sets = {}
  for _, word in ipairs(words) do
    local name, value = word:match('^([^=%s]+)=([^=].*)$')
    if not name then
      return nil
    end
    sets[name] = value
  end
  return next(sets) and sets
end

-- What the words after the command and its range ask for.
local function wanted(program, command)
  local compared = { uri = vim.uri_from_bufnr(program) }
  local words = command.fargs
  local file = #words > 0 and vim.fn.fnamemodify(vim.fn.expand(command.args), ':p')
  if file and vim.endswith(file, '.sq') and vim.uv.fs_stat(file) then
    compared.with = vim.uri_from_fname(file)
    return compared
  end
  compared.sets = values(words)
  if #words > 0 and not compared.sets then
    compared.replace = command.args
  elseif #words == 0 or command.range > 0 then
    compared.without = ('%d-%d'):format(command.line1, command.line2)
  end
  return compared
end

function M.command(program, command)
  M.execute(program, wanted(program, command))
end

return M
