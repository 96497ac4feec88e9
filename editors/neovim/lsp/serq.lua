-- The server as `vim.lsp.config` wants it. It starts only once a command of ours was found: another
-- program named `sq` is common on Debian.
local command = require('serq.command')
local preview = require('serq.preview')

local root_markers = { 'sqlang.toml', 'pyproject.toml', '.git' }

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
  -- Besides what the client can: be told how runs are.
  capabilities = { experimental = { sqRunState = true } },
  handlers = {
    ['sq/runState'] = function(_, told)
      require('serq.status').tell(told)
    end,
  },
  settings = { sq = require('serq').options().settings },
  before_init = function(params, config)
    -- Known from the start, since a folder that is not trusted must not be run first.
    if not vim.tbl_isempty(config.settings.sq or {}) then
      params.initializationOptions = { sq = config.settings.sq }
    end
  end,
  on_exit = function(code, signal, client_id)
    vim.schedule(function()
      require('serq.restarting').ended(code, signal, client_id)
    end)
  end,
  commands = {
    ['sq.run'] = preview.command('report'),
    ['sq.ir'] = preview.command('ir'),
    ['sq.trace'] = preview.command('trace'),
    ['sq.timeline'] = preview.command('timeline'),
    ['sq.compare'] = function(command_of_server, context)
      require('serq.comparing').execute(context.bufnr, command_of_server.arguments[1])
    end,
  },
}
