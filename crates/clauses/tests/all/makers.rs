//! Sets of clauses that tests use.

use chance::Random;
use clauses::{ClauseSet, Literal};

/// Clauses from numbers.
pub fn set(clauses: &[&[i32]]) -> ClauseSet {
    let mut set = ClauseSet::new();
    for clause in clauses {
        let literals: Vec<Literal> = clause.iter().map(|number| Literal::new(*number)).collect();
        set.add(&literals);
    }
    set
}

/// Random clauses of 1 to `width` literals; repetitions and tautologies happen.
pub fn random(random: &mut Random, variables: usize, clauses: usize, width: usize) -> ClauseSet {
    let mut set = ClauseSet::new();
    for _ in 0..clauses {
        let length = 1 + random.below(width);
        let clause: Vec<Literal> = (0..length).map(|_| random_literal(random, variables)).collect();
        set.add(&clause);
    }
    set
}

/// Random clauses of three different variables.
pub fn three(random: &mut Random, variables: usize, clauses: usize) -> ClauseSet {
    let mut set = ClauseSet::new();
    while set.len() < clauses {
        let clause: Vec<Literal> = (0..3).map(|_| random_literal(random, variables)).collect();
        let differ = |i: usize, j: usize| clause[i].variable() != clause[j].variable();
        if differ(0, 1) && differ(0, 2) && differ(1, 2) {
            set.add(&clause);
        }
    }
    set
}

fn random_literal(random: &mut Random, variables: usize) -> Literal {
    let variable = 1 + random.below(variables) as i32;
    Literal::new(if random.once_in(2) { -variable } else { variable })
}

/// That n + 1 pigeons sit in n holes, each in one of its own.
pub fn pigeons(holes: usize) -> ClauseSet {
    let at = |pigeon: usize, hole: usize| Literal::new((pigeon * holes + hole + 1) as i32);
    let mut set = ClauseSet::new();
    for pigeon in 0..=holes {
        let somewhere: Vec<Literal> = (0..holes).map(|hole| at(pigeon, hole)).collect();
        set.add(&somewhere);
    }
    for hole in 0..holes {
        for pigeon in 0..=holes {
            for other in 0..pigeon {
                set.add(&[!at(pigeon, hole), !at(other, hole)]);
            }
        }
    }
    set
}
