-- What a status line says of a program: its mistakes, and how its run is, as the server tells it (`sq/runState`).
local M = {}

local words = {
  running = 'running',
  ended = 'ok',
  stopped = 'stopped',
  failed = 'failed',
  mistakes = 'mistakes',
  nothing = 'library',
  off = 'not run',
}

local states = {} -- by the URI of the program: what was told last

local function redraw()
  vim.schedule(function()
    vim.cmd('redrawstatus!')
  end)
end

-- The server has told how the run of a program is.
function M.tell(told)
  states[told.textDocument.uri] = told
  redraw()
end

-- The server does not know a buffer any more.
function M.forget(buffer)
  if vim.api.nvim_buf_is_valid(buffer) then
    states[vim.uri_from_bufnr(buffer)] = nil
  end
  redraw()
end

-- What was told of the text as it is.
local function told_of(buffer)
  local told = states[vim.uri_from_bufnr(buffer)]
  return told and told.textDocument.version == vim.lsp.util.buf_versions[buffer] and told or nil
end

-- A few words about a buffer (by default the current one); empty if it is no program.
function M.text(buffer)
  buffer = buffer and buffer ~= 0 and buffer or vim.api.nvim_get_current_buf()
  if vim.bo[buffer].filetype ~= 'serq' then
    return ''
  elseif not require('serq').client(buffer) then
    return 'serQ: no server'
  end
  local errors = #vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR })
  if errors > 0 then
    return ('serQ: %d %s'):format(errors, errors == 1 and 'mistake' or 'mistakes')
  end
  local told = told_of(buffer)
  return 'serQ: ' .. (told and (words[told.state] or told.state) or '…')
end

-- Draws status lines again when mistakes come or go.
function M.watch(group)
  vim.api.nvim_create_autocmd('DiagnosticChanged', {
    group = group,
    callback = function(event)
      if vim.bo[event.buf].filetype == 'serq' then
        redraw()
      end
    end,
  })
end

return M
