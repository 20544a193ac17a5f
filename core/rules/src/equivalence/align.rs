//! Aligns the words of two questions.

use super::forms::{is_slip, lemma};
use super::reading::Token;
use super::words as table;
use crate::text::tables::Tables;
use crate::verify::opposites::are_opposite;

/// The words that two questions share, and those in only one of them.
#[derive(Debug, Default)]
pub(super) struct Aligned {
    /// Positions in both, in the order of the first.
    pub pairs: Vec<(usize, usize)>,
    pub only_a: Vec<usize>,
    pub only_b: Vec<usize>,
}

pub(super) fn align(a: &[Token], b: &[Token]) -> Aligned {
    let mut aligned = Aligned::default();
    let mut free_a: Vec<bool> = vec![true; a.len()];
    let mut free_b: Vec<bool> = vec![true; b.len()];
    for (i, j) in in_order(a, b) {
        (free_a[i], free_b[j]) = (false, false);
        aligned.pairs.push((i, j));
    }
    let fits: [fn(&Token, &Token) -> bool; 3] = [
        |a, b| a.key == b.key,
        |a, b| a.groups.iter().any(|group| b.groups.contains(group)),
        |a, b| is_slip(&a.word, &b.word),
    ];
    for fit in fits {
        for i in 0..a.len() {
            if !free_a[i] {
                continue;
            }
            // Of several equal words the nearest to the same place.
            let found =
                (0..b.len()).filter(|j| free_b[*j] && fit(&a[i], &b[*j])).min_by_key(|j| j.abs_diff(i));
            if let Some(j) = found {
                (free_a[i], free_b[j]) = (false, false);
                aligned.pairs.push((i, j));
            }
        }
    }
    glue(a, b, &mut free_a, &mut free_b, &mut aligned, false);
    glue(b, a, &mut free_b, &mut free_a, &mut aligned, true);
    let rest = |tokens: &[Token], free: &[bool], other: &[Token]| -> Vec<usize> {
        // A word said twice adds nothing.
        (0..tokens.len())
            .filter(|at| free[*at] && !other.iter().any(|token| token.key == tokens[*at].key))
            .collect()
    };
    aligned.only_a = rest(a, &free_a, b);
    aligned.only_b = rest(b, &free_b, a);
    aligned.pairs.sort_unstable();
    aligned
}

