" The syntax of serQ. Made from the vocabulary by `make syntaxes`; edits are lost.
if exists('b:current_syntax')
  finish
endif
let s:cpo = &cpo
set cpo&vim

syn iskeyword @,48-57,_,192-255
syn case match
syn spell notoplevel

syn match   serqInvalid       "[@#%$'`\\]\|&\@1<!&&\@!\||\@1<!||\@!"
syn keyword serqTodo        TODO FIXME XXX contained
syn match   serqComment     "//.*" contains=serqTodo,@Spell
syn match   serqExpectation "//!.*"
syn region  serqBlockComment start="/\*" end="\*/" contains=serqTodo,@Spell fold
syn region  serqString      start=+"+ end=+"+ contained
syn match   serqNumber      "\k\@1<!\%(\d\|\.\d\)[0-9._]*\%([eE][+-]\=\d\+\)\=" contained
syn match   serqOperator    "[-+*^<>!?:=]\|/[/*]\@!\|&&\|||" contained
syn cluster serqLexical     contains=serqInvalid,serqComment,serqBlockComment,serqExpectation

syn match   serqDraw        "\~" contained nextgroup=serqDistribution skipwhite skipempty
syn region  serqInside      start="(" end=")" end="[;{}]"me=s-1 contained contains=@serqExpression
syn region  serqInside      start="\[" end="\]" end="[;{}]"me=s-1 contained contains=@serqExpression
syn region  serqParameters  start="\%(\<def\s\+\k\+\s*\)\@80<=(" end=")" end="[;{}]"me=s-1
      \ contained contains=@serqLexical,serqParameter
syn region  serqIndex       matchgroup=serqBracket start="\[" end="\]" end="[;{}]"me=s-1
      \ contained contains=@serqExpression nextgroup=serqNextStage skipwhite skipempty
syn match   serqNextStage   "," contained nextgroup=serqStageName skipwhite skipempty
syn match   serqParameter   "\<\k\+\>" contained
syn cluster serqExpression  contains=@serqLexical,serqString,serqNumber,serqOperator,serqDraw
syn cluster serqExpression  add=serqFunction,serqContext,serqBuiltIn,serqNamedNumber,serqInside
syn keyword serqContext now size age last waiting present residents decoders kv_decode kv_prefill tokens prefilled attention decoding admission remaining contained
syn keyword serqNamedNumber inf contained
syn keyword serqBuiltIn cached serial turn_no new out think more forced computed contained
syn keyword serqDistribution exp det bernoulli uniform erlang h2 contained
syn match   serqFunction "\%#=1\<\%(abs\|ceil\|exp\|floor\|ln\|max\|min\|pow\|sqrt\)\>\ze\_s*(" contained
syn match   serqFunction "\%#=1\<\%(blocksize\|cachedin\|free\|holders\|queued\|used\)\>\ze\_s*(" contained nextgroup=serqAboutPool skipwhite skipempty
syn region  serqAboutPool matchgroup=serqPool start="(\s*\<\k\+\>\ze\s*[),[]"hs=s+1 matchgroup=NONE end=")" end="[;{}]"me=s-1 contained contains=@serqExpression
syn match   serqFunction "\%#=1\<\%(budget_left\|busy\|est_lambda\|est_rho\|est_wait\|price\|queue\|work\)\>\ze\_s*(" contained nextgroup=serqAboutStage skipwhite skipempty
syn region  serqAboutStage matchgroup=serqStage start="(\s*\<\k\+\>\ze\s*[),[]"hs=s+1 matchgroup=NONE end=")" end="[;{}]"me=s-1 contained contains=@serqExpression
syn match   serqPoolName "\<\k\+\>" contained
hi def link serqPoolName serqPool
syn match   serqStageName "\<\k\+\>" nextgroup=serqIndex,serqNextStage skipwhite skipempty contained
hi def link serqStageName serqStage
syn match   serqAttributeName "\<\k\+\>" contained
hi def link serqAttributeName serqAttribute

