//! List positions for clients: opaque, and valid only for the list that they come from.

use crate::problem::Problem;
use axum::http::StatusCode;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The cursor for continuing a list after this position.
pub fn behind(list: &str, place: &impl Serialize) -> String {
    hex::encode(serde_json::to_vec(&(list, place)).unwrap_or_default())
}

/// The position of a cursor; `None` if there is no cursor.
pub fn place<T: DeserializeOwned>(list: &str, cursor: Option<&str>) -> Result<Option<T>, Problem> {
    let Some(cursor) = cursor else { return Ok(None) };
    let read = || {
        let (of, place): (String, T) = serde_json::from_slice(&hex::decode(cursor).ok()?).ok()?;
        (of == list).then_some(place)
    };
    read().map(Some).ok_or_else(|| {
        Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "invalid_cursor",
            "This cursor doesn't belong to this list. Use `nextCursor` of the previous page, or leave it out to begin \
             at the first page.",
        )
    })
}

/// The requested page size.
pub fn limit(given: Option<u32>, usual: u32, most: u32) -> Result<usize, Problem> {
    let limit = given.unwrap_or(usual);
    match (1..=most).contains(&limit) {
        true => Ok(limit as usize),
        false => Err(Problem::invalid(format!("`limit` must be from 1 to {most}."))),
    }
}

/// Cuts a list to a page, and returns the cursor of the next page if there is one.
pub fn page<T, P: Serialize>(
    list: &str,
    all: &mut Vec<T>,
    limit: usize,
    place: fn(&T) -> P,
) -> Option<String> {
    let more = all.len() > limit;
    all.truncate(limit);
    all.last().filter(|_| more).map(|last| behind(list, &place(last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_returns_to_its_position_in_its_list() {
        let cursor = behind("watches", &(7, "wat_1"));
        assert_eq!(place("watches", Some(&cursor)), Ok(Some((7, "wat_1".to_owned()))));
        assert_eq!(place::<(u64, String)>("watches", None), Ok(None));
        for odd in [&behind("threads", &(7, "wat_1")), "", "zz", "00", &cursor[1..]] {
            let problem = place::<(u64, String)>("watches", Some(odd)).expect_err("a cursor of another list");
            assert_eq!(problem.code, "invalid_cursor", "{odd}");
        }
    }

    #[test]
    fn every_page_but_the_last_has_a_cursor() {
        let mut all = vec![1, 2, 3];
        let next = page("numbers", &mut all, 2, |n| *n);
        assert_eq!((all.as_slice(), place::<i32>("numbers", next.as_deref())), (&[1, 2][..], Ok(Some(2))));
        assert_eq!(page("numbers", &mut all, 2, |n| *n), None);
    }
}
