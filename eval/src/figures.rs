//! The arithmetic of the suites: means, quantiles, areas under curves. Empty input gives 0, never a fault.

/// The mean; 0 of nothing.
pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values.into_iter().fold((0.0, 0usize), |(sum, count), value| (sum + value, count + 1));
    sum / count.max(1) as f64
}

/// How many of the cases meet a condition, as a share of them; none without cases.
pub fn share<T>(cases: impl IntoIterator<Item = T>, meets: impl Fn(&T) -> bool) -> Option<f64> {
    let (mut all, mut met) = (0usize, 0usize);
    for case in cases {
        all += 1;
        met += usize::from(meets(&case));
    }
    (all > 0).then(|| met as f64 / all as f64)
}

/// The value below which a share of the values lies (nearest rank); 0 of nothing.
pub fn quantile(values: impl IntoIterator<Item = f64>, share: f64) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let rank = (share * values.len() as f64).ceil() as usize;
    values.get(rank.clamp(1, values.len().max(1)) - 1).copied().unwrap_or_default()
}

/// Area under the ROC curve: how often a positive case scores above a negative one, ties counting half. None where
/// one of the two kinds is missing.
pub fn auc(cases: impl IntoIterator<Item = (f64, bool)>) -> Option<f64> {
    let mut cases: Vec<(f64, bool)> = cases.into_iter().collect();
    cases.sort_by(|a, b| a.0.total_cmp(&b.0));
    let positives = cases.iter().filter(|(_, positive)| *positive).count() as f64;
    let negatives = cases.len() as f64 - positives;
    if positives == 0.0 || negatives == 0.0 {
        return None;
    }
    let (mut below, mut won) = (0.0, 0.0);
    for tied in cases.chunk_by(|a, b| a.0 == b.0) {
        let up = tied.iter().filter(|(_, positive)| *positive).count() as f64;
        let down = tied.len() as f64 - up;
        won += up * (below + down / 2.0);
        below += down;
    }
    Some(won / (positives * negatives))
}

/// Mean of the shares of positive and of negative cases that were told right. None where one kind is missing. A case
/// is what was said and what is so.
pub fn balanced_accuracy(cases: impl IntoIterator<Item = (bool, bool)>) -> Option<f64> {
    let cases: Vec<(bool, bool)> = cases.into_iter().collect();
    let of = |kind: bool| share(cases.iter().filter(|(_, so)| *so == kind), |(said, _)| *said == kind);
    Some((of(true)? + of(false)?) / 2.0)
}

/// The best balanced accuracy that one threshold over the scores can have, with that threshold: at or above it a case
/// is taken for positive. What a score could do at most, were its threshold known.
pub fn best_threshold(cases: &[(f64, bool)]) -> Option<(f64, f64)> {
    let mut thresholds: Vec<f64> = cases.iter().map(|(score, _)| *score).collect();
    thresholds.sort_by(f64::total_cmp);
    thresholds.dedup();
    thresholds
        .into_iter()
        .filter_map(|threshold| {
            let said = cases.iter().map(|(score, so)| (*score >= threshold, *so));
            balanced_accuracy(said).map(|accuracy| (threshold, accuracy))
        })
        .max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Of the share of cases that scored highest, how many are positive. Cases with the same score as the last one that
/// is in count in part, so that the order of the file does not matter. None of nothing.
pub fn precision_of_first(cases: &[(f64, bool)], share: f64) -> Option<f64> {
    let mut sorted = cases.to_vec();
    sorted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let wanted = (share * sorted.len() as f64).round().max(1.0);
    let (mut taken, mut right) = (0.0, 0.0);
    for tied in sorted.chunk_by(|a, b| a.0 == b.0) {
        let count = tied.len() as f64;
        let up = tied.iter().filter(|(_, positive)| *positive).count() as f64;
        let part = ((wanted - taken) / count).min(1.0);
        taken += part * count;
        right += part * up;
        if taken >= wanted {
            break;
        }
    }
    (taken > 0.0).then(|| right / taken)
}

/// Refusing at one threshold: what is answered although it should not be, and refused although it need not be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refusing {
    /// Cases that score above it are refused.
    pub threshold: f64,
    /// Share of the unanswerable cases that are answered.
    pub without_ground: f64,
    /// Share of the answerable cases that are refused.
    pub missed: f64,
}

/// The curve over all thresholds, from refusing everything to refusing nothing. A case is its refusal score and
/// whether it is answerable. Empty where one kind is missing.
pub fn refusal_curve(cases: &[(f64, bool)]) -> Vec<Refusing> {
    let answerable = cases.iter().filter(|(_, answerable)| *answerable).count() as f64;
    let unanswerable = cases.len() as f64 - answerable;
    if answerable == 0.0 || unanswerable == 0.0 {
        return Vec::new();
    }
    let mut sorted = cases.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut curve = vec![Refusing { threshold: f64::NEG_INFINITY, without_ground: 0.0, missed: 1.0 }];
    let (mut wrongly, mut rightly) = (0.0, 0.0);
    for tied in sorted.chunk_by(|a, b| a.0 == b.0) {
        let good = tied.iter().filter(|(_, answerable)| *answerable).count() as f64;
        rightly += good;
        wrongly += tied.len() as f64 - good;
        curve.push(Refusing {
            threshold: tied[0].0,
            without_ground: wrongly / unanswerable,
            missed: 1.0 - rightly / answerable,
        });
    }
    curve
}