hi def link serqWordInProgram serqItem
syn keyword serqWordInProgram let nextgroup=serqAfterLet skipwhite skipempty
syn region  serqAfterLet matchgroup=serqConstant start="\<\k\+\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn keyword serqWordInProgram def nextgroup=serqAfterDef skipwhite skipempty
syn region  serqAfterDef matchgroup=serqDefinition start="\<\k\+\>" matchgroup=NONE end="{"me=s-1 end="[;}]"me=s-1 contained contains=@serqExpression,serqParameters nextgroup=serqStatementBody skipwhite skipempty
syn region  serqInProgram matchgroup=serqItem start="\<use\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contains=@serqExpression
syn keyword serqWordInProgram pool nextgroup=serqAfterPool skipwhite skipempty
syn region  serqAfterPool matchgroup=serqPool start="\<\k\+\>" matchgroup=NONE end="{"me=s-1 end="[;}]"me=s-1 contained contains=@serqExpression nextgroup=serqPoolBody skipwhite skipempty
syn keyword serqWordInProgram stage nextgroup=serqAfterStage skipwhite skipempty
syn region  serqAfterStage matchgroup=serqStage start="\<\k\+\>" matchgroup=NONE end="{"me=s-1 end="[;}]"me=s-1 contained contains=@serqExpression,serqStageColon nextgroup=serqStepBody skipwhite skipempty
syn region  serqInProgram matchgroup=serqItem start="\<workload\>" matchgroup=NONE end="{"me=s-1 end="[;}]"me=s-1 contains=@serqExpression nextgroup=serqWorkloadBody skipwhite skipempty
syn region  serqInProgram matchgroup=serqItem start="\<session\>" matchgroup=NONE end="{"me=s-1 end="[;}]"me=s-1 contains=@serqExpression nextgroup=serqStatementBody skipwhite skipempty
syn region  serqInProgram matchgroup=serqItem start="\<server\>" matchgroup=NONE end="{"me=s-1 end="[;}]"me=s-1 contains=@serqExpression nextgroup=serqStatementBody skipwhite skipempty
syn keyword serqPolicyOfShare maxmin contained
syn keyword serqPolicyOfShare bottleneck contained
hi def link serqPolicyOfShare serqPolicy
syn region  serqInProgram matchgroup=serqItem start="\<share\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contains=@serqExpression,serqPolicyOfShare
syn region  serqInProgram matchgroup=serqItem start="\<run\>" matchgroup=NONE end="{"me=s-1 end="[;}]"me=s-1 contains=@serqLexical,serqInside,serqStageName nextgroup=serqRunBody skipwhite skipempty
syn match   serqStageColon ":" contained nextgroup=serqStageKind skipwhite skipempty
syn keyword serqStageKind fifo ps delay step contained
hi def link serqStageColon serqOperator
hi def link serqStageKind serqKind

syn region  serqPoolBody start="{" end="}" contained fold contains=@serqLexical,serqInPool,serqWordInPool
hi def link serqWordInPool serqOption
syn region  serqInPool matchgroup=serqOption start="\<cap\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn region  serqInPool matchgroup=serqOption start="\<block\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn keyword serqPolicyOfEvict lru contained
syn keyword serqPolicyOfEvict by contained
hi def link serqPolicyOfEvict serqPolicy
syn region  serqInPool matchgroup=serqOption start="\<evict\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression,serqPolicyOfEvict
syn keyword serqPolicyOfPreempt lifo contained
syn keyword serqPolicyOfPreempt none contained
hi def link serqPolicyOfPreempt serqPolicy
syn region  serqInPool matchgroup=serqOption start="\<preempt\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression,serqPolicyOfPreempt
syn keyword serqPolicyOfQueue fifo contained
syn keyword serqPolicyOfQueue by contained
hi def link serqPolicyOfQueue serqPolicy
syn region  serqInPool matchgroup=serqOption start="\<queue\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression,serqPolicyOfQueue
syn keyword serqClauseOfAdmit via contained nextgroup=serqStageName skipwhite skipempty
hi def link serqClauseOfAdmit serqClause
syn region  serqInPool matchgroup=serqOption start="\<admit\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqLexical,serqInside,serqStageName,serqClauseOfAdmit
syn keyword serqClauseOfSpill via contained nextgroup=serqStageName skipwhite skipempty
syn keyword serqClauseOfSpill when contained
hi def link serqClauseOfSpill serqClause
syn region  serqInPool matchgroup=serqOption start="\<spill\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqLexical,serqInside,serqPoolName,serqClauseOfSpill

