//! Which texts are copies of one another: wire stories, mirrors, pages republished in another layout.
//!
//! Texts are compared by runs of words, so that menus and a different title don't hide a copy, and two texts about one
//! event don't count as copies.

/// Words of a run. Two writers seldom use the same six in a row by chance.
const RUN: usize = 6;
/// Words of a text that are looked at.
const MOST_WORDS: usize = 20_000;
/// Runs kept of a long text: one in so many, chosen by content and so alike in all copies.
const ONE_IN: u64 = 8;
/// Runs up to which all are kept.
const FEW: usize = 400;
/// Share of the shorter text's runs from which the other copies it.
const COPY: f64 = 0.5;
/// A text with fewer runs is too short to be distinguished from a quotation.
const SHORTEST: usize = 12;
/// A list so many times as long is searched for each number of the other; else both are walked through side by side.
const FAR_LONGER: usize = 16;

/// For each text the place of the first one that says the same; its own when there is none.
pub fn originals(texts: &[&str]) -> Vec<usize> {
    let sketches: Vec<Sketch> = texts.iter().map(|text| Sketch::of(text)).collect();
    originals_among(&sketches.iter().collect::<Vec<_>>())
}

/// The same for texts that have been read already.
pub fn originals_among(sketches: &[&Sketch]) -> Vec<usize> {
    let mut originals: Vec<usize> = Vec::new();
    for (at, sketch) in sketches.iter().enumerate() {
        let original = sketches[..at].iter().position(|earlier| earlier.says_the_same(sketch));
        originals.push(original.map_or(at, |earlier| originals[earlier]));
    }
    originals
}

/// What is compared of a text.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// All runs as numbers, and the chosen ones among them, both in order.
    all: Vec<u64>,
    chosen: Vec<u64>,
}

impl Sketch {
    pub fn of(text: &str) -> Self {
        let words: Vec<u64> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .take(MOST_WORDS)
            .map(|word| match word.is_ascii() {
                true => {
                    word.bytes().fold(OFFSET, |sum, byte| mixed(sum, u64::from(byte.to_ascii_lowercase())))
                }
                false => {
                    word.chars().flat_map(char::to_lowercase).fold(OFFSET, |sum, c| mixed(sum, c as u64))
                }
            })
            .collect();
        let mut all: Vec<u64> =
            words.windows(RUN).map(|run| run.iter().fold(OFFSET, |sum, word| mixed(sum, *word))).collect();
        all.sort_unstable();
        all.dedup();
        let chosen = all.iter().copied().filter(|run| (run >> 32).is_multiple_of(ONE_IN)).collect();
        Self { all, chosen }
    }

    fn says_the_same(&self, other: &Sketch) -> bool {
        let few = self.all.len() <= FEW || other.all.len() <= FEW;
        let (one, two) = if few { (&self.all, &other.all) } else { (&self.chosen, &other.chosen) };
        let shorter = one.len().min(two.len());
        if shorter < SHORTEST {
            return false;
        }
        shared(one, two) as f64 >= COPY * shorter as f64
    }
}

/// How many numbers stand in both of two lists in order, each once in a list.
fn shared(one: &[u64], two: &[u64]) -> usize {
    let (short, long) = if one.len() < two.len() { (one, two) } else { (two, one) };
    if short.len() * FAR_LONGER < long.len() {
        return short.iter().filter(|run| long.binary_search(run).is_ok()).count();
    }
    let (mut at, mut there, mut count) = (0, 0, 0);
    while let (Some(a), Some(b)) = (short.get(at), long.get(there)) {
        count += usize::from(a == b);
        at += usize::from(a <= b);
        there += usize::from(b <= a);
    }
    count
}

/// FNV-1a over whole numbers; good enough to tell runs apart, and the same on every machine.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

fn mixed(sum: u64, with: u64) -> u64 {
    (sum ^ with).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORY: &str = "The agency said on Monday that the probe had landed near the southern pole of the Moon and \
        had begun to send pictures of a plain strewn with boulders, some of them as large as houses, while engineers \
        waited for the first readings of its thermometers.";

    #[test]
    fn a_story_in_another_frame_is_a_copy() {
        let framed = format!("Home News Sport\nProbe lands\n{STORY}\nMore on this: weather, games, letters");
        let other = "A probe came down near the Moon's southern pole this week, the agency announced. Its pictures \
            show rocks in all sizes, and scientists hope for temperatures soon, after years of delays and two failed \
            attempts by others to reach that region of permanent shadow.";
        assert_eq!(originals(&[STORY, &framed, other]), [0, 0, 2]);
        assert_eq!(originals(&[other, STORY, &framed]), [0, 1, 1]);
    }

    #[test]
    fn numbers_of_both_lists_are_counted_whichever_is_longer() {
        let long: Vec<u64> = (0..400).map(|n| n * 3).collect();
        let short = [0, 2, 3, 5, 600, 1197, 1200];
        assert_eq!((shared(&short, &long), shared(&long, &short)), (4, 4));
        assert_eq!((shared(&short, &long[..50]), shared(&long, &long), shared(&[], &long)), (2, 400, 0));
    }

    #[test]
    fn short_texts_are_alike_without_being_copies() {
        assert_eq!(originals(&["It was opened in 1931.", "It was opened in 1931.", ""]), [0, 1, 2]);
    }

    #[test]
    fn long_texts_are_told_by_a_part_of_their_runs() {
        let long = |salt: &str| -> String {
            (0..3000).map(|n| format!("{salt}{} word{} ", n * 7 % 991, n)).collect()
        };
        let (one, two) = (long("a"), long("b"));
        let cut: String = one.chars().take(one.len() * 3 / 4).collect();
        assert_eq!(originals(&[&one, &two, &cut]), [0, 1, 0]);
    }
}
