-- `:checkhealth sq`: why there is no server, or that there is one.
local command = require('serq.command')

local M = {}

local install = {
  'Install the language server from a clone of sqlang:',
  '  python3 -m venv ~/.local/share/sqlang',
  '  ~/.local/share/sqlang/bin/pip install /path/to/clone',
  "and say where it is: vim.g.serq = { command = '~/.local/share/sqlang/bin/sq' }",
}

local function check_neovim()
  local version = tostring(vim.version())
  if vim.fn.has('nvim-0.11') == 1 then
    vim.health.ok('Neovim ' .. version)
  else
    vim.health.error(('Neovim %s is too old: 0.11 or later is needed'):format(version))
  end
end

local function check_options()
  for _, fault in ipairs(require('serq.options').faults()) do
    vim.health.warn('`vim.g.serq`: ' .. fault, 'See `:help sq-options`')
  end
end

-- What each command turned out to be. Gives whether one is ours.
local function check_commands()
  for _, name in ipairs(command.candidates()) do
    local found = command.inspect(name)
    if found.state == 'ours' then
      vim.health.ok(('`%s` is ours: %s (%s)'):format(name, found.said, found.path))
      return true
    elseif found.state == 'missing' then
      vim.health.info(('`%s` is not there'):format(name))
    elseif found.state == 'foreign' then
      local message = '`%s` is another program: %s says `%s`'
      vim.health.warn(message:format(name, found.path, found.said))
    else
      local message = '`%s` does not run: %s says `%s`'
      vim.health.warn(message:format(name, found.path, found.said))
    end
  end
  local message = 'No `sq` of sqlang was found: the line that its `--version` prints begins with `sqlang `'
  vim.health.error(message, install)
  return false
end

local function check_servers()
  local clients = vim.lsp.get_clients({ name = 'serq' })
  for _, client in ipairs(clients) do
    local info = client.server_info or {}
    local where = client.root_dir or 'files alone'
    local message = 'A server is running: %s %s, for %s'
    vim.health.ok(message:format(info.name or 'serq', info.version or '', where))
    if not vim.tbl_isempty(client.settings.sq or {}) then
      vim.health.info('Its settings: ' .. vim.inspect(client.settings.sq))
    end
  end
  if #clients == 0 then
    vim.health.info('No server is running; one starts with the first file that ends in `.sq`')
  end
  local falls = require('serq.restarting').falls()
  if falls > 0 then
    local message = 'A server has fallen %d times of late'
    vim.health.warn(message:format(falls), 'See the log: ' .. vim.lsp.log.get_filename())
  end
end

function M.check()
  vim.health.start('serQ')
  check_neovim()
  check_options()
  if check_commands() then
    check_servers()
  end
end

return M
