-- Starts the server again: when the user says so, and a few times when it has fallen.
local M = {}

local most = 4 -- falls
local within = 180000 -- milliseconds
local patience = 3000 -- milliseconds for a server to end by itself

local falls = {} -- when
local ending = {} -- ids of clients that were told to end

-- How often it has fallen of late.
function M.falls()
  local now = vim.uv.now()
  falls = vim.tbl_filter(function(at)
    return now - at < within
  end, falls)
  return #falls
end

local function start()
  if vim.tbl_isempty(ending) then
    vim.lsp.enable('serq')
  end
end

-- Called when a server has ended, for whatever reason.
function M.ended(code, signal, client_id)
  local was_told = ending[client_id]
  ending[client_id] = nil
  if was_told then
    return vim.schedule(start)
  elseif code == 0 and signal == 0 or vim.v.exiting ~= vim.NIL then
    return
  elseif M.falls() >= most then
    local message = 'serq: the server has ended %d times; `:SqRestart` starts it again'
    return vim.notify(message:format(#falls + 1), vim.log.levels.WARN)
  end
  table.insert(falls, vim.uv.now())
  vim.defer_fn(start, 100)
end

function M.restart()
  falls = {}
  require('serq.command').forget()
  local clients = vim.lsp.get_clients({ name = 'serq' })
  for _, client in ipairs(clients) do
    ending[client.id] = true
    client:stop()
    vim.defer_fn(function()
      if not client:is_stopped() then
        client:stop(true)
      end
    end, patience)
  end
  start()
end

return M
