use super::super::known::Reader;
use super::super::wording::ends_sentence;
use super::*;

fn denied_at(claim: &str, source: &str, least: f64) -> Option<String> {
    let mut reader = Reader::new("en");
    let (claim, source) = (reader.of(claim), reader.of(source));
    let found = denied(reader.clauses(&claim), reader.clauses(&source), least);
    found.map(|range| source.text[range].to_owned())
}

fn is_denied(claim: &str, source: &str) -> bool {
    denied_at(claim, source, 0.5).is_some()
}

#[test]
fn denials_that_come_to_the_same_are_no_contradiction() {
    let include = "It is not possible to include a file if its folder is excluded.";
    let leaves = "Unless the database is in full mode, it leaves free pages behind.";
    const BITS: &str = "It is tempting to use the keep-open and skip-tree bits, but these don't work properly for this \
        purpose.";
    for (claim, source) in [
        ("You cannot: it is not possible to include a file if its folder is excluded.", include),
        ("No, it is not possible to include a file if its folder is excluded.", include),
        ("Without key-tool, the key is copied by hand.", "The key is copied by hand."),
        ("Without a password, the login is refused.", "The login is refused if there is no password."),
        ("Without a password, the login is refused.", "The login needs a password, or is refused."),
        ("Without a root password, the login is refused.", "The login needs a root password, or is refused."),
        ("In full mode, it does not leave free pages behind.", leaves),
        ("It returns space only in full mode.", "It does not return space, except in full mode."),
        (
            "The tool may still check working copies against the list at times.",
            "This does not work as expected, since the tool may still check working copies against the list at times.",
        ),
        (
            "The copy is usually ignored so that nobody commits it by accident.",
            "This second copy is usually ignored to prevent accidentally committing it.",
        ),
        (
            "Otherwise nobody can set up the package without losing your changes.",
            "This makes it impossible for someone else to set up the package without losing the changes you made.",
        ),
        (
            "keep-open is for slow disks.",
            "--[no-]keep-open\nWhen this is set, it stays open. This is helpful if there is a slow disk.",
        ),
        ("Neither keep-open nor skip-tree is meant for this.", BITS),
        (
            "The idle mode does not ring the bell but still notes the guests that would have been called.",
            "Each gate can be set to either ringing or idle mode. The former rings the bell and names the guests, while \
             the latter does not ring the bell but still notes the guests that would have been called.",
        ),
    ] {
        assert!(!is_denied(claim, source), "{claim}");
    }
    for (claim, source) in [
        ("It is possible to include a file if its folder is excluded.", include),
        ("skip-tree works properly for this purpose.", BITS),
        (
            "The tool works as expected, since it may still check working copies against the list.",
            "The tool does not work as expected, since it may still check working copies against the list.",
        ),
        ("It does not leave free pages behind unless the database is in full mode.", leaves),
        ("Without a password, the login is allowed.", "With a password, the login is allowed."),
        ("The vacuum locks the table.", "The vacuum works without locking the table."),
        ("The tool needs a password.", "The tool works without a password."),
        ("It does, by default, sort them.", "It does not, by default, sort them."),
        ("The rows do not.", "The rows do."),
        ("Only the vacuum does not lock the table.", "The vacuum locks the table, except in full mode."),
        (
            "The idle mode does not ring the bell.",
            "In the idle mode the guard rings the bell, while the busy mode does not ring the bell.",
        ),
    ] {
        assert!(is_denied(claim, source), "{claim}");
    }
}

#[test]
fn a_denial_speaks_of_the_predicate_of_its_own_clause() {
    const ROOMS: &str = "A regular visit can be booked within a week, but a night visit cannot.";
    const ROPES: &str = "A bundle of 40 thin ropes would weigh 60 kg and could be kept in a locker, but a bundle of 40 \
        thick ropes would weigh 90 kg and would therefore not fit in a locker.";
    for (claim, source) in [
        ("A regular visit can be booked within a week.", ROOMS),
        ("A night visit cannot be booked within a week.", ROOMS),
        ("No, a regular visit can be booked within a week, but a night visit cannot.", ROOMS),
        ("40 thin ropes weigh 60 kg and fit in a locker.", ROPES),
        // A bound is no denial of what it bounds.
        (
            "The barn has more stalls: 2000, against at most 1600 in the hall.",
            "A hall cannot have more than 1600 stalls.",
        ),
        (
            "Numbers chosen by hand will be rising, but they are not promised to be consecutive.",
            "The clerk promises that numbers chosen by hand will be rising but not that they will be consecutive.",
        ),
        (
            "Without the register, the clerk draws numbers at random until an unused one is found.",
            "The clerk draws numbers at random until there is one that was not drawn before.",
        ),
        // Cases that exclude one another.
        (
            "If that does not work either, the guard calls the captain.",
            "If this works, the guard calls the clerk.",
        ),
        ("The worker does not wait for the boss.", "Each guard waits for the others and then leaves."),
    ] {
        assert_eq!(denied_at(claim, source, 0.5), None, "{claim}");
    }
    for (claim, source) in [
        ("A night visit can be booked within a week.", ROOMS),
        ("A regular visit cannot be booked within a week.", ROOMS),
        (
            "Dogs are allowed in rooms WITHOUT carpets.",
            "Dogs are not allowed in rooms WITHOUT carpets or in any hall other than the main one.",
        ),
        (
            "In summer, the other tours are cancelled if one guide is ill.",
            "Other tours of the day won’t be cancelled and will go on.",
        ),
        (
            "The log tracks moves by night trains.",
            "The log does not track moves that are due to night trains.",
        ),
        (
            "Guests can neither see nor move the table.",
            "Guests can still see the table, but moving it is hard.",
        ),
        ("If set, the bell is used.", "If not set, the bell is used."),
        ("The file is created if it is found.", "If the file is not found, it is created."),
        ("A hall can have more than 1600 stalls.", "A hall cannot have more than 1600 stalls."),
        (
            "Tours run by night, and guests on horses may join.",
            "Tours run by night, and guests on horses may not join.",
        ),
    ] {
        assert!(is_denied(claim, source), "{claim}");
    }
}

