;;; serq-words.el --- The words of serQ  -*- lexical-binding: t; -*-

;;; Commentary:

;; Made by `make syntaxes` from the vocabulary of sqlang: change that, not this.

;;; Code:

(defconst serq-words-items
  '("def" "let" "pool" "run" "server" "session" "share" "stage" "use"
    "workload")
  "What a program consists of.")

(defconst serq-words-statements
  '("branch" "choose" "decode" "drop" "end" "grow" "hold" "load" "loop"
    "observe" "prefill" "release" "request" "run" "set" "tool" "transfer"
    "turn")
  "What a session does.")

(defconst serq-words-workload
  '("arrive" "hidden" "init" "session" "trace" "turn")
  "What a workload consists of.")

(defconst serq-words-options
  '("admit" "arrivals" "block" "budget" "cap" "chunk" "cost" "evict" "horizon"
    "memory" "preempt" "queue" "seed" "serve" "spill" "warmup")
  "What is set of pools, stages and runs.")

(defconst serq-words-clauses
  '("admission" "at" "by" "cache" "else" "from" "growing" "in" "lease" "on"
    "ordered" "reserve" "reuse" "to" "via" "when" "with")
  "What goes on within an item, an option or a statement.")

(defconst serq-words-kinds
  '("delay" "fifo" "ps" "step")
  "The kinds of stages.")

(defconst serq-words-policies
  '(("arrive" "batch" "closed" "none" "poisson" "renewal")
   ("evict" "by" "lru")
   ("preempt" "lifo" "none")
   ("queue" "by" "fifo")
   ("run" "decode" "prefill")
   ("serve" "admission" "by" "decode" "exclusive" "first" "prefill")
   ("share" "bottleneck" "maxmin"))
  "Lists of a word and what may follow it.")

(defconst serq-words-functions
  '("abs" "blocksize" "budget_left" "busy" "cachedin" "ceil" "est_lambda"
    "est_rho" "est_wait" "exp" "floor" "free" "holders" "ln" "max" "min" "pow"
    "price" "queue" "queued" "sqrt" "used" "work")
  "What an expression may call.")

(defconst serq-words-distributions
  '("bernoulli" "det" "erlang" "exp" "h2" "uniform")
  "What may be drawn with ~.")

(defconst serq-words-variables
  '("admission" "age" "attention" "cached" "computed" "decoders" "decoding"
    "forced" "inf" "kv_decode" "kv_prefill" "last" "more" "new" "now" "out"
    "prefilled" "present" "remaining" "residents" "serial" "size" "think"
    "tokens" "turn_no" "waiting")
  "What expressions may read besides the names of the program.")

(provide 'serq-words)

;;; serq-words.el ends here
