-- Starts the server for serQ files and shows what it tells. Options are in `vim.g.serq`, see `:help sq`.
local options = require('serq.options')

local M = { options = options.read }

-- The server of a buffer, if one is running.
function M.client(buffer)
  return vim.lsp.get_clients({ name = 'serq', bufnr = buffer })[1]
end

-- Tells the server where the cursor is, whenever it comes to another line.
local function follow_cursor(client, buffer, group)
  local told
  local function tell()
    local line = vim.api.nvim_win_get_cursor(0)[1]
    if line ~= told then
      told = line
      local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
      client:notify('sq/cursor', params)
    end
  end
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI', 'BufEnter' }, {
    group = group,
    buffer = buffer,
    callback = tell,
  })
  if vim.api.nvim_get_current_buf() == buffer then
    tell()
  end
end

local function show_code_lenses(buffer, group)
  if vim.lsp.codelens.enable then -- from Neovim 0.12 on
    vim.lsp.codelens.enable(true, { bufnr = buffer })
    return
  end
  local function refresh()
    vim.lsp.codelens.refresh({ bufnr = buffer })
  end
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged' }, {
    group = group,
    buffer = buffer,
    callback = refresh,
  })
  refresh()
end

local function attached(event)
  local client = assert(vim.lsp.get_client_by_id(event.data.client_id))
  if client.name ~= 'serq' then
    return
  end
  local buffer, chosen = event.buf, options.read()
  local group = vim.api.nvim_create_augroup('serq.buffer.' .. buffer, { clear = true })
  if chosen.inlay_hints and client:supports_method('textDocument/inlayHint') then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
  if chosen.code_lens and client:supports_method('textDocument/codeLens') then
    show_code_lenses(buffer, group)
  end
  if chosen.cursor_hints then
    follow_cursor(client, buffer, group)
  end
  require('serq.preview').refresh(buffer)
end

local function detached(event)
  local client = vim.lsp.get_client_by_id(event.data.client_id)
  if client and client.name == 'serq' then
    vim.api.nvim_create_augroup('serq.buffer.' .. event.buf, { clear = true })
    require('serq.status').forget(event.buf)
  end
end

function M.enable()
  local group = vim.api.nvim_create_augroup('serq', { clear = true })
  vim.api.nvim_create_autocmd('LspAttach', { group = group, callback = attached })
  vim.api.nvim_create_autocmd('LspDetach', { group = group, callback = detached })
  require('serq.status').watch(group)
  local highlights = require('serq.highlights')
  vim.api.nvim_create_autocmd('ColorScheme', { group = group, callback = highlights.link })
  highlights.link()
  require('serq.commands').create()
  vim.lsp.enable('serq')
end

return M
