//! Jobs for the tests of this crate.

use gorkd_core::job::JobStatus;
use gorkd_core::model::*;
use gorkd_core::view::*;

pub fn source(number: u32, title: &str, url: &str) -> SourceView {
    SourceView {
        id: SourceId(format!("src_{number}")),
        number: (number > 0).then_some(number),
        cited: number > 0,
        url: url.to_owned(),
        title: title.to_owned(),
        domain: host_of(url),
        ..SourceView::default()
    }
}

/// A good answer in which every part is present.
pub fn good() -> JobView {
    let mut sources = vec![
        source(1, "Boiling point", "https://chem.example.org/boiling-point"),
        source(
            2,
            "Kitchen physics: what happens in the pot",
            "https://www.kitchen.example/physics/what-happens-in-the-pot-when-water-boils?page=3",
        ),
        source(3, "notes", "file:///home/a/notes/water.md"),
        source(0, "Steam engines", "https://steam.example/engines"),
    ];
    sources[0].published_at = Some("2024-05-01T00:00:00Z".to_owned());
    sources[1].truncated = true;
    JobView {
        job_id: "job_1".into(),
        thread_id: "thr_1".into(),
        turn: 1,
        status: JobStatus::Completed,
        question: "At what temperature does water boil?".to_owned(),
        language: "en".to_owned(),
        answer: Some(AnswerView {
            summary: "Water boils at 100 °C at a pressure of one atmosphere. [1][2] The boiling point falls with altitude, by about 1 °C for every 300 metres. [2]".to_owned(),
            detail: "## Pressure\n\nAt the top of Mont Blanc water boils at 85 °C. [3]\n\n- In a pressure cooker it boils at about 120 °C, so that food is done in a third of the time. [1]\n- Salt raises it a little. [2]\n\n| Height | Boils at |\n| --- | --- |\n| 0 m | 100 °C |\n\n```\nT = 100 - h / 300\n```".to_owned(),
            confidence: Confidence::High,
            confidence_reasons: vec!["Three independent sources agree.".to_owned()],
            limitations: vec!["Nothing that was read is newer than 2024.".to_owned()],
            questions: vec!["Is the figure for Mont Blanc measured or computed?".to_owned()],
            ..AnswerView::default()
        }),
        citations: vec![Citation {
            id: "cit1".to_owned(),
            claim_id: "c1".to_owned(),
            source_id: "src_1".into(),
            quote: "Water boils at 100 °C at a pressure of one atmosphere".to_owned(),
            ..Citation::default()
        }],
        sources,
        metadata: Metadata {
            duration_ms: 4_230,
            rounds: 1,
            queries: vec!["boiling point water".to_owned()],
            providers_used: vec!["library".to_owned(), "searxng".to_owned()],
            sources_read: 4,
            cost_usd: 0.004,
            ..Metadata::default()
        },
        ..JobView::default()
    }
}

pub fn disagreeing() -> JobView {
    let mut job = good();
    job.conflicts = vec![
        ConflictView {
            about: "the boiling point at sea level".to_owned(),
            positions: vec![
                PositionView {
                    value: "100 °C".to_owned(),
                    date: None,
                    source_ids: vec!["src_1".into(), "src_2".into()],
                },
                PositionView { value: "99.97 °C".to_owned(), date: None, source_ids: vec!["src_0".into()] },
            ],
            preferred: Some("100 °C".to_owned()),
            why: "Two independent sources say it.".to_owned(),
        },
        ConflictView {
            about: "the year of the first measurement".to_owned(),
            positions: vec![PositionView {
                value: "1742".to_owned(),
                date: None,
                source_ids: vec!["src_3".into()],
            }],
            preferred: None,
            why: String::new(),
        },
    ];
    job.unread = vec![
        UnreadView {
            url: "https://paywall.example/article".to_owned(),
            reason: FailureReason::Paywall,
            detail: "The page asks for a subscription.".to_owned(),
        },
        UnreadView {
            url: "https://slow.example/".to_owned(),
            reason: FailureReason::TimedOut,
            detail: "The page did not answer within 10 seconds.".to_owned(),
        },
    ];
    job.warnings = vec!["search: searxng did not answer within 10 seconds.".to_owned()];
    job
}