/// How much is answered without ground where so much may be missed, between two points of a curve on the line from
/// one to the other. None of an empty curve.
pub fn without_ground_at(curve: &[Refusing], missed: f64) -> Option<f64> {
    let after = curve.iter().position(|point| point.missed <= missed)?;
    let Some(before) = after.checked_sub(1) else { return Some(curve[after].without_ground) };
    let (from, to) = (curve[before], curve[after]);
    let way = (from.missed - missed) / (from.missed - to.missed);
    Some(from.without_ground + way * (to.without_ground - from.without_ground))
}

/// The point of a curve with the fewest errors of both kinds together.
pub fn best_refusing(curve: &[Refusing]) -> Option<Refusing> {
    let errors = |point: &Refusing| point.without_ground + point.missed;
    curve.iter().copied().min_by(|a, b| errors(a).total_cmp(&errors(b)))
}

/// A number of a report, or null.
pub fn rounded(value: Option<f64>) -> serde_json::Value {
    value.map(|value| (value * 10_000.0).round() / 10_000.0).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_of_the_cases() {
        let values = [3.0, 1.0, 2.0, 10.0];
        assert_eq!(quantile(values, 0.5), 2.0);
        assert_eq!(quantile(values, 0.9), 10.0);
        assert_eq!(quantile(values, 0.0), 1.0);
        assert_eq!(quantile([], 0.5), 0.0);
        assert_eq!((mean(values), mean([])), (4.0, 0.0));
    }

    #[test]
    fn the_area_counts_pairs_and_halves_ties() {
        assert_eq!(auc([(0.1, false), (0.9, true)]), Some(1.0));
        assert_eq!(auc([(0.9, false), (0.1, true)]), Some(0.0));
        assert_eq!(auc([(0.5, false), (0.5, true)]), Some(0.5));
        // Of six pairs, five are won and one is tied.
        let cases = [(0.1, false), (0.4, true), (0.4, false), (0.5, true), (0.2, false)];
        assert_eq!(auc(cases), Some(5.5 / 6.0));
        assert_eq!(auc([(0.5, true)]), None);
    }

    #[test]
    fn both_kinds_weigh_the_same_in_balanced_accuracy() {
        let cases = [(true, true), (true, false), (true, false), (false, false), (true, false)];
        assert_eq!(balanced_accuracy(cases), Some((1.0 + 0.25) / 2.0));
        assert_eq!(balanced_accuracy([(true, true)]), None);
        assert_eq!(share([1, 2, 3, 4], |n| *n > 3), Some(0.25));
        assert_eq!(share([0; 0], |_| true), None);
    }

    #[test]
    fn the_best_threshold_parts_the_kinds() {
        let cases = [(0.1, false), (0.2, false), (0.3, true), (0.9, true)];
        assert_eq!(best_threshold(&cases), Some((0.3, 1.0)));
        let overlapping = [(0.1, false), (0.4, false), (0.3, true), (0.9, true)];
        assert_eq!(best_threshold(&overlapping).map(|best| best.1), Some(0.75));
        assert_eq!(best_threshold(&[(0.1, true)]), None);
    }

    #[test]
    fn ties_at_the_edge_count_in_part() {
        let cases = [(0.9, true), (0.5, true), (0.5, false), (0.1, false)];
        assert_eq!(precision_of_first(&cases, 0.25), Some(1.0));
        assert_eq!(precision_of_first(&cases, 0.5), Some(0.75));
        assert_eq!(precision_of_first(&cases, 1.0), Some(0.5));
        assert_eq!(precision_of_first(&cases, 0.0), Some(1.0), "one case at the least");
        assert_eq!(precision_of_first(&[], 0.5), None);
    }

    #[test]
    fn the_curve_goes_from_refusing_all_to_refusing_nothing() {
        let cases = [(0.1, true), (0.2, true), (0.2, false), (0.8, false)];
        let curve = refusal_curve(&cases);
        let points: Vec<(f64, f64)> =
            curve.iter().map(|point| (point.without_ground, point.missed)).collect();
        assert_eq!(points, [(0.0, 1.0), (0.0, 0.5), (0.5, 0.0), (1.0, 0.0)]);
        assert_eq!(best_refusing(&curve).map(|best| best.threshold), Some(0.1));
        assert_eq!(without_ground_at(&curve, 0.5), Some(0.0));
        assert_eq!(without_ground_at(&curve, 0.25), Some(0.25));
        assert_eq!(without_ground_at(&curve, 1.0), Some(0.0));
        assert_eq!(without_ground_at(&curve, 0.0), Some(0.5));
        assert!(refusal_curve(&[(0.1, true)]).is_empty());
        assert_eq!(without_ground_at(&[], 0.3), None);
    }
}
