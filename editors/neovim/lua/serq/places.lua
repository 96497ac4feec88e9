-- Places in a program and in what is shown of it, as the server pairs them.
local M = {}

local function is_before(one, other)
  return one.line < other.line or one.line == other.line and one.character <= other.character
end

local function size(range)
  return range['end'].line - range.start.line, -range.start.character
end

local function is_smaller(one, other)
  local lines, column = size(one)
  local other_lines, other_column = size(other)
  return lines < other_lines or lines == other_lines and column < other_column
end

-- The range that belongs to the smallest one around a position, which is on `side` 1 or 2 of the pairs.
function M.other_side(pairs_of_ranges, side, position)
  local best
  for _, pair in ipairs(pairs_of_ranges) do
    local range = pair[side]
    if is_before(range.start, position) and is_before(position, range['end']) then
      if not best or is_smaller(range, best[side]) then
        best = pair
      end
    end
  end
  return best and best[3 - side]
end

-- A position of the protocol as a line from 1 and a byte from 0, within what the buffer has.
function M.in_buffer(buffer, position, encoding)
  local row = math.min(position.line, vim.api.nvim_buf_line_count(buffer) - 1)
  local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ''
  return { row + 1, vim.str_byteindex(line, encoding, position.character, false) }
end

return M
