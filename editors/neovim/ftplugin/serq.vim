" What one writes serQ with, in Vim and Neovim.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

let s:cpo = &cpo
set cpo&vim

setlocal commentstring=//\ %s
setlocal comments=s1:/*,mb:*,ex:*/,://!,://
setlocal formatoptions-=t formatoptions+=croqlj
setlocal matchpairs=(:),{:},[:]
setlocal suffixesadd=.sq
setlocal include=^\\s*use
setlocal define=^\\s*\\%(def\\\|let\\\|pool\\\|stage\\)
let b:undo_ftplugin = 'setlocal commentstring< comments< formatoptions< matchpairs< suffixesadd< include< define<'

" As `sq fmt` writes.
if get(g:, 'serq_recommended_style', 1)
  setlocal expandtab shiftwidth=2 softtabstop=2 textwidth=88
  let b:undo_ftplugin ..= ' expandtab< shiftwidth< softtabstop< textwidth<'
endif

if get(g:, 'serq_folding', 0)
  setlocal foldmethod=syntax
  let b:undo_ftplugin ..= ' foldmethod<'
endif

" `%` with matchit: comments, regions of them, and what is not to be formatted; brackets in comments and
" strings do not count.
let b:match_words = '/\*:\*/,//\s*region\>://\s*endregion\>,//\s*sq:\s*off\>://\s*sq:\s*on\>'
let b:match_skip = 's:serqComment\|serqBlockComment\|serqExpectation\|serqString'
let b:undo_ftplugin ..= ' | unlet! b:match_words b:match_skip'

let &cpo = s:cpo
unlet s:cpo
