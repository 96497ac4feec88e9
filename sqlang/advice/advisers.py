"""Who gives advice on which code."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlang.advice import arguments, characters, libraries, names, stale_reads, structure, words
from sqlang.advice.situation import Situation
from sqlang.diagnostics.model import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


Adviser = Callable[[Diagnostic, Situation], Diagnostic]

ADVISERS: Final[Mapping[str, Adviser]] = {
    "SQ001": characters.stray_characters,
    "SQ002": characters.open_comment,
    "SQ004": characters.open_string,
    "SQ104": characters.no_quotes,
    "SQ106": structure.lone_semicolon,
    "SQ107": words.unknown_statement,
    "SQ108": words.retired_word,
    "SQ109": words.retired_name,
    "SQ110": words.unknown_item,
    "SQ114": structure.share_twice,
    "SQ116": words.run_option,
    "SQ117": words.word_of_elsewhere,
    "SQ119": words.word_of_elsewhere,
    "SQ120": words.no_cost,
    "SQ121": words.second_serving_rule,
    "SQ123": words.old_serving_rule,
    "SQ124": words.old_serving_rule,
    "SQ126": words.word_of_elsewhere,
    "SQ128": words.retired_word,
    "SQ203": arguments.defined_twice,
    "SQ207": words.definition_body,
    "SQ209": structure.stray_closer,
    "SQ214": structure.stray_closer,
    "SQ217": arguments.argument_changes,
    "SQ219": arguments.argument_changes,
    "SQ220": arguments.argument_changes,
    "SQ221": arguments.argument_changes,
    "SQ222": arguments.argument_changes,
    "SQ232": libraries.unreadable_library,
    "SQ301": structure.remove_it,
    "SQ302": structure.remove_it,
    "SQ303": structure.remove_it,
    "SQ304": structure.remove_it,
    "SQ305": structure.no_server,
    "SQ308": structure.never_requested,
    "SQ311": structure.no_admission,
    "SQ312": structure.bound_twice,
    "SQ321": names.no_stage_for_role,
    "SQ322": structure.several_stages,
    "SQ323": names.unknown_stage,
    "SQ325": structure.remove_it,
    "SQ401": names.unknown_name,
    "SQ402": names.renamed_variable,
    "SQ403": names.unknown_pool,
    "SQ404": names.unknown_stage,
    "SQ408": names.unknown_function,
    "SQ409": arguments.argument_count,
    "SQ410": names.pool_or_stage_wanted,
    "SQ411": names.pool_or_stage_wanted,
    "SQ412": names.unknown_distribution,
    "SQ414": structure.no_index,
    "SQ421": names.not_a_constant,
    "SQ423": names.no_constant_function,
    "SQ426": names.pool_or_stage_wanted,
    "SQ431": arguments.block_of_nothing,
    "SQ442": structure.run_mode,
    "SQ443": structure.remove_it,
    "SQ444": structure.not_held,
    "SQ445": structure.not_held,
    "SQ446": structure.not_held,
    "SQ451": structure.no_horizon,
    "SQ453": names.unknown_hidden,
    "SQ461": names.unknown_override,
    "SQ501": stale_reads.stale_read,
    "SQ502": structure.fractional_guard,
    "SQ602": structure.hidden_read,
    "SQ603": structure.hidden_name,
    "SQ604": structure.hidden_name,
    "SQ607": structure.remove_it,
    "SQ608": structure.remove_it,
    "SQ611": structure.share_missing,
    "SQ612": structure.share_unused,
    "SQ615": structure.stage_twice_in_run,
}
