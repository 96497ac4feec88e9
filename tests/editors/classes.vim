" Writes for each line of each file the classes of its bytes, as JSON: [[name, name, …], …] for each file.
" Files are in $SERQ_FILES, a JSON list; the answer goes to $SERQ_ANSWER.
let s:classes = {'': ''}

function s:Class(name) abort
  if !has_key(s:classes, a:name)
    let linked = matchstr(execute('highlight ' .. a:name), 'links to \zs\w\+')
    let s:classes[a:name] = linked =~# '^serq' ? s:Class(linked) : linked ==# '' ? '' : a:name
  endif
  return s:classes[a:name]
endfunction

let s:answer = []
for s:file in json_decode($SERQ_FILES)
  execute 'edit' fnameescape(s:file)
  call add(s:answer, map(range(1, line("$")), {_, lnum -> map(range(1, col([lnum, '$']) - 1),
        \ {_, column -> s:Class(synIDattr(synID(lnum, column, 1), 'name'))})}))
endfor
call writefile([json_encode(s:answer)], $SERQ_ANSWER)
qall!