syn region  serqStepBody start="{" end="}" contained fold contains=@serqLexical,serqInStep,serqWordInStep
hi def link serqWordInStep serqOption
syn region  serqInStep matchgroup=serqOption start="\<budget\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn region  serqInStep matchgroup=serqOption start="\<cost\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn region  serqInStep matchgroup=serqOption start="\<chunk\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn region  serqInStep matchgroup=serqOption start="\<memory\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqLexical,serqInside,serqPoolName
syn keyword serqPolicyOfServe admission contained
syn keyword serqPolicyOfServe decode contained
syn keyword serqPolicyOfServe first contained
syn keyword serqPolicyOfServe exclusive contained
syn keyword serqPolicyOfServe prefill contained
syn keyword serqPolicyOfServe by contained
hi def link serqPolicyOfServe serqPolicy
syn region  serqInStep matchgroup=serqOption start="\<serve\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression,serqPolicyOfServe

syn region  serqRunBody start="{" end="}" contained fold contains=@serqLexical,serqInRun,serqWordInRun
hi def link serqWordInRun serqOption
syn region  serqInRun matchgroup=serqOption start="\<horizon\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn region  serqInRun matchgroup=serqOption start="\<warmup\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn region  serqInRun matchgroup=serqOption start="\<seed\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn region  serqInRun matchgroup=serqOption start="\<arrivals\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression

syn region  serqWorkloadBody start="{" end="}" contained fold contains=@serqLexical,serqInWorkload,serqWordInWorkload
hi def link serqWordInWorkload serqItem
syn keyword serqPolicyOfArrive poisson contained
syn keyword serqPolicyOfArrive renewal contained
syn keyword serqPolicyOfArrive closed contained
syn keyword serqPolicyOfArrive batch contained
syn keyword serqPolicyOfArrive none contained
hi def link serqPolicyOfArrive serqPolicy
syn region  serqInWorkload matchgroup=serqItem start="\<arrive\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression,serqPolicyOfArrive
syn keyword serqClauseOfTrace ordered contained
hi def link serqClauseOfTrace serqClause
syn region  serqInWorkload matchgroup=serqItem start="\<trace\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression,serqClauseOfTrace
syn region  serqInWorkload matchgroup=serqItem start="\<init\>" matchgroup=NONE end="{"me=s-1 end="[;}]"me=s-1 contained contains=@serqExpression nextgroup=serqStatementBody skipwhite skipempty
syn region  serqInWorkload matchgroup=serqItem start="\<turn\>" matchgroup=NONE end="{"me=s-1 end="[;}]"me=s-1 contained contains=@serqExpression nextgroup=serqStatementBody skipwhite skipempty
syn region  serqInWorkload matchgroup=serqItem start="\<session\>" matchgroup=NONE end="{"me=s-1 end="[;}]"me=s-1 contained contains=@serqExpression nextgroup=serqStatementBody skipwhite skipempty
syn region  serqInWorkload matchgroup=serqItem start="\<hidden\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqLexical,serqInside,serqAttributeName