/// The longest run of equal words that both have in the same order.
fn in_order(a: &[Token], b: &[Token]) -> Vec<(usize, usize)> {
    let width = b.len() + 1;
    let mut longest = vec![0u16; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i * width + j] = if a[i].key == b[j].key {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut row = Vec::new();
    while i < a.len() && j < b.len() {
        if a[i].key == b[j].key {
            row.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    row
}

/// `set up` is `setup`: two adjacent words on one side are one word on the other.
fn glue(
    a: &[Token],
    b: &[Token],
    free_a: &mut [bool],
    free_b: &mut [bool],
    aligned: &mut Aligned,
    turned: bool,
) {
    for i in 1..a.len() {
        if !(free_a[i - 1] && free_a[i]) {
            continue;
        }
        let joined = format!("{}{}", a[i - 1].word, a[i].word);
        let key = lemma(&joined);
        let found = (0..b.len()).find(|j| free_b[*j] && b[*j].key == key);
        if let Some(j) = found {
            (free_a[i - 1], free_a[i], free_b[j]) = (false, false, false);
            aligned.pairs.push(if turned { (j, i) } else { (i, j) });
        }
    }
}

/// The words that only one of the questions has and that matter. A first name next to a shared surname doesn't, nor
/// do optional words.
pub(super) fn alone<'t>(a: &'t [Token], b: &'t [Token], aligned: &Aligned) -> Vec<&'t Token> {
    let hard = |tokens: &[Token], only: &[usize]| -> Vec<usize> {
        only.iter().copied().filter(|at| !tokens[*at].soft).collect()
    };
    let (mut left, mut right) = (hard(a, &aligned.only_a), hard(b, &aligned.only_b));
    let named = |tokens: &[Token], places: &[usize]| places.iter().any(|at| tokens[*at].name);
    match (named(a, &left), named(b, &right)) {
        (true, false) => left.retain(|at| !is_first_name(a, *at, |i| aligned.pairs.iter().any(|p| p.0 == i))),
        (false, true) => {
            right.retain(|at| !is_first_name(b, *at, |j| aligned.pairs.iter().any(|p| p.1 == j)))
        }
        (true, true) | (false, false) => {}
    }
    left.into_iter().map(|at| &a[at]).chain(right.into_iter().map(|at| &b[at])).collect()
}

/// Has only one question a word, and only the other one its opposite?
pub(super) fn opposed(a: &[Token], b: &[Token], aligned: &Aligned) -> bool {
    let against = |x: &Token, y: &Token| are_opposite(&x.word, &y.word) || are_opposite(&x.key, &y.key);
    aligned.only_a.iter().any(|i| aligned.only_b.iter().any(|j| against(&a[*i], &b[*j])))
}

/// Is it the first of two words of a name, and the other question has only the second? "Ada Lovelace", "Lovelace".
fn is_first_name(tokens: &[Token], at: usize, shared: impl Fn(usize) -> bool) -> bool {
    let follows = |at: usize| tokens.get(at).is_some_and(|token| token.name && token.joined);
    tokens[at].name
        && tokens[at].word.len() > 2
        && follows(at + 1)
        && shared(at + 1)
        && !follows(at + 2)
        && !(at > 0 && tokens[at - 1].name && tokens[at].joined)
        && !Tables::of("en").qualifiers.has(&tokens[at].word)
}

/// Is the same word the origin in one question and the destination in the other?
pub(super) fn links_turned(a: &[Token], b: &[Token], aligned: &Aligned) -> bool {
    let links = |(i, j): &(usize, usize)| a[*i].link.as_deref().zip(b[*j].link.as_deref());
    aligned.pairs.iter().filter_map(links).any(|(x, y)| table::are_opposite_links(x, y))
}

/// Are words that both questions have in an order that changes who does what to whom?
pub(super) fn reordered(a: &[Token], b: &[Token], aligned: &Aligned) -> bool {
    let pairs = &aligned.pairs;
    let crossed: Vec<(usize, usize)> = (0..pairs.len())
        .flat_map(|x| (x + 1..pairs.len()).map(move |y| (x, y)))
        .filter(|(x, y)| pairs[*x].1 > pairs[*y].1)
        .collect();
    // By whom: the passive turns a sentence round, so that the same order means the other way about.
    let passive = |tokens: &[Token]| tokens.iter().any(|token| token.link.as_deref() == Some("by"));
    if passive(a) != passive(b) && !crossed.is_empty() {
        return false;
    }
    !one_moved_far(a, b, pairs, &crossed)
        && crossed.iter().any(|(x, y)| !harmless(a, b, pairs[*x], pairs[*y]))
}

/// A single word that moved past several others: the rest keeps its order, and so do those who act and those acted
/// upon. Not for a name that moved past a name, nor for two words that were swapped around a link ("acid to salt",
/// "salt to acid").
fn one_moved_far(a: &[Token], b: &[Token], pairs: &[(usize, usize)], crossed: &[(usize, usize)]) -> bool {
    let Some((x, y)) = crossed.first() else { return false };
    let moved = |at: &usize| crossed.iter().all(|(x, y)| x == at || y == at);
    let trade = |x: usize, y: usize| {
        let (x, y) = (pairs[x], pairs[y]);
        let about = |p: &Option<String>, q: &Option<String>| p.is_some() && p == q;
        (a[x.0].name && a[y.0].name) || about(&a[y.0].link, &b[x.1].link) || about(&a[x.0].link, &b[y.1].link)
    };
    crossed.len() >= 2 && (moved(x) || moved(y)) && !crossed.iter().any(|(x, y)| trade(*x, *y))
}

/// Is the order of two words irrelevant? Each is given by its positions in both questions.
fn harmless(a: &[Token], b: &[Token], x: (usize, usize), y: (usize, usize)) -> bool {
    let link = |tokens: &'_ [Token], at: usize| tokens[at].link.clone().unwrap_or_default();
    let (x_in_a, y_in_a, x_in_b, y_in_b) = (link(a, x.0), link(a, y.0), link(b, x.1), link(b, y.1));
    let neighbours = y.0 == x.0 + 1 && x.1 == y.1 + 1;
    // "Salt and pepper"; "from Oslo to Rome" and "to Rome from Oslo".
    let even = neighbours && table::is_even(&y_in_a) && table::is_even(&x_in_b);
    let kept = !y_in_a.is_empty() && x_in_a == x_in_b && y_in_a == y_in_b;
    // "Jobs in Oslo" and "Oslo jobs".
    let hanging = |link: &str| Tables::of("en").hanging_links.has(link) || link == "to";
    // A word said twice can be had from either place.
    let once =
        |tokens: &[Token], at: usize| tokens.iter().filter(|token| token.key == tokens[at].key).count() == 1;
    let single = [x, y].iter().all(|(i, j)| once(a, *i) && once(b, *j));
    let hangs = single && hanging(&y_in_a) != hanging(&x_in_b);
    let names = a[x.0].name && a[y.0].name;
    let adverb = [x.0, y.0].iter().any(|at| Tables::of("en").adverbs.has(&a[*at].word));
    even || kept || adverb || (hangs && !names)
}