pub fn insufficient() -> JobView {
    JobView {
        job_id: "job_2".into(),
        thread_id: "thr_2".into(),
        status: JobStatus::Completed,
        stop_reason: Some(gorkd_core::job::StopReason::StoppedByUser),
        question: "Who invented the wheel?".to_owned(),
        answer: Some(AnswerView {
            summary: "Nothing was found that answers this. The library was searched for “wheel inventor”."
                .to_owned(),
            confidence: Confidence::Insufficient,
            confidence_reasons: vec!["No source bears on the question.".to_owned()],
            limitations: vec!["Add documents with `gorkd library add PATH`.".to_owned()],
            ..AnswerView::default()
        }),
        metadata: Metadata {
            duration_ms: 120,
            providers_used: vec!["library".to_owned()],
            ..Metadata::default()
        },
        ..JobView::default()
    }
}

pub fn cancelled() -> JobView {
    JobView {
        job_id: "job_3".into(),
        status: JobStatus::Cancelled,
        question: "Who invented the wheel?".to_owned(),
        error: Some(ErrorView { code: "cancelled".to_owned(), message: "It was cancelled.".to_owned() }),
        ..JobView::default()
    }
}

/// 200 sources, 60 of them cited, and 30 pages that could not be read.
pub fn crowded() -> JobView {
    let mut job = good();
    job.sources = (1..=200)
        .map(|n| {
            source(if n <= 60 { n } else { 0 }, &format!("Page {n}"), &format!("https://s{n}.example/p"))
        })
        .collect();
    job.unread = (1..=30)
        .map(|n| UnreadView {
            url: format!("https://u{n}.example/"),
            reason: FailureReason::NotFound,
            detail: "The page is gone.".to_owned(),
        })
        .collect();
    job
}

pub fn many_scripts() -> JobView {
    let mut job = good();
    job.sources = vec![
        source(
            1,
            "水の沸点についての詳しい説明と、その歴史、そして気圧との関係をまとめたページ",
            "https://ja.example/沸点",
        ),
        source(2, "نقطة غليان الماء عند مستوى سطح البحر", "https://ar.example/water"),
        source(3, "קבוצת המים", "https://he.example/water"),
    ];
    if let Some(answer) = &mut job.answer {
        answer.summary = "水は一気圧のもとでは摂氏百度で沸騰します。[1] 標高が高くなると気圧が下がるため、沸点も下がります（約三百メートルごとに一度）。[1][2]\n\nيغلي الماء عند درجة حرارة 100 مئوية عند مستوى سطح البحر، وتنخفض درجة الغليان مع الارتفاع. [2] מים רותחים ב־100 מעלות צלזיוס בגובה פני הים. [3]".to_owned();
        answer.detail = "물은 1기압에서 섭씨 100도에서 끓는다. [1] नमस्ते क्‍ष family: 👨‍👩‍👧‍👦 🇩🇪 é".to_owned();
    }
    job
}

/// Pages that contain terminal control sequences.
pub fn hostile() -> JobView {
    let evil = "safe\u{1b}[2J\u{1b}]0;owned\u{7} \u{1b}]8;;https://evil.example\u{1b}\\click\u{1b}]8;;\u{1b}\\ \u{202e}txet\u{202c} a\u{200b}b\r\nline\u{9b}31m \u{1b}(0x \u{e0041}tag\u{0} end\u{7f}";
    let mut job = good();
    job.question = evil.to_owned();
    job.sources[0].title = evil.to_owned();
    job.sources[0].url = format!("https://a.example/{evil}");
    job.sources[3].title = evil.to_owned();
    job.unread =
        vec![UnreadView { url: evil.to_owned(), reason: FailureReason::Blocked, detail: evil.to_owned() }];
    job.warnings = vec![evil.to_owned()];
    if let Some(answer) = &mut job.answer {
        answer.summary = format!("{evil} [1]");
        answer.detail = format!("# {evil}\n\n{evil}\n- {evil}");
    }
    job
}
