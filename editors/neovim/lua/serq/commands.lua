-- The commands of the command line. Each is about the program in the current window, also from a view of it.
local M = {}

local views = { SqRun = 'report', SqTrace = 'trace', SqIr = 'ir', SqTimeline = 'timeline' }
local descriptions = {
  SqRun = 'Run the program and show its report',
  SqTrace = 'Show the program with what happened beside each line',
  SqIr = 'Show the IR of the program',
  SqTimeline = 'Show the timeline of the run of the program',
}

-- A command that needs a program and its server, and says what is missing.
local function of_program(action)
  return function(command)
    local program = require('serq.preview').program(vim.api.nvim_get_current_buf())
    if not program then
      vim.notify('serq: this is no serQ program', vim.log.levels.WARN)
    elseif not require('serq').client(program) then
      local message = 'serq: no server is running for this file; `:checkhealth sq` says why'
      vim.notify(message, vim.log.levels.WARN)
    else
      action(program, command)
    end
  end
end

function M.create()
  for name, kind in pairs(views) do
    local function open(program)
      require('serq.preview').open(program, kind)
    end
    vim.api.nvim_create_user_command(name, of_program(open), { desc = descriptions[name] })
  end
  local function compare(program, command)
    require('serq.comparing').command(program, command)
  end
  vim.api.nvim_create_user_command('SqCompare', of_program(compare), {
    nargs = '*',
    range = true,
    complete = 'file',
    desc = 'Compare the program with a change of it, or with another one',
  })
  vim.api.nvim_create_user_command('SqRestart', function()
    require('serq.restarting').restart()
  end, { desc = 'Start the language server again' })
end

return M