syn region  serqStatementBody start="{" end="}" contained fold contains=@serqLexical,serqInStatement,serqWordInStatement,serqStatementBody,serqAfterBlock,@serqExpression
hi def link serqWordInStatement serqStatement
syn region  serqInStatement matchgroup=serqStatement start="\<turn\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn region  serqInStatement matchgroup=serqStatement start="\<request\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn region  serqInStatement matchgroup=serqStatement start="\<end\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn keyword serqWordInStatement set nextgroup=serqAfterSet skipwhite skipempty contained
syn region  serqAfterSet matchgroup=serqAttribute start="\<\k\+\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn keyword serqWordInStatement observe nextgroup=serqAfterObserve skipwhite skipempty contained
syn region  serqAfterObserve matchgroup=serqObservation start="\<\k\+\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression
syn keyword serqClauseOfHold reserve contained
syn keyword serqClauseOfHold reuse contained
syn keyword serqClauseOfHold at contained
syn keyword serqClauseOfHold admission contained
hi def link serqClauseOfHold serqClause
syn region  serqInStatement matchgroup=serqStatement start="\<hold\>" matchgroup=NONE end="{"me=s-1 end="[;}]"me=s-1 contained contains=@serqLexical,serqInside,serqPoolName,serqClauseOfHold nextgroup=serqStatementBody skipwhite skipempty
syn region  serqInStatement matchgroup=serqStatement start="\<grow\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqLexical,serqInside,serqPoolName
syn region  serqInStatement matchgroup=serqStatement start="\<drop\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqLexical,serqInside,serqPoolName
syn region  serqInStatement matchgroup=serqStatement start="\<release\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqLexical,serqInside,serqPoolName
syn region  serqInStatement matchgroup=serqStatement start="\<load\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqLexical,serqInside,serqPoolName
syn keyword serqClauseOfRun prefill contained
syn keyword serqClauseOfRun decode contained
syn keyword serqClauseOfRun growing contained nextgroup=serqPoolName skipwhite skipempty
hi def link serqClauseOfRun serqClause
syn region  serqInStatement matchgroup=serqStatement start="\<run\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqLexical,serqInside,serqStageName,serqClauseOfRun
syn keyword serqClauseOfBranch with contained
hi def link serqClauseOfBranch serqClause
syn region  serqInStatement matchgroup=serqStatement start="\<branch\>" matchgroup=NONE end="{"me=s-1 end="[;}]"me=s-1 contained contains=@serqExpression,serqClauseOfBranch nextgroup=serqStatementBody skipwhite skipempty
syn region  serqInStatement matchgroup=serqStatement start="\<loop\>" matchgroup=NONE end="{"me=s-1 end="[;}]"me=s-1 contained contains=@serqExpression nextgroup=serqStatementBody skipwhite skipempty
syn keyword serqWordInStatement choose nextgroup=serqAfterChoose skipwhite skipempty contained
syn keyword serqClauseOfChoose in contained
syn keyword serqClauseOfChoose by contained
hi def link serqClauseOfChoose serqClause
syn region  serqAfterChoose matchgroup=serqAttribute start="\<\k\+\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression,serqClauseOfChoose
syn keyword serqClauseOfPrefill on contained nextgroup=serqStageName skipwhite skipempty
syn keyword serqClauseOfPrefill growing contained nextgroup=serqPoolName skipwhite skipempty
hi def link serqClauseOfPrefill serqClause
syn region  serqInStatement matchgroup=serqStatement start="\<prefill\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression,serqClauseOfPrefill
syn keyword serqClauseOfDecode on contained nextgroup=serqStageName skipwhite skipempty
syn keyword serqClauseOfDecode growing contained nextgroup=serqPoolName skipwhite skipempty
hi def link serqClauseOfDecode serqClause
syn region  serqInStatement matchgroup=serqStatement start="\<decode\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression,serqClauseOfDecode
syn keyword serqClauseOfTool on contained nextgroup=serqStageName skipwhite skipempty
syn keyword serqClauseOfTool growing contained nextgroup=serqPoolName skipwhite skipempty
hi def link serqClauseOfTool serqClause
syn region  serqInStatement matchgroup=serqStatement start="\<tool\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression,serqClauseOfTool
syn keyword serqClauseOfTransfer on contained nextgroup=serqStageName skipwhite skipempty
syn keyword serqClauseOfTransfer growing contained nextgroup=serqPoolName skipwhite skipempty
syn keyword serqClauseOfTransfer from contained nextgroup=serqPoolName skipwhite skipempty
syn keyword serqClauseOfTransfer to contained nextgroup=serqPoolName skipwhite skipempty
hi def link serqClauseOfTransfer serqClause
syn region  serqInStatement matchgroup=serqStatement start="\<transfer\>" matchgroup=NONE end=";" end="[{}]"me=s-1 contained contains=@serqExpression,serqClauseOfTransfer
syn keyword serqAfterBlock else contained
syn keyword serqAfterBlock cache contained
syn keyword serqAfterBlock lease contained nextgroup=serqPoolName skipwhite skipempty
hi def link serqAfterBlock serqClause

syn sync fromstart

hi def link serqTodo Todo
hi def link serqItem Keyword
hi def link serqStatement Statement
hi def link serqClause Keyword
hi def link serqOption Identifier
hi def link serqPolicy Constant
hi def link serqKind Type
hi def link serqFunction Function
hi def link serqDistribution Function
hi def link serqContext Special
hi def link serqBuiltIn Special
hi def link serqNamedNumber Number
hi def link serqPool Type
hi def link serqStage Type
hi def link serqConstant Constant
hi def link serqDefinition Function
hi def link serqParameter Identifier
hi def link serqAttribute Identifier
hi def link serqObservation Tag
hi def link serqNumber Number
hi def link serqString String
hi def link serqComment Comment
hi def link serqBlockComment Comment
hi def link serqExpectation SpecialComment
hi def link serqDraw Operator
hi def link serqOperator Operator
hi def link serqInvalid Error

let b:current_syntax = 'serq'
let &cpo = s:cpo
unlet s:cpo
