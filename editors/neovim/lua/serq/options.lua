-- The options of the user, in `vim.g.serq`; what makes no sense counts for nothing.
local M = {}

M.defaults = {
  command = false, -- the `sq` to use, otherwise the first of ours on the path
  inlay_hints = true,
  code_lens = true,
  cursor_hints = true, -- tell the server where the cursor is, for the values of that line
  split = 'right', -- where previews open: right, left, below, above
  settings = {}, -- those of the server, as { restricted = true }
}

local splits = { 'right', 'left', 'below', 'above' }

-- What is wrong with the value of an option; nil if nothing is.
local function fault(name, value)
  local default = M.defaults[name]
  if default == nil then
    local known = vim.tbl_keys(M.defaults)
    table.sort(known)
    return ('there is no option `%s`, but %s'):format(name, table.concat(known, ', '))
  elseif name == 'command' then
    return type(value) ~= 'string' and value ~= false and '`command` has to be a text' or nil
  elseif name == 'split' then
    local is_one = vim.list_contains(splits, value)
    return not is_one and '`split` has to be one of ' .. table.concat(splits, ', ') or nil
  elseif type(value) ~= type(default) then
    return ('`%s` has to be a %s'):format(name, type(default))
  end
end

-- What is wrong in `vim.g.serq`, in sentences.
function M.faults()
  local given = vim.g.serq
  if given == nil then
    return {}
  elseif type(given) ~= 'table' then
    return { 'it has to be a table' }
  end
  local found = {}
  for name, value in pairs(given) do
    local told = fault(name, value)
    if told then
      table.insert(found, told)
    end
  end
  table.sort(found)
  return found
end

-- The options in force.
function M.read()
  local options = vim.deepcopy(M.defaults)
  for name, value in pairs(type(vim.g.serq) == 'table' and vim.g.serq or {}) do
    if not fault(name, value) then
      options[name] = value
    end
  end
  options.command = options.command or nil
  return options
end

return M
