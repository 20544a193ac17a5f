//! The tables, in an order in which every row comes after the rows it refers to.

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    /// 0 or 1 in SQLite.
    Flag,
    Bytes,
}

impl Kind {
    pub fn postgres(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Number => "bigint",
            Kind::Flag => "boolean",
            Kind::Bytes => "bytea",
        }
    }
}

pub(super) struct Column {
    pub name: &'static str,
    pub kind: Kind,
    /// The SQLite expression that yields the value, if no column has its name.
    of: Option<&'static str>,
}

impl Column {
    pub fn select(&self) -> String {
        match self.of {
            Some(of) => format!("{of} AS {}", self.name),
            None => self.name.to_owned(),
        }
    }
}

pub(super) struct Table {
    pub name: &'static str,
    pub columns: &'static [Column],
}

const fn text(name: &'static str) -> Column {
    Column { name, kind: Kind::Text, of: None }
}

const fn number(name: &'static str) -> Column {
    Column { name, kind: Kind::Number, of: None }
}

const fn flag(name: &'static str) -> Column {
    Column { name, kind: Kind::Flag, of: None }
}

const fn bytes(name: &'static str) -> Column {
    Column { name, kind: Kind::Bytes, of: None }
}

/// SQLite's row number.
const ROW: Column = Column { name: "number", kind: Kind::Number, of: Some("rowid") };
const PLATFORM: Column =
    Column { name: "platform", kind: Kind::Text, of: Some("requester ->> '$.platform'") };
/// The requester's key.
const PERSON: Column = Column {
    name: "person",
    kind: Kind::Text,
    of: Some("(requester ->> '$.platform') || ':' || (requester ->> '$.user')"),
};

