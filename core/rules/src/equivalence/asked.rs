//! What is asked for: a person, a time, a reason, a way, an amount, a yes or no.

/// The head of a question, as far as it decides what an answer must say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Asked {
    /// What, which, or told to list, explain, describe.
    Thing,
    Person,
    Time,
    Place,
    Reason,
    /// How something is done or goes on.
    Manner,
    Amount,
    /// How long, how old, how far: the next word tells.
    Degree,
    Fact,
    Possible,
    Advised,
    Future,
}

/// Reads the head of a clause, given in lower case: what is asked, and how many words say so.
pub(super) fn head(words: &[&str]) -> (Option<Asked>, usize) {
    let polite = politeness(words);
    let rest = &words[polite..];
    let begins = |phrase: &str| {
        let mut count = 0;
        phrase
            .split(' ')
            .all(|word| {
                count += 1;
                rest.get(count - 1).is_some_and(|given| word.split('|').any(|choice| choice == *given))
            })
            .then_some(count)
    };
    if let Some((asked, count)) = HEADS.iter().find_map(|(phrase, asked)| Some((*asked, begins(phrase)?))) {
        return (Some(asked), polite + count);
    }
    (None, polite)
}

/// Words at the head that only ask nicely.
pub(super) fn politeness(words: &[&str]) -> usize {
    let mut skipped = 0;
    loop {
        let rest = &words[skipped..];
        let found = POLITE.iter().find_map(|phrase| {
            let count = phrase.split(' ').count();
            (rest.len() > count && phrase.split(' ').zip(rest).all(|(a, b)| a.split('|').any(|a| a == *b)))
                .then_some(count)
        });
        match found {
            Some(count) => skipped += count,
            None => return skipped,
        }
    }
}

/// Longest first. `|` parts choices.
const POLITE: &[&str] = &[
    "can|could|would|will you please tell|explain|show me|us",
    "can|could|would|will you tell|explain|show me|us",
    "can|could|would|will anyone|anybody|someone|somebody please tell|explain me|us",
    "can|could|would|will anyone|anybody|someone|somebody tell|explain me|us",
    "can|could|would|will anyone|anybody|someone|somebody please explain|tell|describe",
    "can|could|would|will anyone|anybody|someone|somebody explain|tell|describe",
    "can|could|would|will you please explain|tell|describe",
    "can|could|would|will you explain|tell|describe",
    "does anyone|anybody|someone know",
    "do you know",
    "do you happen to know",
    "i want|need to know",
    "i would like to know",
    "i wonder",
    "i am wondering",
    "tell|explain me",
    "please tell|explain|show me",
    "please",
    "kindly",
    "hi",
    "hey",
    "hello",
    "okay",
    "ok",
    "so",
    "well",
    "and",
    "but",
];

/// The first that fits decides. `|` parts choices.
const HEADS: &[(&str, Asked)] = &[
    ("what is the best|easiest|right|proper|correct|good|most way|ways|method|approach to", Asked::Manner),
    ("what are the best|easiest|right|proper|good way|ways|methods|approaches to", Asked::Manner),
    ("what are some good|best|easy|effective way|ways|methods to", Asked::Manner),
    ("what are some way|ways|methods|steps to", Asked::Manner),
    ("what is a good|proper way|method to", Asked::Manner),
    ("what is|are the way|ways|method|methods|steps to", Asked::Manner),
    ("which is the best way|method to", Asked::Manner),
    ("which are the best ways|methods to", Asked::Manner),
    ("what should|can|could|do|must i|you|we|one do to", Asked::Manner),
    ("is there any|a|some way|ways|anyway to", Asked::Manner),
    ("is there anyway to", Asked::Manner),
    ("are there any|some ways to", Asked::Manner),
    (
        "how do|does|did|can|could|should|would|will|might|must i|you|we|one|someone|somebody|people",
        Asked::Manner,
    ),
    ("how i|you|we|one can|could|should|would|will|do", Asked::Manner),
    ("how to", Asked::Manner),
    ("how come", Asked::Reason),
    ("how many|much", Asked::Amount),
    ("what is the number of", Asked::Amount),
    ("what number of", Asked::Amount),
    ("how is|are|was|were|do|does|did|has|have|had|can|could|will|would|should", Asked::Manner),
    (
        "how old|long|far|tall|high|big|large|deep|wide|heavy|fast|often|soon|late|early|hot|cold|strong|hard|easy|difficult|good|bad|safe|dangerous|common|important|expensive|cheap|effective|likely|close|small|true|rich|accurate|powerful|popular|successful|reliable|useful|likely",
        Asked::Degree,
    ),
    ("how", Asked::Manner),
    ("why", Asked::Reason),
    ("what is|are|was|were the reason|reasons for|behind|that|why", Asked::Reason),
    ("for what reason|reasons", Asked::Reason),
    ("when", Asked::Time),
    ("in|on|at what|which year|date|time|day|month|century|decade", Asked::Time),
    ("what year|date|time|day", Asked::Time),
    ("what is the date|time of", Asked::Time),
    ("where", Asked::Place),
    ("in|at what|which place|location|country|city", Asked::Place),
    ("who|whom|whose", Asked::Person),
    ("with|by|to|for|from whom|who", Asked::Person),
    ("in|on|at|for|with|by|to|from|of how many|much", Asked::Amount),
    ("in|on|at|for|with|by|to|from|of what|which", Asked::Thing),
    ("what|which", Asked::Thing),
    ("is|was it possible to|for", Asked::Possible),
    ("can|could|may|might|cannot", Asked::Possible),
    ("should|must|ought|shall", Asked::Advised),
    ("will|would", Asked::Future),
    ("is|are|am|was|were|do|does|did|has|have|had", Asked::Fact),
    ("list|name|give|tell|explain|describe|show|define|compare", Asked::Thing),
];
