//! The executable `lydian`.

fn main() {
    cli::lydian();
}
