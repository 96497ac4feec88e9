-- The server as `vim.lsp.config` wants it. It starts only once a command of ours was found: another
-- program named `sq` is common on Debian.
local command = require('serq.command')
local preview = require('serq.preview')

local root_markers = { '.git', 'pyproject.toml' }

return {
  filetypes = { 'serq' },
  root_dir = function(buffer, start)
    command.find(function(found)
      if found and vim.api.nvim_buf_is_valid(buffer) then
        start(vim.fs.root(buffer, root_markers))
      end
    end)
  end,
  cmd = function(dispatchers)
    return vim.lsp.rpc.start({ command.found, 'lsp' }, dispatchers)
  end,
  commands = {
    ['sq.run'] = preview.command('sq/report'),
    ['sq.ir'] = preview.command('sq/ir'),
    ['sq.trace'] = preview.command('sq/trace'),
  },
}