/// Not moved: worker leases (no worker may be running) and change notifications.
pub(super) const TABLES: &[Table] = &[
    Table {
        name: "threads",
        columns: &[
            text("thread"),
            text("place"),
            text("owner"),
            text("title"),
            text("words"),
            number("turns"),
            number("created_at"),
            number("updated_at"),
            text("titled_by"),
        ],
    },
    Table {
        name: "jobs",
        columns: &[
            number("id"),
            text("job"),
            text("thread"),
            number("turn"),
            text("place"),
            text("requester"),
            PLATFORM,
            PERSON,
            text("question"),
            text("status"),
            number("head"),
            number("created_at"),
            number("updated_at"),
            text("forked_from"),
            number("forked_at"),
            number("wake_at"),
            text("worker"),
            number("claim"),
            flag("background"),
            text("lane"),
            text("servers"),
        ],
    },
    Table {
        name: "events",
        columns: &[
            ROW,
            text("job"),
            number("seq"),
            number("at"),
            text("kind"),
            number("version"),
            text("payload"),
            text("effect"),
            text("actor"),
            text("typed"),
        ],
    },
    Table {
        name: "outcomes",
        columns: &[
            text("job"),
            number("seq"),
            number("at"),
            text("kind"),
            text("name"),
            number("tokens"),
            number("usd"),
            flag("cached"),
            text("failure"),
        ],
    },
    Table {
        name: "budgets",
        columns: &[text("scope"), text("period"), number("reserved"), number("spent"), number("most")],
    },
    Table {
        name: "budget_notices",
        columns: &[text("scope"), text("period"), number("percent"), number("most"), text("job")],
    },
    Table { name: "runs", columns: &[text("requester"), number("at")] },
    Table { name: "under_way", columns: &[text("same"), text("job")] },
    Table { name: "texts", columns: &[text("hash"), number("size"), flag("packed"), bytes("body")] },
    Table {
        name: "documents",
        columns: &[number("id"), text("hash"), text("url"), number("fetched_at"), text("metadata")],
    },
    Table { name: "document_refs", columns: &[number("document"), text("job"), text("audience")] },
    Table {
        name: "library_roots",
        columns: &[text("path"), text("base_url"), number("added_at"), number("synced_at")],
    },
    Table {
        name: "library_files",
        columns: &[
            text("root"),
            text("path"),
            text("url"),
            number("size"),
            number("modified"),
            text("hash"),
            text("error"),
            number("document"),
            number("reading"),
        ],
    },
    Table { name: "library_urls", columns: &[text("url"), number("generation"), number("document")] },
    Table { name: "library_state", columns: &[number("first"), number("generation")] },
    Table {
        name: "keys",
        columns: &[
            text("id"),
            text("name"),
            text("prefix"),
            text("hash"),
            number("created_at"),
            number("last_used_at"),
            number("revoked_at"),
            text("role"),
            number("expires_at"),
            number("month_usd"),
        ],
    },
    Table {
        name: "sessions",
        columns: &[text("hash"), text("key"), number("created_at"), number("expires_at")],
    },
    Table { name: "link_codes", columns: &[text("identity"), text("hash"), number("expires_at")] },
    Table { name: "linked", columns: &[text("chat"), text("web"), text("id"), number("at")] },
    Table { name: "secrets", columns: &[text("name"), bytes("value")] },
    Table { name: "ended_shares", columns: &[text("job"), number("at")] },
    Table {
        name: "shares",
        columns: &[text("id"), text("job"), text("owner"), number("created_at"), number("expires_at")],
    },
    Table {
        name: "requests",
        columns: &[
            text("owner"),
            text("key"),
            text("fingerprint"),
            text("holder"),
            number("at"),
            number("until"),
            number("status"),
            text("headers"),
            bytes("body"),
            text("thread"),
        ],
    },
    Table {
        name: "provider_usage",
        columns: &[text("provider"), text("day"), number("calls"), number("credits")],
    },
    Table {
        name: "lessons",
        columns: &[
            text("domain"),
            text("about"),
            text("name"),
            number("tried"),
            number("helped"),
            number("failed"),
            number("failed_at"),
            number("learnt_at"),
        ],
    },
    Table {
        name: "answers",
        columns: &[
            ROW,
            text("job"),
            text("audience"),
            text("question"),
            text("form"),
            text("profile"),
            text("privacy"),
            text("domain"),
            number("library"),
            number("asked_at"),
            number("expires_at"),
            text("embedder"),
            bytes("meaning"),
        ],
    },
    Table { name: "open_runs", columns: &[text("job")] },
    Table {
        name: "followers",
        columns: &[text("job"), text("person"), text("requester"), text("place"), number("at")],
    },
    Table {
        name: "watches",
        columns: &[
            text("id"),
            text("owner"),
            text("origin"),
            text("base"),
            number("next_at"),
            flag("running"),
            text("watch"),
        ],
    },
    Table { name: "actors", columns: &[text("actor"), text("person")] },
    Table { name: "people", columns: &[text("person")] },
    Table {
        name: "preferences_of_people",
        columns: &[text("person"), text("name"), text("value"), number("at")],
    },
    Table {
        name: "preferences_of_places",
        columns: &[text("place"), text("name"), text("value"), number("at")],
    },
    Table {
        name: "arrivals",
        columns: &[number("number"), text("key"), text("platform"), text("payload"), number("at")],
    },
    Table { name: "steps", columns: &[text("arrival"), text("name"), text("made"), number("at")] },
    Table {
        name: "tellings",
        columns: &[
            ROW,
            text("job"),
            text("place"),
            text("platform"),
            text("requester"),
            PERSON,
            flag("private"),
            text("handle"),
            text("extras"),
            text("state"),
            number("at"),
            number("wake_at"),
        ],
    },
    Table {
        name: "messages",
        columns: &[
            ROW,
            text("job"),
            text("place"),
            text("key"),
            text("platform"),
            number("intent_at"),
            text("nonce"),
            text("id"),
            text("hash"),
        ],
    },
    Table { name: "threads_at", columns: &[text("place"), text("thread"), flag("owned")] },
    Table { name: "answer_channels", columns: &[text("place"), text("channel"), number("at")] },
    Table {
        name: "feedback",
        columns: &[ROW, text("job"), text("person"), flag("good"), text("reason"), number("at")],
    },
    Table { name: "edits", columns: &[text("job"), text("text"), number("at")] },
    Table { name: "picks", columns: &[ROW, text("job"), text("source"), text("pick"), number("at")] },
    Table {
        name: "table_edits",
        columns: &[
            text("job"),
            text("artifact"),
            number("version"),
            number("at"),
            text("content"),
            text("edited_by"),
        ],
    },
    Table {
        name: "installations",
        columns: &[text("platform"), text("workspace"), text("access"), number("at")],
    },
    Table {
        name: "registered_commands",
        columns: &[text("platform"), text("application"), text("hash"), number("at")],
    },
    Table { name: "connections", columns: &[text("platform"), number("at"), number("count")] },
    Table {
        name: "articles",
        columns: &[
            number("number"),
            text("site"),
            text("id"),
            flag("is_number"),
            text("title"),
            text("text"),
            text("url"),
            flag("published"),
            text("author"),
            number("created_at"),
            number("updated_at"),
        ],
    },
    Table {
        name: "article_research",
        columns: &[number("article"), text("job"), text("profile"), number("claimed_at")],
    },
    Table {
        name: "article_news",
        columns: &[
            number("seq"),
            text("site"),
            text("id"),
            flag("is_number"),
            flag("published"),
            text("author"),
            text("job"),
            text("status"),
            number("at"),
        ],
    },
];

/// Columns with automatic numbers.
pub(super) const NUMBERED: [(&str, &str); 9] = [
    ("jobs", "id"),
    ("events", "number"),
    ("documents", "id"),
    ("arrivals", "number"),
    ("tellings", "number"),
    ("messages", "number"),
    ("feedback", "number"),
    ("picks", "number"),
    ("articles", "number"),
];
