"""The closed sets of names in an IR, each value as JSON writes it (IR-6 to IR-17)."""

from __future__ import annotations

from enum import Enum


class Mode(Enum):
    """How a run uses its stage: tokens of a step engine, or plain work."""

    PLAIN = "Plain"
    PREFILL = "Prefill"
    DECODE = "Decode"


class Share(Enum):
    """How flows over several stages divide their capacities (FLOW-3, FLOW-4)."""

    MAXMIN = "MaxMin"
    BOTTLENECK = "Bottleneck"


class Preempt(Enum):
    """What a pool does for a growth that does not fit (POOL-18)."""

    NONE = "None"
    LIFO = "Lifo"


class Distribution(Enum):
    """What `~name(...)` draws from (DIST-1 to DIST-6)."""

    EXP = "Exp"
    DET = "Det"
    UNIFORM = "Uniform"
    ERLANG = "Erlang"
    H2 = "H2"
    BERNOULLI = "Bernoulli"


class Function(Enum):
    """The functions of NAM-8; `blocksize` is folded before lowering (CST-8)."""

    MIN = "Min"
    MAX = "Max"
    ABS = "Abs"
    FLOOR = "Floor"
    CEIL = "Ceil"
    SQRT = "Sqrt"
    EXP = "Exp"
    LN = "Ln"
    POW = "Pow"
    QUEUE = "Queue"
    BUSY = "Busy"
    WORK = "Work"
    USED = "Used"
    FREE = "Free"
    CACHED_IN = "CachedIn"
    HOLDERS = "Holders"
    QUEUED = "Queued"
    PRICE = "Price"
    BUDGET_LEFT = "BudgetLeft"
    EST_LAMBDA = "EstLambda"
    EST_RHO = "EstRho"
    EST_WAIT = "EstWait"

    @property
    def word(self) -> str:
        """How the text spells it (IR-14)."""
        return "cachedin" if self is Function.CACHED_IN else self.name.lower()


class ContextVariable(Enum):
    """What an expression may read besides attributes, each at its moments (part 2, section 4)."""

    NOW = "Now"
    SIZE = "Size"
    AGE = "Age"
    LAST = "Last"
    WAITING = "Queued"
    PRESENT = "N"
    RESIDENTS = "Nres"
    DECODERS = "Ndec"
    KV_DECODE = "Kvb"
    KV_PREFILL = "Kvp"
    TOKENS = "Ntok"
    PREFILLED = "Npre"
    ATTENTION = "Attn"
    DECODING = "Decoding"
    ADMISSION = "Admission"
    REMAINING = "Remaining"

    @property
    def word(self) -> str:
        """How the text spells it (part 2, section 4)."""
        return self.name.lower()


class UnaryOperator(Enum):
    """`-` and `!`."""

    NEG = "Neg"
    NOT = "Not"


class BinaryOperator(Enum):
    """The operators between two expressions."""

    ADD = "Add"
    SUB = "Sub"
    MUL = "Mul"
    DIV = "Div"
    POW = "Pow"
    LT = "Lt"
    LE = "Le"
    GT = "Gt"
    GE = "Ge"
    EQ = "Eq"
    NE = "Ne"
    AND = "And"
    OR = "Or"
