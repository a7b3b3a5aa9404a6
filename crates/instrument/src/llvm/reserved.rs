//! Names that are Lydian's own. Code that has one is refused: a marker, a probe or a word of the runtime would be taken for
//! something of the code, or the reverse.

use inkwell::module::Module;

use super::raw;
use crate::trouble::InstrumentTrouble;

/// First parts of the names of functions and words of the runtime, and of markers.
const PREFIXES: [&str; 2] = ["lydian_", "lydian."];

/// Functions that the compiler calls and that are markers here, or that the linker puts in the place of others: the code
/// must not have them itself.
const TAKEN: [&str; 9] = [
    "__ubsan_handle_implicit_conversion",
    "__ubsan_handle_shift_out_of_bounds",
    "__wrap_exit",
    "__wrap__exit",
    "__wrap_abort",
    "__wrap_kill",
    "__wrap_raise",
    "__wrap_fork",
    "__wrap_vfork",
];

/// Refuses code with such a name, be it defined or only declared.
pub(crate) fn check(module: &Module<'_>) -> Result<(), InstrumentTrouble> {
    let functions = module.get_functions().map(|function| {
        let name = function.get_name().to_string_lossy().into_owned();
        (name, function.count_basic_blocks() > 0)
    });
    let globals = module.get_globals().map(|global| {
        let name = global.get_name().to_string_lossy().into_owned();
        (name, global.get_initializer().is_some())
    });
    let aliases = raw::alias_names(module).into_iter().map(|name| (name, true));
    let mut all = functions.chain(globals).chain(aliases);
    match all.find(|(name, is_defined)| is_reserved(name, *is_defined)) {
        Some((name, _)) => Err(InstrumentTrouble::Request(format!(
            "the code has the name `{name}`; names that begin with `lydian_` are kept for Lydian, and so are those of its \
             markers; give it another one"
        ))),
        None => Ok(()),
    }
}

fn is_reserved(name: &str, is_defined: bool) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix)) || is_defined && TAKEN.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_ours_are_reserved() {
        for (name, is_defined, expected) in [
            ("lydian_reached_1", false, true),
            ("lydian.case", true, true),
            ("lydian", true, false),
            ("lydians_", true, false),
            ("__wrap_exit", false, false),
            ("__wrap_exit", true, true),
        ] {
            assert_eq!(is_reserved(name, is_defined), expected, "{name}");
        }
    }
}
