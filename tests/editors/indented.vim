" Indents all of each file, as `gg=G` does, and writes what comes of it as JSON: [[line, …], …].
" Files are in $SERQ_FILES, a JSON list; the answer goes to $SERQ_ANSWER.
let s:answer = []
for s:file in json_decode($SERQ_FILES)
  execute 'edit!' fnameescape(s:file)
  silent normal! gg=G
  call add(s:answer, getline(1, '$'))
endfor
call writefile([json_encode(s:answer)], $SERQ_ANSWER)
qall!
