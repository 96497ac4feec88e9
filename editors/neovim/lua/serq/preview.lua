-- What a code lens opens: the report, the IR or the trace of a program, in a window beside it.
local M = {}

local filetypes = { ['sq/ir'] = 'json' }

local function show(method, name, text)
  vim.cmd.vnew()
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype = 'nofile'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].swapfile = false
  vim.api.nvim_buf_set_name(buffer, ('%s-%d: %s'):format(method:gsub('/', '-'), buffer, name))
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, '\n'))
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = filetypes[method] or ''
end

-- A handler for a command of the server that shows what `method` answers for the document.
function M.command(method)
  return function(_, context)
    local client = assert(vim.lsp.get_client_by_id(context.client_id))
    local name = vim.fs.basename(vim.api.nvim_buf_get_name(context.bufnr))
    if not vim.lsp.codelens.enable then
      -- Before Neovim 0.12 the lenses of the line were taken away when one of them was chosen.
      vim.lsp.codelens.refresh({ bufnr = context.bufnr })
    end
    local params = { textDocument = vim.lsp.util.make_text_document_params(context.bufnr) }
    client:request(method, params, function(failure, preview)
      if failure then
        vim.notify('serq: ' .. failure.message, vim.log.levels.ERROR)
      elseif preview then
        show(method, name, preview.text)
      else
        vim.notify('serq: nothing to show before the program has run', vim.log.levels.INFO)
      end
    end, context.bufnr)
  end
end

return M
