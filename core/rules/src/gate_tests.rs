use super::*;
use crate::analyze::analyze;
use crate::ask_back::{senses, signal};
use gorkd_core::job::{Flip, Gates, ModelPrice, Models, Prices};
use gorkd_core::model::{Budget, Millis, SearchHit};
use gorkd_words::Locale;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Clear,
    Ambiguous,
    Expensive,
}
use Label::{Ambiguous, Clear, Expensive};

/// Prompts as people type them, asked of a deep run with a hosted model and a paid search.
const PROMPTS: [(&str, Label); 60] = [
    ("When was the Eiffel Tower opened to the public?", Clear),
    ("How do I undo the last commit in git?", Clear),
    ("What is the difference between TCP and UDP?", Clear),
    ("Why does bread go stale faster in the fridge?", Clear),
    ("population of Portugal in 2021", Clear),
    ("Is ibuprofen safe to take with paracetamol?", Clear),
    ("How long does a passport renewal take in the UK?", Clear),
    ("What did the ECB decide on 12 March 2024?", Clear),
    ("Which port does PostgreSQL listen on by default?", Clear),
    ("Who wrote The Left Hand of Darkness and when did it win the Hugo?", Clear),
    ("best pizza oven under 500 euros", Clear),
    ("Wann wurde der Kölner Dom vollendet?", Clear),
    ("Wie viel Vitamin D braucht ein Erwachsener am Tag?", Clear),
    ("Was kostet ein Deutschlandticket?", Clear),
    ("Wie wechsle ich bei einem Fahrrad die Kette?", Clear),
    ("¿Quién pintó el Guernica?", Clear),
    ("¿Cuánto tarda en llegar una carta de Madrid a Lisboa?", Clear),
    ("¿Cómo se renueva el pasaporte español en el extranjero?", Clear),
    ("Quelle est la capitale de l'Australie ?", Clear),
    ("Combien de calories y a-t-il dans un croissant ?", Clear),
    ("Pourquoi le ciel est-il bleu ?", Clear),
    ("Когда был основан Санкт-Петербург?", Clear),
    ("Сколько длится перелёт из Москвы в Токио?", Clear),
    ("Почему небо голубое?", Clear),
    ("珠穆朗玛峰有多高？", Clear),
    ("为什么天空是蓝色的？", Clear),
    ("متى بُني برج إيفل؟", Clear),
    ("ما هي عاصمة أستراليا؟", Clear),
    ("What changed in SQLite 3.45?", Clear),
    ("list of countries that use the euro", Clear),
    ("Is it good?", Ambiguous),
    ("Compare them", Ambiguous),
    ("explain this", Ambiguous),
    ("How does it work?", Ambiguous),
    ("heat pumps", Ambiguous),
    ("batteries", Ambiguous),
    ("Mercury", Ambiguous),
    ("Which database should I use?", Ambiguous),
    ("What is the best laptop?", Ambiguous),
    ("Is that safe?", Ambiguous),
    ("Was ist das beste Auto?", Ambiguous),
    ("Ist das gut?", Ambiguous),
    ("¿Cuál es el mejor teléfono?", Ambiguous),
    ("Quel est le meilleur ordinateur ?", Ambiguous),
    ("Какой ноутбук лучший?", Ambiguous),
    ("Write a comprehensive market analysis of electric buses in Europe", Expensive),
    ("What does it cost to found a company in every country of the EU?", Expensive),
    ("Systematic review of studies on intermittent fasting and blood pressure", Expensive),
    ("Compare the pension systems of all countries in Europe", Expensive),
    ("Literature review on perovskite solar cell stability", Expensive),
    ("List the 50 largest museums with their founding years and directors", Expensive),
    ("State of the art in protein structure prediction", Expensive),
    ("Marktanalyse für Wärmepumpen in Deutschland", Expensive),
    ("Umfassender Vergleich der Rentensysteme aller Länder Europas", Expensive),
    ("Análisis de mercado de bicicletas eléctricas en España", Expensive),
    ("Étude de marché des bus électriques en France", Expensive),
    ("Анализ рынка электромобилей в России", Expensive),
    ("Пенсионные системы всех стран Европы", Expensive),
    ("欧洲电动公交车市场分析", Expensive),
    ("تحليل السوق للحافلات الكهربائية في أوروبا", Expensive),
];

