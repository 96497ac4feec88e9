-- What a program is or did, in a window beside it that follows the text and the cursor.
local places = require('serq.places')

local M = {}

local methods = { ir = 'sq/ir', trace = 'sq/trace', report = 'sq/report', timeline = 'sq/timeline' }
local filetypes = { ir = 'json' }
local pause = 150 -- milliseconds after an edit
local namespace = vim.api.nvim_create_namespace('serq.preview')

local views = {} -- by program and kind: { buffer, program, kind, map, encoding, timer, request }

local function key(program, kind)
  return program .. ' ' .. kind
end

local function views_of(program)
  return vim.tbl_filter(function(view)
    return view.program == program
  end, vim.tbl_values(views))
end

-- The program that a buffer is, or that it shows something of.
function M.program(buffer)
  for _, view in pairs(views) do
    if view.buffer == buffer then
      return view.program
    end
  end
  return vim.bo[buffer].filetype == 'serq' and buffer or nil
end

local function forget(view)
  views[key(view.program, view.kind)] = nil
  view.timer:stop()
  view.timer:close()
  pcall(vim.api.nvim_del_augroup_by_name, 'serq.preview.' .. view.buffer)
end

local function write(view, text)
  local lines = vim.split(text, '\n')
  if vim.deep_equal(lines, vim.api.nvim_buf_get_lines(view.buffer, 0, -1, false)) then
    return
  end
  vim.bo[view.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(view.buffer, 0, -1, false, lines)
  vim.bo[view.buffer].modifiable = false
end

-- Says above a view that it is not of the present text, and why; nothing takes that away again.
local function mark(view, reason)
  for _, window in ipairs(vim.fn.win_findbuf(view.buffer)) do
    local told = reason and '%#serqStale#' .. reason:gsub('%%', '%%%%'):gsub('\n.*', '') or ''
    vim.api.nvim_set_option_value('winbar', told, { scope = 'local', win = window })
  end
end

-- The window of a program in which the cursor is, otherwise the first that shows it; -1 if none does.
local function window_of(program)
  local current = vim.api.nvim_get_current_win()
  return vim.api.nvim_win_get_buf(current) == program and current or vim.fn.bufwinid(program)
end

-- Marks and shows what belongs to the cursor in the program.
local function reveal(view)
  vim.api.nvim_buf_clear_namespace(view.buffer, namespace, 0, -1)
  local window = window_of(view.program)
  if window == -1 or not view.map then
    return
  end
  local cursor = vim.lsp.util.make_position_params(window, view.encoding).position
  local range = places.other_side(view.map, 1, cursor)
  if not range then
    return
  end
  local first = places.in_buffer(view.buffer, range.start, view.encoding)
  local last = places.in_buffer(view.buffer, range['end'], view.encoding)
  vim.api.nvim_buf_set_extmark(view.buffer, namespace, first[1] - 1, first[2], {
    end_row = last[1] - 1,
    end_col = last[2],
    hl_group = 'serqReveal',
  })
  for _, beside in ipairs(vim.fn.win_findbuf(view.buffer)) do
    if beside ~= vim.api.nvim_get_current_win() then
      vim.api.nvim_win_set_cursor(beside, first)
    end
  end
end

local function answered(view, version, failure, preview)
  view.request = nil
  if not vim.api.nvim_buf_is_valid(view.buffer) then
    return
  elseif failure then
    return mark(view, failure.message)
  elseif preview and preview ~= vim.NIL then
    write(view, preview.text)
    view.map = preview.map
    mark(view, preview.version < version and 'Of an earlier text: the program has errors' or nil)
    reveal(view)
  end
end

local function ask(view)
  local client = require('serq').client(view.program)
  if not client then
    return mark(view, 'The server is not running')
  end
  if view.request and view.client == client then
    client:cancel_request(view.request)
  end
  view.client, view.encoding = client, client.offset_encoding
  local version = vim.lsp.util.buf_versions[view.program]
  local params = { textDocument = vim.lsp.util.make_text_document_params(view.program) }
  local asked, request
  asked, request = client:request(methods[view.kind], params, function(failure, preview)
    if view.request == nil or view.request == request then
      answered(view, version, failure, preview)
    end
  end, view.program)
  view.request = asked and request or nil
end

-- Reads the views of a program again: its text has changed, or its server.
function M.refresh(program)
  for _, view in ipairs(views_of(program)) do
    if methods[view.kind] then
      ask(view)
    end
  end
end

local function follow(view)
  local group = vim.api.nvim_create_augroup('serq.preview.' .. view.buffer, { clear = true })
  local function on(events, buffer, callback)
    vim.api.nvim_create_autocmd(events, { group = group, buffer = buffer, callback = callback })
  end
  on('BufWipeout', view.buffer, function()
    forget(view)
  end)
  on('BufWipeout', view.program, function()
    vim.schedule(function()
      pcall(vim.api.nvim_buf_delete, view.buffer, { force = true })
    end)
  end)
  if methods[view.kind] then
    on({ 'TextChanged', 'TextChangedI' }, view.program, function()
      view.timer:start(pause, 0, vim.schedule_wrap(function()
        ask(view)
      end))
    end)
    on({ 'CursorMoved', 'CursorMovedI' }, view.program, function()
      reveal(view)
    end)
  end
end

-- To where in the program the line of the cursor comes from.
local function go_to_program(view)
  local position = vim.lsp.util.make_position_params(0, view.encoding or 'utf-16').position
  local range = places.other_side(view.map or {}, 2, position)
  local window = vim.fn.bufwinid(view.program)
  if range and window ~= -1 then
    vim.api.nvim_set_current_win(window)
    vim.cmd("normal! m'")
    local place = places.in_buffer(view.program, range.start, view.encoding)
    vim.api.nvim_win_set_cursor(window, place)
  end
end

local function create(program, kind)
  local buffer = vim.api.nvim_create_buf(false, true)
  local name = vim.fs.basename(vim.api.nvim_buf_get_name(program))
  vim.api.nvim_buf_set_name(buffer, ('sq-%s://%d/%s'):format(kind, program, name))
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = filetypes[kind] or ''
  local view = { buffer = buffer, program = program, kind = kind, timer = vim.uv.new_timer() }
  views[key(program, kind)] = view
  vim.keymap.set('n', '<CR>', function()
    go_to_program(view)
  end, { buffer = buffer, desc = 'Go to where this comes from' })
  return view
end

-- The view of a program in a window beside it, made if there is none; the cursor stays where it is.
function M.open(program, kind)
  local view = views[key(program, kind)] or create(program, kind)
  if vim.fn.bufwinid(view.buffer) == -1 then
    local beside = vim.fn.bufwinid(program)
    local window = vim.api.nvim_open_win(view.buffer, false, {
      split = require('serq').options().split,
      win = beside ~= -1 and beside or 0,
    })
    for option, value in pairs({ wrap = false, number = false, spell = false, list = false }) do
      vim.api.nvim_set_option_value(option, value, { scope = 'local', win = window })
    end
    follow(view)
  end
  if methods[kind] then
    ask(view)
  end
  return view
end

-- A text that belongs to a program and does not follow it.
function M.show(program, kind, text)
  write(M.open(program, kind), text)
end

-- A handler for a command of the server that opens a view.
function M.command(kind)
  return function(_, context)
    if not vim.lsp.codelens.enable then
      -- Before Neovim 0.12 the lenses of the line were taken away when one of them was chosen.
      vim.lsp.codelens.refresh({ bufnr = context.bufnr })
    end
    M.open(context.bufnr, kind)
  end
end

return M
