//! Reads Rust just well enough for the rules: what is code, and what is comment, text or test.
//!
//! Not a parser. It knows comments (nested ones too), every kind of literal, and the braces of an item; the rest of
//! the language does not matter here.

/// The source with comments and the contents of literals blanked out. Lines keep their numbers.
pub fn code_of(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut code = String::with_capacity(source.len());
    let mut at = 0;
    while at < chars.len() {
        let end = skipped(&chars, at);
        match end {
            Some(end) => {
                // What is blanked still separates what stands around it.
                code.extend(chars[at..end].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
                at = end;
            }
            None => {
                code.push(chars[at]);
                at += 1;
            }
        }
    }
    code
}

/// Code (as [`code_of`] gives it) without the items that are compiled for tests only.
pub fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut rest = code;
    let mut kept = String::with_capacity(code.len());
    while let Some(start) = rest.find(MARK) {
        kept.push_str(&rest[..start]);
        rest = &rest[start + MARK.len()..];
        let end = item_end(rest);
        kept.extend(rest[..end].matches('\n'));
        rest = &rest[end..];
    }
    kept.push_str(rest);
    kept
}

/// Lines of a file that are not compiled for tests only.
pub fn lines_outside_tests(source: &str) -> usize {
    let code = code_of(source);
    let mut rest = code.as_str();
    let mut of_tests = 0;
    while let Some(start) = rest.find("#[cfg(test)]") {
        rest = &rest[start..];
        let end = item_end(rest);
        of_tests += rest[..end].matches('\n').count() + 1;
        rest = &rest[end..];
    }
    source.lines().count().saturating_sub(of_tests)
}

/// Numbers of the lines on which `words` stand as whole words. A word may hold `::`; spaces are not looked through.
pub fn lines_with(code: &str, words: &str) -> Vec<usize> {
    let part_of_a_name = |c: char| c.is_alphanumeric() || c == '_';
    let found = |line: &str| {
        line.match_indices(words).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + words.len()..].chars().next();
            !before.is_some_and(part_of_a_name) && !after.is_some_and(part_of_a_name)
        })
    };
    code.lines().enumerate().filter(|(_, line)| found(line)).map(|(number, _)| number + 1).collect()
}

/// Where an item ends: after its last brace, or after its semicolon if that comes first.
fn item_end(code: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in code.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && c == '}' {
                    return at + 1;
                }
            }
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

/// The end of the comment or literal that begins here, if one does.
fn skipped(chars: &[char], at: usize) -> Option<usize> {
    let next = |offset: usize| chars.get(at + offset).copied();
    let in_a_name = at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_');
    match chars[at] {
        '/' if next(1) == Some('/') => Some(line_end(chars, at)),
        '/' if next(1) == Some('*') => Some(comment_end(chars, at)),
        '"' => Some(string_end(chars, at + 1)),
        '\'' => character_end(chars, at),
        'r' | 'b' | 'c' if !in_a_name => prefixed_end(chars, at),
        _ => None,
    }
}

fn line_end(chars: &[char], at: usize) -> usize {
    chars[at..].iter().position(|c| *c == '\n').map_or(chars.len(), |length| at + length)
}

fn comment_end(chars: &[char], at: usize) -> usize {
    let (mut depth, mut now) = (0usize, at);
    while now < chars.len() {
        match (chars[now], chars.get(now + 1)) {
            ('/', Some('*')) => {
                depth += 1;
                now += 2;
            }
            ('*', Some('/')) => {
                depth -= 1;
                now += 2;
                if depth == 0 {
                    return now;
                }
            }
            _ => now += 1,
        }
    }
    chars.len()
}

/// `at` stands behind the opening quote.
fn string_end(chars: &[char], at: usize) -> usize {
    let mut now = at;
    while now < chars.len() {
        match chars[now] {
            '\\' => now += 2,
            '"' => return now + 1,
            _ => now += 1,
        }
    }
    chars.len()
}

/// A character in quotes; none for a lifetime or a label.
fn character_end(chars: &[char], at: usize) -> Option<usize> {
    if chars.get(at + 1) == Some(&'\\') {
        let close = chars.get(at + 3..)?.iter().position(|c| *c == '\'')?;
        return Some(at + 3 + close + 1);
    }
    (chars.get(at + 2) == Some(&'\'')).then_some(at + 3)
}

/// `r"…"`, `r#"…"#`, `b"…"`, `b'…'`, `br#"…"#`, `c"…"` and the like; none for a name that begins so.
fn prefixed_end(chars: &[char], at: usize) -> Option<usize> {
    let mut now = at;
    while matches!(chars.get(now), Some('r' | 'b' | 'c')) && now - at < 2 {
        now += 1;
    }
    let raw = chars[at..now].contains(&'r');
    let hashes = chars[now..].iter().take_while(|c| **c == '#').count();
    match chars.get(now + hashes) {
        Some('"') if raw => {
            let body = now + hashes + 1;
            let closes = |from: usize| {
                chars[from] == '"'
                    && chars[from + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes
            };
            Some((body..chars.len()).find(|from| closes(*from)).map_or(chars.len(), |from| from + 1 + hashes))
        }
        Some('"') if hashes == 0 => Some(string_end(chars, now + 1)),
        Some('\'') if hashes == 0 && chars[at] == 'b' => character_end(chars, now),
        _ => None,
    }
}

#[test]
fn comments_and_literals_are_no_code() {
    let source = r####"
let a = "async // no \" comment"; // async here
/* async /* nested async */ still */ let b = 'x';
let c = r#"an "async" text"#; let d = b'\''; let e: &'static str = r"\";
let f = br"async"; let g = '\u{1F600}'; let rest = c"async"; fn r#async() {}
"####;
    let code = code_of(source);
    assert_eq!(lines_with(&code, "async"), vec![5], "only the raw name is code:\n{code}");
    assert_eq!(code.lines().count(), source.lines().count());
    for kept in ["let a =", "let b =", "let d =", "let e: &'static str =", "let g =", "let rest ="] {
        assert!(code.contains(kept), "{kept} went missing:\n{code}");
    }
}

#[test]
fn words_are_whole() {
    let code = "let brand = 1;\nuse rand::Rng;\nx.now();\nInstant::now();\n";
    assert_eq!(lines_with(code, "rand"), vec![2]);
    assert_eq!(lines_with(code, "Instant::now"), vec![4]);
}

#[test]
fn tests_inside_a_file_are_left_out() {
    let source =
        "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn clock() {\n        now();\n    }\n}\nfn b() {}\n";
    let kept = without_tests(&code_of(source));
    assert!(kept.contains("fn a()") && kept.contains("fn b()") && !kept.contains("now"), "{kept}");
    assert_eq!(lines_with(&kept, "fn b"), vec![8], "lines keep their numbers");
    assert_eq!(lines_outside_tests(source), 2);
    assert_eq!(lines_outside_tests("#[cfg(test)]\nmod tests;\nfn a() {}\n"), 1);
}
