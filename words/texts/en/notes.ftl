### What gorkd's rules say about an answer, in the language of its question: how sure it is, its limits, why there is none, and
### what is asked back.

## How sure an answer is

parts-open = { $open ->
    [one] 1 of { $total } parts of the question is not answered.
   *[other] { $open } of { $total } parts of the question are not answered.
}
answers-maybe-part = It may answer only a part of the question.
answers-part = The question is answered only in part.
answers-all = Every part of the question is answered.
draft-contradicted = { $count ->
    [one] What was read contradicts a statement of the draft, which was left out.
   *[other] What was read contradicts { $count } statements of the draft, which were left out.
}
passage-misses = The question asks for { $kind }, and the passage gives none.
statements-miss = The question asks for { $kind }, and none of the statements gives one.
kind-time = a date or a year
kind-duration = a length of time
kind-count = a number
kind-money = an amount of money
kind-percent = a share or a percentage
kind-version = a version
disagree-mainly = Sources disagree on the main point: { $values }.
disagree-point = Sources disagree on one of its points: { $values }.
statements-held = { $held ->
    [one] 1 of { $total } statements is fully supported.
   *[other] { $held } of { $total } statements are fully supported.
}
passage-fits = The passage fits the question well.
passage-doubtful = The passage fits the question only loosely.
passage-rivaled = Other passages fit the question about as well.
passage-has-words = The passage contains the question's words.
passage-has-some-words = The passage contains only some of the question's words.
statements-checked = Each statement was checked against the passage it cites.
statements-reworded = Some statements are in other words than the passages, and only rules have compared them.
one-work-trusted = All its sources belong to one work, which is official, the subject's own, or among your documents.
one-work = All its sources belong to one work.
main-work-trusted = The summary comes from one work, which is official, the subject's own, or among your documents.
main-works = { $works ->
    [one] The summary comes from one work; the details draw on others, too.
   *[other] The summary comes from { $works } independent works; the details draw on others, too.
}
many-works = It comes from { $works } independent works.
sources-official = The sources are official, edited or the subject's own.
sources-open = Anyone can write on the sites it comes from.

## Its limits, and what to check next

limit-left-out = { $count ->
    [one] One statement of the draft was left out because no source supports it.
   *[other] { $count } statements of the draft were left out because no source supports them.
}
limit-unread = { $count ->
    [one] One page could not be read.
   *[other] { $count } pages could not be read.
}
limit-large = { $count ->
    [one] One source is so large that only its first part was read.
   *[other] { $count } sources are so large that only their first parts were read.
}
limit-outdated = Marked as outdated: { $titles }
limit-one-source = Everything rests on a single source; no other source confirms it.
limit-no-table = The sources don't have enough data for a table with two rows. This is a brief instead.
table-item = Item
table-says = What the sources say
limit-first-part = Only the first part of { $what } was read.
limit-version = The question is about { $asked }; what was read is about { $found }.
limit-unanswered = Nothing that was read answers: { $question }
limit-perhaps-unanswered = Perhaps not answered: { $question }
limit-gap = Not found in what was read: { $gap }
limit-weak = { $count ->
    [one] One statement is not confirmed well enough to rely on it alone.
   *[other] { $count } statements are not confirmed well enough to rely on them alone.
}
limit-private = { $count ->
    [one] 1 passage of a private document was not shown to { $model }, which runs on another computer.
   *[other] { $count } passages of private documents were not shown to { $model }, which runs on another computer.
}
limit-not-academic = None of the sources read is academic.
limit-no-dates = None of the sources says when it was published.
limit-old = The newest source is { $age } old.
limit-language = The question is in { $asked }, but the sources are in { $found }. Asking in { $found } will find more.
age-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
age-months = { $count ->
    [one] 1 month
   *[other] { $count } months
}
age-years = { $count ->
    [one] 1 year
   *[other] { $count } years
}
language-en = English
language-de = German
language-es = Spanish
language-fr = French
language-ru = Russian
language-zh = Chinese
language-ar = Arabic
language-it = Italian
language-pt = Portuguese
language-ja = Japanese
next-still-so = Is this still so today?
next-changed = Has anything changed in the last { $age }?
next-which = Which is right: { $values }? ({ $about })
next-second = Does a second, independent source confirm this: { $statement }
worked-out = Worked out from the cited numbers: { $sum }.
mark-weak = Not confirmed well enough to rely on it alone. Check it with another source.
premise-denied = The sources say otherwise: “{ $quote }”
partly-supported = (only partly supported)
newer-source = It is the newer source.
weightier-source = It is the more authoritative source.
neither-source = Neither source is clearly better.
limit-one-side = Everything cited comes from { $name } itself; nobody else is cited.
limit-no-contrary = A search for contrary evidence found nothing that contradicts this.
disclaimer-medical = This is general information from the sources cited, not medical advice. Ask a doctor or a pharmacist about your own case.
disclaimer-legal = This is general information from the sources cited, not legal advice, and law differs from place to place. Ask a lawyer about your own case.
disclaimer-financial = This is general information from the sources cited, not financial advice. Ask an adviser before you decide.
or-list = { $first } or { $second }
and-list = { $first } and { $second }
or-list-more = { $first }, { $second }
or-list-last = { $first }, or { $second }
and-list-more = { $first }, { $second }
and-list-last = { $first }, and { $second }
quoted = “{ $text }”