#[test]
fn the_clause_that_denies_is_told_and_what_is_far_needs_more_words() {
    let passage = "The gate opens at six. The old gate is not locked by the guard at night.";
    let claim = "The old gate is locked by the guard.";
    let clause = "The old gate is not locked by the guard at night";
    assert_eq!(denied_at(claim, passage, 0.75).as_deref(), Some(clause));
    let less = "The gate is locked in summer, by visitors.";
    assert_eq!(denied_at(less, passage, 0.75), None);
    let own = "The old gate is not locked by the guard at night.";
    assert_eq!(denied_at(own, passage, 0.5), None, "the source's own words");
}

#[test]
fn what_is_denied_of_one_thing_or_in_one_case_denies_no_other() {
    const STOP: &str = "“Smart” mode disallows new connections, then waits for all existing clients to disconnect. \
        “Fast” mode (the default) does not wait for clients to disconnect.";
    const ROLL: &str = "Smart mode waits for all clients to disconnect. Fast mode rolls transactions back.";
    const WAL: &str = "(Writers sync the WAL on every transaction commit if PRAGMA synchronous is set to FULL but omit \
        this sync if PRAGMA synchronous is set to NORMAL.)";
    const SAFE: &str =
        "WAL mode is safe from corruption with synchronous=NORMAL, and probably DELETE mode is safe too.";
    for (claim, source) in [
        ("Fast mode doesn't wait for the clients.", STOP),
        ("Smart mode waits for the clients.", STOP),
        (
            "In smart mode, nobody new can connect, and the server waits until every client has disconnected.",
            STOP,
        ),
        ("Fast mode doesn't wait for the clients.", ROLL),
        ("If synchronous is NORMAL, commits don't sync the WAL.", WAL),
        ("WAL mode with synchronous=NORMAL doesn't corrupt the database.", SAFE),
    ] {
        assert_eq!(denied_at(claim, source, 0.5), None, "{claim}");
    }
    for (claim, source) in [
        ("“Fast” mode waits for clients to disconnect.", STOP),
        ("Smart mode does not wait for clients to disconnect.", STOP),
        ("Smart mode does not wait for the clients.", ROLL),
        ("If synchronous is FULL, commits don't sync the WAL.", WAL),
        ("WAL mode is not safe from corruption with synchronous=NORMAL.", SAFE),
    ] {
        assert!(is_denied(claim, source), "{claim}");
    }
    let perhaps = |claim: &str, source: &str| {
        let mut reader = Reader::new("en");
        let (claim, source) = (reader.of(claim), reader.of(source));
        perhaps_denied(reader.clauses(&claim), reader.clauses(&source), 0.75).is_some()
    };
    assert!(perhaps("Fast mode doesn't wait for the clients.", ROLL), "another thing");
    assert!(perhaps("If synchronous is NORMAL, commits don't sync the WAL.", WAL), "another case");
    assert!(!perhaps("Fast mode doesn't wait for the clients.", STOP));
}

#[test]
fn sentences_end_at_the_signs_of_each_script() {
    for gap in ["\n", ". ", "? ", "。", "！", "？", "؟ "] {
        assert!(ends_sentence(gap), "{gap:?}");
    }
    for gap in [" ", ".", ", ", "，", "、", "، "] {
        assert!(!ends_sentence(gap), "{gap:?}");
    }
}

#[test]
fn what_is_prevented_is_in_doubt() {
    const COPY: &str = "The second copy is usually ignored to prevent accidentally committing it.";
    const NUMBERS: &str =
        "To avoid blocking concurrent calls that take numbers from one list, a number is not reclaimed.";
    let found = |claim: &str, source: &str| {
        let mut reader = Reader::new("en");
        let (claim, source) = (reader.of(claim), reader.of(source));
        doubted(reader.clauses(&claim), reader.clauses(&source)).map(|range| source.text[range].to_owned())
    };
    for (claim, source) in
        [("It should be committed.", COPY), ("next_number waits for concurrent calls.", NUMBERS)]
    {
        assert!(found(claim, source).is_some(), "{claim}");
        assert!(!is_denied(claim, source), "{claim}");
    }
    for (claim, source) in [
        ("It should not be committed.", COPY),
        ("The second copy is usually ignored.", COPY),
        ("This avoids that concurrent calls wait.", NUMBERS),
        ("Only concurrent calls wait.", NUMBERS),
    ] {
        assert_eq!(found(claim, source), None, "{claim}");
    }
}
