//! Claims that are a block of code and nothing else. Nobody rewords code, so it has to stand there line by line.

use super::agreement::{Finding, Ground};
use super::quotes::Context;
use gorkd_core::model::Support;

const FENCE: &str = "```";
/// The end of a prompt, before a command in the listing of a terminal.
const PROMPT: &str = "$ ";

/// The code of a claim that consists of one fenced block.
pub(super) fn code_in(claim: &str) -> Option<&str> {
    let inside = claim.trim().strip_prefix(FENCE)?.strip_suffix(FENCE)?;
    let (_, code) = inside.split_once('\n')?;
    (!code.contains(FENCE) && !code.trim().is_empty()).then_some(code)
}

/// What becomes of such a claim: it is supported if its lines follow each other beside a quote, and otherwise never more
/// than partly.
pub(super) fn judged(code: &str, contexts: &[Context<'_>], otherwise: impl FnOnce() -> Finding) -> Finding {
    let wanted = lines(code);
    let stands = |block: &str| lines(block).contains(&wanted) || commands(block).contains(&wanted);
    if contexts.iter().any(|context| stands(context.block)) {
        return Finding::new(Support::Supported, None, 1.0);
    }
    let finding = otherwise();
    if finding.support < Support::Supported {
        return finding;
    }
    let problem = "the code does not appear there like this; copy it line by line".to_owned();
    Finding { support: Support::Partly, problem: Some(problem), ground: Ground::Plain, ..finding }
}

/// The lines of code, each on its own and without prompts and fences.
fn lines(code: &str) -> String {
    written(code).map(|line| format!("\n{}\n", command(line).unwrap_or(line))).collect()
}

/// The same of those behind a prompt: without what a terminal printed.
fn commands(code: &str) -> String {
    written(code).filter_map(command).map(|line| format!("\n{line}\n")).collect()
}

fn written(code: &str) -> impl Iterator<Item = &str> {
    code.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(FENCE))
}

/// What is typed behind a prompt, which is a sign alone or names a user and a machine before it.
fn command(line: &str) -> Option<&str> {
    let (before, command) = line.split_once(PROMPT)?;
    (before.is_empty() || before.contains('@')).then_some(command)
}

#[cfg(test)]
mod tests {
    use super::super::known::Reader;
    use super::super::quotes::with_quote;
    use super::*;

    #[test]
    fn code_is_supported_if_it_stands_there_line_by_line() {
        let text = "# Patches\n\nRecord the change:\n\n```\n$ mkdir debian/patches\n$ dquilt new fix.patch\n\
            $ dquilt add Makefile\n```\n\nThen edit the file.";
        let quote = "Record the change:";
        let mut reader = Reader::new("en");
        let mut support =
            |claim: &str| with_quote(text, quote, |context| reader.agreement(claim, context).support);
        for claim in [
            "```\nmkdir debian/patches\ndquilt new fix.patch\n```",
            "```sh\n$ dquilt new fix.patch\n$ dquilt add Makefile\n```",
        ] {
            assert_eq!(support(claim), Support::Supported, "{claim}");
        }
        for claim in [
            "```\ndquilt add Makefile\ndquilt new fix.patch\n```",
            "```\ndquilt new fix.patch --force\n```",
            "```\nmkdir debian/patches\ndquilt add Makefile\n```",
            "```\nquilt new fix.patch\n```",
        ] {
            assert!(support(claim) < Support::Supported, "{claim}");
        }
        assert_eq!(code_in("Run this:\n```\nmake all\n```"), None);
        assert_eq!(code_in("```\na\n```\nand\n```\nb\n```"), None);
    }

    #[test]
    fn neither_prompts_nor_what_a_terminal_printed_need_be_copied() {
        let text = "- Run `ssh` to connect with the remote site:\n\n  ```\n  localname @ localhost $ ssh -q -X \
            loginname@remotehost.domain\n  Password:\n  localname @ localhost $ gitk\n  ```\n";
        let quote = "Run `ssh` to connect with the remote site:";
        let mut reader = Reader::new("en");
        let mut support =
            |claim: &str| with_quote(text, quote, |context| reader.agreement(claim, context).support);
        for claim in [
            "```\nssh -q -X loginname@remotehost.domain\n```",
            "```\nssh -q -X loginname@remotehost.domain\nPassword:\n```",
            "```\nssh -q -X loginname@remotehost.domain\ngitk\n```",
            "```\n$ ssh -q -X loginname@remotehost.domain\n```",
        ] {
            assert_eq!(support(claim), Support::Supported, "{claim}");
        }
        for claim in [
            "```\nssh -q loginname@remotehost.domain\n```",
            "```\ngitk\nssh -q -X loginname@remotehost.domain\n```",
            "```\nlocalhost $ gitk\n```",
        ] {
            assert!(support(claim) < Support::Supported, "{claim}");
        }
    }
}