/// What a search shows under names that stand for several things.
fn shown(name: &str) -> Vec<SearchHit> {
    let titles: &[&str] = match name {
        "Mercury" => &["Mercury (planet)", "Mercury (element)", "Mercury (mythology)"],
        _ => &["Something else"],
    };
    titles.iter().map(|title| SearchHit { title: (*title).to_owned(), ..SearchHit::default() }).collect()
}

fn asked(text: &str) -> Job {
    let price =
        ModelPrice { input: MicroUsd(2_500_000), output: MicroUsd(10_000_000), ..ModelPrice::default() };
    let model = || Some("hosted".to_owned());
    Job {
        question: analyze(text, Millis(1_780_272_000_000)),
        // A deep run (`config/profiles.toml`).
        budget: Budget {
            rounds: 6,
            queries: 18,
            pages: 16,
            seconds: 150,
            tokens: 250_000,
            usd: 1.0,
            ..Budget::default()
        },
        models: Models { planner: model(), writer: model(), checker: model(), driver: None },
        prices: Prices {
            searches: [("paid".to_owned(), MicroUsd(5_000))].into(),
            models: [("hosted".to_owned(), price)].into(),
        },
        providers: vec!["paid".to_owned()],
        gates: Gates {
            ask_back: true,
            // As in `config/default.toml`.
            flip: Some(Flip { clarity: 0.5, coherence: 0.6, usd: MicroUsd(300_000) }),
            ..Gates::default()
        },
        ..Job::default()
    }
}

fn decided(text: &str) -> (Gate, Label) {
    let mut job = asked(text);
    let mut found = gate(&job).expect("nobody chose a mode");
    job.gate = Some(found);
    if let Signal::Preview(name) = signal(&job) {
        let several = senses(&name, &shown(&name), Locale::En);
        found = looked_at(&job, several.as_ref()).expect("it was looked at");
    }
    let limits = job.gates.flip.expect("thresholds");
    let label = match found {
        Gate { auto: true, .. } => Clear,
        Gate { clarity, coherence, .. } if clarity < limits.clarity || coherence < limits.coherence => {
            Ambiguous
        }
        Gate { .. } => Expensive,
    };
    (found, label)
}

/// Of all prompts, and at most so many clear ones held up.
const ACCURACY: f64 = 0.9;
const FALSE_FLIPS: f64 = 0.05;

#[test]
fn prompts_are_told_apart_and_clear_ones_are_not_held_up() {
    let found: Vec<(&str, Label, Gate, Label)> = PROMPTS
        .iter()
        .map(|(text, wanted)| {
            let (gate, label) = decided(text);
            (*text, *wanted, gate, label)
        })
        .collect();
    let wrong: Vec<String> = found
        .iter()
        .filter(|(_, wanted, _, label)| wanted != label)
        .map(|(text, wanted, gate, label)| format!("{text}: {label:?}, not {wanted:?} ({gate:?})"))
        .collect();
    let wrong_clear =
        found.iter().filter(|(_, wanted, _, label)| *wanted == Clear && *label != Clear).count();
    let clear = PROMPTS.iter().filter(|(_, wanted)| *wanted == Clear).count();
    let accuracy = 1.0 - wrong.len() as f64 / PROMPTS.len() as f64;
    println!("accuracy {accuracy:.3}, {wrong_clear} of {clear} clear prompts held up");
    assert!(accuracy >= ACCURACY, "{accuracy}\n{}", wrong.join("\n"));
    assert!(wrong_clear as f64 <= FALSE_FLIPS * clear as f64, "{}", wrong.join("\n"));
}

#[test]
fn nothing_is_measured_where_the_mode_was_chosen() {
    let mut job = asked("Is it good?");
    job.gates.flip = None;
    assert_eq!((gate(&job), looked_at(&job, None)), (None, None));
}

#[test]
fn what_costs_nothing_is_never_expensive() {
    for (text, _) in PROMPTS.iter().filter(|(_, label)| *label == Expensive) {
        let job = Job { prices: Prices::default(), ..asked(text) };
        let found = gate(&job).expect("nobody chose a mode");
        assert_eq!((found.usd, found.auto), (MicroUsd(0), true), "{text}");
    }
}
