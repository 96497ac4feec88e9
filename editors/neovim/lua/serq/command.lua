-- Finds the `sq` of sqlang. Another program may have that name, so its version line decides.
local M = {
  found = nil, -- the command accepted last
  version = nil, -- what it calls itself
}

local names = { 'sq', 'sqlang' }
local patience = 10000 -- milliseconds

-- The commands that are tried, in this order.
function M.candidates()
  local wanted = require('serq').options().command
  return wanted and { vim.fs.normalize(wanted) } or names
end

-- What a command turned out to be: `state` is 'ours', 'foreign', 'failed' or 'missing'.
local function judged(command, result)
  local path = vim.fn.exepath(command)
  if path == '' then
    return { command = command, state = 'missing' }
  elseif not result then
    return { command = command, path = path, state = 'failed', said = 'it cannot be started' }
  end
  local said = vim.trim(vim.split(result.stdout or '', '\n')[1])
  if vim.startswith(said, 'sqlang ') then
    return { command = command, path = path, state = 'ours', said = said }
  elseif result.code ~= 0 or said == '' then
    local why = vim.trim(result.stderr or '')
    if why == '' then
      why = ('it ended with %d'):format(result.code)
    end
    return { command = command, path = path, state = 'failed', said = vim.split(why, '\n')[1] }
  end
  return { command = command, path = path, state = 'foreign', said = said }
end

-- Asks a command who it is. Without `done` it is waited for.
function M.inspect(command, done)
  local result
  if vim.fn.executable(command) == 1 then
    local asked, process = pcall(
      vim.system,
      { command, '--version' },
      { text = true, timeout = patience },
      done and vim.schedule_wrap(function(answer)
        done(judged(command, answer))
      end)
    )
    if asked and done then
      return
    end
    result = asked and process:wait() or nil
  end
  local judgement = judged(command, result)
  if done then
    return done(judgement)
  end
  return judgement
end

local function complain(tried)
  local message = 'serq: no `sq` of sqlang found (tried %s); `:checkhealth sq` says more'
  vim.notify_once(message:format(table.concat(tried, ', ')), vim.log.levels.WARN)
end

-- Calls `done` with the first of `commands` that is ours, or with nil.
local function try(commands, at, done)
  if not commands[at] then
    complain(commands)
    return done(nil)
  end
  M.inspect(commands[at], function(judgement)
    if judgement.state ~= 'ours' then
      return try(commands, at + 1, done)
    end
    M.found, M.version = judgement.command, judgement.said
    done(M.found)
  end)
end

function M.find(done)
  local candidates = M.candidates()
  if M.found and vim.list_contains(candidates, M.found) then
    return done(M.found)
  end
  try(candidates, 1, done)
end

-- The next start looks again.
function M.forget()
  M.found, M.version = nil, nil
end

return M
