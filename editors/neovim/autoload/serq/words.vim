" The words that indent/serq.vim goes by. Made from the vocabulary by `make syntaxes`; edits are lost.
let serq#words#begin = '\%(admit\|arrivals\|arrive\|block\|branch\|budget\|cap\|choose\|chunk\|cost\|decode\|def\|drop\|end\|evict\|grow\|hidden\|hold\|horizon\|init\|let\|load\|loop\|memory\|observe\|pool\|preempt\|prefill\|queue\|release\|request\|run\|seed\|serve\|server\|session\|set\|share\|spill\|stage\|tool\|trace\|transfer\|turn\|use\|warmup\|workload\)'
let serq#words#after_block = '\%(cache\|else\|lease\)'
