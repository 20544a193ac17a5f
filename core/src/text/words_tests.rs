use super::*;
use proptest::prelude::*;

fn shown(text: &str) -> Vec<&str> {
    words(text).into_iter().map(|word| word.text).collect()
}

#[test]
fn identifiers_stay_whole() {
    assert_eq!(
        shown("Use pg_stat_activity, os.path.join(a) and `git merge --no-ff`. C++ and C# too."),
        [
            "Use",
            "pg_stat_activity",
            "os.path.join",
            "a",
            "and",
            "git",
            "merge",
            "--no-ff",
            "C++",
            "and",
            "C#",
            "too"
        ]
    );
}

#[test]
fn identifiers_are_found_whole_and_in_parts() {
    let keys = keys("os.path.join maxBytes", "en");
    assert!(["os.path.join", "path", "join", "max", "byte"].iter().all(|k| keys.iter().any(|key| key == k)));
}

#[test]
fn numbers_and_hyphens_have_their_shape() {
    let shapes: Vec<Shape> =
        words("1,000 3.14 2024-03-05 well-known v1.2 don't").iter().map(|w| w.shape).collect();
    assert_eq!(
        shapes,
        [Shape::Number, Shape::Number, Shape::Number, Shape::Compound, Shape::Identifier, Shape::Plain]
    );
}

#[test]
fn inflections_meet() {
    assert_eq!(keys("The cities' films were directed", "en"), keys("city film directing", "en"));
    assert_eq!(keys("Géza l’École", "fr"), keys("geza ecole", "fr"));
    assert_eq!(stem("Häuser", "de"), stem("häusern", "de"));
    assert_eq!(keys("Wer wandelt es?", "de"), keys("wandeln", "de"));
}

#[test]
fn contracted_verbs_say_as_little_as_others() {
    assert_eq!(keys("it didnt want the front", "en"), keys("want front", "en"));
    assert_eq!(
        keys("It isn't slow, they’re fast, we'll stop, and I can't or won't go.", "en"),
        keys("slow fast stop go", "en")
    );
    assert_eq!(keys("It ain't AI, and we shan't stop.", "en"), keys("AI stop", "en"));
    assert_eq!(keys("Is the pin bent?", "en"), ["pin", "bent"]);
    assert_eq!(keys("thats odd, im sure it cant be ppl fault, wtf", "en"), keys("odd sure fault", "en"));
}

#[test]
fn unspaced_scripts_become_bigrams() {
    assert_eq!(keys("東京都の人口", "ja"), ["東京", "京都", "都の", "の人", "人口"]);
}

#[test]
fn function_words_part_unspaced_scripts() {
    let asked = "tail 默认显示多少行？";
    let shown: Vec<(&str, Shape)> =
        words_of(asked, "zh").into_iter().map(|word| (&asked[word.range], word.shape)).collect();
    let expected = [
        ("tail", Shape::Plain),
        ("默认显示", Shape::Unspaced),
        ("多少", Shape::Plain),
        ("行", Shape::Unspaced),
    ];
    assert_eq!(shown, expected);
    assert_eq!(keys("如何更改系统的时区", "zh"), ["更改", "改系", "系统", "时区"]);
    assert_eq!(keys("为什么", "zh"), Vec::<String>::new());
    assert_eq!(keys("土耳其的首都在哪？", "zh"), ["土耳", "耳其", "首都", "都在"]);
    assert_eq!(keys("吗啡是做什么的？", "zh"), ["吗啡"]);
    assert_eq!(words_of(asked, "ja").len(), 2, "another language has other function words");
}

#[test]
fn folding_keeps_letters_that_marks_tell_apart() {
    assert_eq!(fold("“Ça va”  –  naïve"), "\"ca va\" - naive");
    assert_eq!(fold("й"), "й");
}

proptest! {
    #[test]
    fn words_of_letters_alone_are_those_that_any_other_way_finds(text in "[a-cA-C]{1,3}[-a1.,:;'’+#_ )\"\né(]{0,4}") {
        if let Some(length) = letters_alone(&text) {
            prop_assert_eq!(length, word_length(&text));
            prop_assert_eq!(shape_of(&text[..length]), Shape::Plain);
        }
    }

    #[test]
    fn words_lie_in_order_on_character_boundaries(text in "\\PC{0,80}") {
        let mut last = 0;
        for word in words(&text) {
            prop_assert!(word.range.start >= last && word.range.end > word.range.start);
            prop_assert_eq!(text.get(word.range.clone()), Some(word.text));
            last = word.range.end;
        }
        for term in all_terms(&text, "en") {
            prop_assert!(text.get(term.range).is_some());
        }
    }
}
