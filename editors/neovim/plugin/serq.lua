if vim.g.loaded_serq then
  return
end
vim.g.loaded_serq = true

if vim.fn.has('nvim-0.11') == 0 then
  vim.notify('serq: Neovim 0.11 or later is needed', vim.log.levels.ERROR)
  return
end

require('serq').enable()
