//! Python, Octave and commands.

use super::*;

const PYTHON: &str = "def in_place(a, n: int):
    a[:n] = sorted(a[:n])

def nested(a: list[int]):
    assert all(type(x) is int for x in a)
    return (sum(a), [max(a), (10 ** a[0],)], True)

def wrong(a):
    if a[0] == 1: return [1.0, 2.0, 3.0]
    if a[0] == 2: return None
    if a[0] == 3: return [1.0, 'x']
    if a[0] == 4: raise ValueError('four')
    if a[0] == 5: a.append(1.0)
    if a[0] == 6: return [1.0, 1j]
    return 1.0, 2.0
";

#[test]
fn python_takes_lists_and_gives_sequences() {
    let open = |name: &str, shape: &Interface| open(&Written::new("m.py", name, PYTHON), shape);
    let mut subject = open("in_place", &interface("a[4]+ n", ""));
    let answer = ask(&mut subject, &[4.0, 3.0, 2.0, 1.0, 3.0]);
    assert_eq!(values(&answer), [2.0, 3.0, 4.0, 1.0]);
    is_broken(&ask(&mut subject, &[4.0, 3.0, 2.0, 1.0, 0.5]), "n: 0.5 is no integer");
    let mut subject = open("nested", &interface("a[3]", "- 2 -"));
    let answer = ask(&mut subject, &[22.0, 2.0, 3.0]);
    assert_eq!(values(&answer), [27.0, 22.0, 1e22, 1.0]);
    is_broken(
        &ask(&mut subject, &[30.0, 2.0, 3.0]),
        "the result[1] lies between the doubles 9.999999999999999e29 and 1e30",
    );
}

/// The NumPy of the system, also where `python3` is another one of the same version.
const NUMPY: &str = "import sys
sys.path.append('/usr/lib/python3/dist-packages')
import numpy as np

def matrix(a: np.ndarray, k: 'np.ndarray[int]', b: 'np.ndarray'):
    assert a.dtype == np.float64 and k.dtype == np.int64 and np.isnan(b).all()
    b[:] = a + k
    return np.outer(a, a), np.float32(0.5)
";

#[test]
fn python_takes_and_gives_arrays_of_numpy() {
    let written = Written::new("m.py", "matrix", NUMPY);
    let mut subject = open(&written, &interface("a[2] k[2] b[2]!", "4 -"));
    let answer = ask(&mut subject, &[2.0, 3.0, 1.0, 2.0]);
    assert_eq!(values(&answer), [4.0, 6.0, 6.0, 9.0, 0.5, 3.0, 5.0]);
}

#[test]
fn python_is_broken_where_the_numbers_are_not_those_of_the_contract() {
    let written = Written::new("m.py", "wrong", PYTHON);
    let shape = interface("a[1]+", "2");
    let mut subject = open(&written, &shape);
    assert_eq!(values(&ask(&mut subject, &[0.0])), [1.0, 2.0, 0.0]);
    is_broken(&ask(&mut subject, &[1.0]), "returned 3 numbers, and the contract has 2");
    is_broken(&ask(&mut subject, &[2.0]), "returned 0 numbers, and the contract has 2");
    is_broken(&ask(&mut subject, &[3.0]), "returned a str, which is no number");
    let rejected = |how: &str| Answer::Other(Observed::Rejected { how: how.into() });
    assert_eq!(ask(&mut subject, &[4.0]), rejected("ValueError: four"));
    is_broken(&ask(&mut subject, &[5.0]), "left 2 numbers, and the contract has 1");
    assert_eq!(ask(&mut subject, &[6.0]), rejected("returned a complex number"));
    let inputs: Vec<Vec<f64>> = (0..8).map(|i| vec![f64::from(i)]).collect();
    subject_laws(&|| open_with(&written, &SubjectOptions::default(), &shape), &inputs).unwrap();
}

#[test]
fn octave_returns_several_results() {
    let text = "function [y, b, k] = f(a, n)
  if n == 2 error('two'); end
  if n == 3 y = [1 2]; else y = sum(a) / n; end
  b = single(sort(a));
  k = int16([n; -n]);
end\n";
    let written = Written::new("f.m", "f", text);
    let shape = interface("a[3] n", "- 3 2");
    let mut subject = open(&written, &shape);
    let answer = ask(&mut subject, &[3.0, 1.0, 2.0, 4.0]);
    assert_eq!(values(&answer), [1.5, 1.0, 2.0, 3.0, 4.0, -4.0]);
    is_broken(
        &ask(&mut subject, &[3.0, 1.0, 2.0, 3.0]),
        "result 1: 2 numbers came back",
    );
    let how = "two".into();
    assert_eq!(
        ask(&mut subject, &[3.0, 1.0, 2.0, 2.0]),
        Answer::Other(Observed::Rejected { how })
    );
    let inputs: Vec<Vec<f64>> = (1..6).map(|i| vec![1.0, 0.5, 2.0, f64::from(i)]).collect();
    subject_laws(&|| open_with(&written, &SubjectOptions::default(), &shape), &inputs).unwrap();
}

#[test]
fn commands_answer_with_a_line_of_numbers() {
    let script =
        "while read -r x y z; do case $z in 1.0) echo 1 2;; 2.0) echo error: two;; *) echo $y $x 0x1p-1;; esac; done";
    let options = SubjectOptions {
        decimal: true,
        ..SubjectOptions::default()
    };
    let reference = command(&["sh", "-c", script]);
    let shape = interface("a[2]+ n", "-");
    let mut subject = Subject::open_for(&reference, &options, &shape).unwrap();
    assert_eq!(values(&ask(&mut subject, &[7.0, 8.0, 0.0])), [8.0, 7.0, 0.5]);
    is_broken(
        &ask(&mut subject, &[7.0, 8.0, 1.0]),
        "2 numbers came back, and the contract has 3",
    );
    let how = "two".into();
    assert_eq!(
        ask(&mut subject, &[7.0, 8.0, 2.0]),
        Answer::Other(Observed::Rejected { how })
    );
    let inputs: Vec<Vec<f64>> = (0..4).map(|i| vec![1.0, 2.0, f64::from(i)]).collect();
    subject_laws(&|| Subject::open_for(&reference, &options, &shape), &inputs).unwrap();
}
