//! `accuracy` on algorithms with a fault that lowers their order, and on correct ones.

use super::{Attack, WordsCase};
use crate::refute::Rng;

/// An algorithm: its text in C with a place for each fault, and what is right there.
struct Algorithm {
    kind: &'static str,
    order: u32,
    text: &'static str,
    /// What stands in the text, and what makes the order lower, whatever stands for `E`, which is small and not 0.
    faults: &'static [(&'static str, &'static str)],
    /// Other ways of writing the same.
    same: &'static [(&'static str, &'static str)],
}

const ALGORITHMS: &[Algorithm] = &[
    Algorithm {
        kind: "quadrature",
        order: 4,
        text: "double m(double (*f)(double), double a, double b, int n) {
  double h = (b - a) / n, s = f(a) + f(b);
  for (int i = 1; i < n; i++)
    s += (i % 2 ? 4.0 : 2.0) * f(a + i * h);
  return s * h / 3.0;
}
",
        faults: &[
            ("/ 3.0", "/ (3.0 + E)"),
            ("4.0", "(4.0 + E)"),
            ("2.0", "(2.0 - E)"),
            ("i < n", "i < n - 1"),
            ("+ f(b)", "+ (1.0 + E) * f(b)"),
            ("f(a + i * h)", "f(a + i * h + E)"),
            // On most of the problems, and on one of them.
            ("4.0", "(b > 1.5 ? 4.0 + E : 4.0)"),
            ("/ 3.0", "/ (b > 2.5 ? 3.0 + E : 3.0)"),
            ("s * h", "(b > 2.5 ? 40.0 : 1.0) * s * h"),
        ],
        same: &[("s * h / 3.0", "h / 3.0 * s"), ("a + i * h", "a + (b - a) * i / n")],
    },
    Algorithm {
        kind: "quadrature",
        order: 2,
        text: "double m(double (*f)(double), double a, double b, int n) {
  double h = (b - a) / n, s = 0.0;
  for (int i = 0; i < n; i++)
    s += f(a + (i + 0.5) * h);
  return s * h;
}
",
        faults: &[
            ("0.5", "0.3"),
            ("s * h", "s * (h + E * (b - a) / n)"),
            ("i = 0", "i = 1"),
            ("0.5", "0.5 + 10 * E * n"),
        ],
        same: &[("s * h", "s / n * (b - a)"), ("(i + 0.5) * h", "i * h + 0.5 * h")],
    },
    Algorithm {
        kind: "initial-value",
        order: 4,
        text: "double m(double (*f)(double, double), double x, double t0, double t1, int n) {
  double h = (t1 - t0) / n;
  for (int i = 0; i < n; i++) {
    double t = t0 + i * h, k1 = f(x, t), k2 = f(x + h / 2 * k1, t + h / 2);
    double k3 = f(x + h / 2 * k2, t + h / 2), k4 = f(x + h * k3, t + h);
    x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return x;
}
",
        faults: &[
            ("h / 6", "h / (6 + E)"),
            ("h / 6", "h / (t1 > 1.5 ? 6 + E : 6)"),
            ("h / 6", "h / (t1 > 2.5 ? 6 + E : 6)"),
            ("+ k4)", "+ (1 + E) * k4)"),
            ("x + h * k3, t + h)", "x + h * k3, t)"),
            ("x + h / 2 * k1, t + h / 2)", "x, t + h / 2)"),
            ("2 * k3 + k4", "3 * k3"),
            ("i < n", "i < n - 1"),
        ],
        same: &[(
            "h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)",
            "h * (k1 / 6 + k2 / 3 + k3 / 3 + k4 / 6)",
        )],
    },
    Algorithm {
        kind: "initial-value",
        order: 2,
        text: "double m(double (*f)(double, double), double x, double t0, double t1, int n) {
  double h = (t1 - t0) / n;
  for (int i = 0; i < n; i++) {
    double t = t0 + i * h, k = f(x, t);
    x += h * (0.5 * k + 0.5 * f(x + h * k, t + h));
  }
  return x;
}
",
        faults: &[
            ("0.5 * k", "0.6 * k"),
            ("0.5 * k + 0.5", "0.7 * k + 0.3"),
            ("t + h)", "t)"),
            ("h * (0.5", "(h + E * h) * (0.5"),
        ],
        same: &[("0.5 * k + 0.5 * f(x + h * k, t + h)", "(k + f(x + h * k, t + h)) / 2")],
    },
];

/// Sizes of faults: errors of these sizes stay, however fine the steps are. The last two are below the errors of a method of
/// order 2 with the finest steps, so only methods of a higher order show them.
const SIZES: &[&str] = &["1e-2", "1e-3", "1e-4", "1e-5", "1e-6"];

/// Correct versions that ship.
const SHIPPED: &[(&str, &str)] = &[
    ("simpson", "reference.c"),
    ("simpson", "second.c"),
    ("rk4", "reference.c"),
    ("rk4", "second.c"),
];

pub fn attack(case: &mut WordsCase, rng: &mut Rng) -> Result<Attack, String> {
    if rng.one_in(10) {
        return shipped(case, rng);
    }
    let algorithm = rng.pick(ALGORITHMS);
    let is_wrong = !rng.one_in(3);
    let (from, to) = rng.pick(if is_wrong { algorithm.faults } else { algorithm.same });
    let visible = if algorithm.order > 2 {
        SIZES.len()
    } else {
        SIZES.len() - 2
    };
    let size = SIZES[rng.below(visible)];
    let text = algorithm.text.replacen(from, &to.replace('E', size), 1);
    if text == algorithm.text {
        return Err(format!("`{from}` is not in the text"));
    }
    case.write("m.c", &text)?;
    // The mutants of one line say enough, and take less time.
    let typed = format!(
        "[algorithm]\nsource = \"m.c\"\norder = {}\nlines = \"2-2\"\n[problems]\nkind = \"{}\"\n",
        algorithm.order, algorithm.kind
    );
    case.write("m.toml", &typed)?;
    let ran = case.lydian("accuracy m.toml")?;
    let mut attack = Attack::new();
    attack.manners(&ran, is_wrong);
    if is_wrong {
        let praised = (ran.code == Some(0)).then(|| format!("exit code 0 with `{to}` in place of `{from}`"));
        attack.claim("accuracy: as designed", praised);
    } else {
        let accused = ran.code == Some(1) || ran.errors().contains("does not converge");
        attack.claim(
            "accuracy: suspicious",
            accused.then(|| format!("`{to}` is the same as `{from}`")),
        );
    }
    Ok(attack)
}

/// A correct version that ships, with its own configuration.
fn shipped(case: &mut WordsCase, rng: &mut Rng) -> Result<Attack, String> {
    let (name, version) = rng.pick(SHIPPED);
    let folder = case.settings.root.join("examples/accuracy");
    let ran = case.lydian(&format!(
        "accuracy {} --source {}",
        folder.join(format!("{name}.toml")).display(),
        folder.join(name).join(version).display()
    ))?;
    let mut attack = Attack::new();
    attack.manners(&ran, false);
    let accused = (ran.code != Some(0)).then(|| format!("{name}/{version} is correct"));
    attack.claim("accuracy: suspicious", accused);
    Ok(attack)
}