## What falls short, and what is searched for against it

issue-few-citations = Sources cited: { $count }; a question like this needs at least { $least }.
issue-too-old = The newest source is { $age } old; a question like this needs one that is at most { $most } old.
issue-undated = No source cited says when it was published; a question like this needs one that is at most { $most } old.
issue-few-works = Independent works behind “{ $part }”: { $works }; a run like this needs at least { $least }.
issue-untold = No statement in the answer covers: { $part }
issue-claim-partly = Claim { $id } is only partly supported by its sources: { $text }
issue-claim-unsupported = Claim { $id } is not supported by its sources: { $text }
issue-claim-contradicted = Claim { $id } is contradicted by its sources: { $text }
issue-claim-mark = Claim { $id }: { $mark }
query-contrary = { $subject } criticism problems dispute
issue-question-flagged = Moderation flagged the question: { $categories }.
issue-answer-flagged = Moderation flagged this answer: { $categories }.
answer-moderated = An answer was written, but it falls under a topic that the people who run gorkd have excluded, so it's withheld.
answer-not-moderated = An answer was written, but it couldn't be checked for excluded topics, so it's withheld. Please try again later.

## When there is no answer

unmentioned-in-passages = No passage on the question mentions { $names }.
unmentioned = Nothing read mentions { $names }.
nowhere-to-search = There is nowhere to search: no provider is turned on and the library is not in use.
library-empty-alone = The library is empty, and no other place may be searched.
library-empty-failed = The library is empty, and searching elsewhere failed.
searches-failed = Every search failed.
searches-some-failed = Some searches failed, and the others found nothing.
searches-nothing = The searches found nothing.
found-unreadable = { $count ->
    [one] 1 page was found, but none could be read.
   *[other] { $count } pages were found, but none could be read.
}
found-unworthy = Nothing that was found was worth reading.
read-unsupported = { $count ->
    [one] 1 document was read, but no statement about the question could be supported by a quote.
   *[other] { $count } documents were read, but no statement about the question could be supported by a quote.
}
read-unanswering = { $count ->
    [one] The one document that was read does not answer the question.
   *[other] None of the { $count } documents that were read answers the question.
}
looked-for = Looked for { $queries } in { $places }.
place-library = the library
help-line = What would help: { $helps }.
help-add = add documents to the library
help-add-about = add documents about it to the library
help-switch-on = turn on a search provider in the settings
help-another-provider = turn on another search provider
help-web = allow web searches (privacy `hybrid`)
help-words = ask in other words
help-language = ask in the language of your documents
help-retry = try it again later, or check the connection and the providers' keys
help-loosen = loosen the restrictions on the search
reason-nothing-read = Nothing was read that could support an answer.
reason-nothing-answers = Nothing that was read answers the question.
reason-unsupported = No statement of the draft is supported by what was read.
reason-weak = Most of the summary is not confirmed by enough independent sources.
reason-not-academic = No academic source was read, and a question like this needs one.
reason-untold = Nothing tells what “{ $word }” refers to.
limit-pages = { $count ->
    [one] 1 page could not be read.
   *[other] { $count } pages could not be read.
}

## Questions back

ask-scope = What would you like to know about { $subject }?
ask-scope-what = What it is
ask-scope-how = How it works
ask-scope-compare = How it compares with others
ask-scope-new = What is new
ask-time = What time period should the answer cover?
ask-time-day = The last day
ask-time-week = The last week
ask-time-month = The last month
ask-time-year = The last year
ask-time-now = As it is now
ask-time-five-years = The last five years
ask-time-any = Any time
ask-depth = How deep should the answer go?
ask-depth-short = A short answer
ask-depth-overview = An overview
ask-depth-details = The details
ask-depth-everything = Everything that can be found
ask-depth-pick = Which one to choose, in one sentence
ask-depth-differences = The main differences
ask-depth-points = Point by point
ask-depth-measured = With measurements
ask-use = What is the answer for?
ask-use-decide = To decide something
ask-use-learn = To learn
ask-use-write = To write about it
ask-use-build = To build on it
ask-use-once = To do it once
ask-use-for-good = To set it up for good
ask-use-understand = To understand it
ask-use-explain = To explain it to others
ask-sense = Several things are called { $name }. Which one do you mean?
ask-pointer = What does “{ $word }” refer to? Nothing comes before this question.
ask-about = What is the question about?
ask-which = That is { $count } questions in one. Which one matters most?
ask-long = This would be a long run. What about { $subject } matters to you?
ask-long-main = The main points
ask-long-figures = Figures and dates
ask-long-all = All of it, however long it takes
