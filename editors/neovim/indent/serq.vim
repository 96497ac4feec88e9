" Indentation as `sq fmt` writes it: two spaces for each body. How a clause goes on over several lines is
" for `sq fmt` alone to say, so a line that is further in than its clause stays where it is.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=GetSerqIndent()
setlocal indentkeys=0{,0},0),0],!^F,o,O,0=else,0=cache,0=lease
setlocal nolisp nosmartindent nocindent autoindent
let b:undo_indent = 'setlocal indentexpr< indentkeys< lisp< smartindent< cindent< autoindent<'

if exists('*GetSerqIndent')
  finish
endif

let s:cpo = &cpo
set cpo&vim

" What stands outside of the comments and strings of a line, without blanks around it.
function! s:Code(lnum) abort
  let text = substitute(getline(a:lnum), '"[^"]*"\|/\*.\{-}\*/\|//.*', '""', 'g')
  if s:InComment(a:lnum, 1)
    let text = substitute(text, '^.\{-}\*/\|.*', '', '')
  endif
  return trim(substitute(substitute(text, '/\*.*', '', ''), '""', '', 'g'))
endfunction

function! s:InComment(lnum, column) abort
  let ids = synstack(a:lnum, a:column)
  return !empty(ids) && synIDattr(ids[-1], 'name') ==# 'serqBlockComment'
        \ && getline(a:lnum)[a:column - 1 : a:column] !~# '^/\*'
endfunction

" Of a line that begins inside of a comment, that of the line where the comment does.
function! s:Indent(lnum) abort
  let lnum = a:lnum
  while lnum > 1 && s:InComment(lnum, 1)
    let lnum -= 1
  endwhile
  return indent(lnum)
endfunction

" The line with code above one; 0 if there is none.
function! s:Above(lnum) abort
  let above = prevnonblank(a:lnum - 1)
  while above > 0 && empty(s:Code(above))
    let above = prevnonblank(above - 1)
  endwhile
  return above
endfunction

" Whether a line begins a clause, judged by the code before it. Behind a `}` or `)` that may end one, its
" first word decides.
function! s:Begins(before, code) abort
  if a:before ==# '' || a:before =~# '[;{]$'
    return 1
  elseif a:code =~# '^' .. g:serq#words#after_block .. '\>'
    return 0
  endif
  return a:before =~# '}$' || a:before =~# ')$' && a:code =~# '^' .. g:serq#words#begin .. '\>\s*=\@!'
endfunction

" Goes up from the end of a line to where its last clause begins. Gives that line; that of the bracket
" which is open there, and the bracket.
function! s:Clause(lnum, code) abort
  let [lnum, code, depth] = [a:lnum, a:code, 0]
  while lnum > 0
    for at in range(len(code) - 1, 0, -1)
      if code[at] =~# '[)\]}]'
        let depth += 1
      elseif code[at] =~# '[(\[{]'
        if depth == 0
          return [s:Clause(lnum, at > 0 ? code[: at - 1] : '')[0], lnum, code[at]]
        endif
        let depth -= 1
      endif
    endfor
    if depth == 1 && code[0] ==# '}'
      return [lnum, 0, '']
    endif
    let above = s:Above(lnum)
    let before = above > 0 ? s:Code(above) : ''
    if depth == 0 && s:Begins(before, code)
      return [lnum, 0, '']
    endif
    let [lnum, code] = [above, before]
  endwhile
  return [a:lnum, 0, '']
endfunction

function! GetSerqIndent() abort
  if s:InComment(v:lnum, 1)
    return -1
  endif
  let above = s:Above(v:lnum)
  if above == 0
    return 0
  endif
  let [before, code] = [s:Code(above), s:Code(v:lnum)]
  let [clause, opened, bracket] = s:Clause(above, before)
  let within = s:Indent(clause) + (bracket ==# '{' ? shiftwidth() : 0)
  if code[0] ==# '}'
    return max([within - shiftwidth(), 0])
  elseif bracket !=# '' && bracket !=# '{'
    if code =~# '^[)\]]'
      return s:Indent(opened)
    endif
    return s:Kept(s:Indent(clause), s:Indent(opened) + shiftwidth())
  elseif s:Begins(before, code)
    return within
  elseif code =~# '^' .. g:serq#words#after_block .. '\>'
    return within
  endif
  return s:Kept(within, within + (s:Code(clause) =~# '^hold\>' ? 5 : 2 * shiftwidth()))
endfunction

" Where a line goes on that stands behind `clause` already, or else would have to.
function! s:Kept(clause, wanted) abort
  let now = indent(v:lnum)
  return now > a:clause && getline(v:lnum) =~# '\S' ? now : a:wanted
endfunction

let &cpo = s:cpo
unlet s:cpo
