### What stands around an answer as a whole, in a terminal and in documents.

closest-passage = This may not be the answer. The closest passage found:
helps-in-terminal = In a terminal: `gorkd library add PATH` adds documents, `gorkd doctor` checks keys and connections, and `gorkd job retry` tries again.
helps-in-terminal-local = In a terminal: `gorkd library add PATH` adds documents, `--privacy hybrid` allows web searches, `gorkd doctor` checks keys and connections, and `gorkd job retry` tries again.
answer-keep-in-mind = Keep in mind
answer-worth-checking = Worth checking
answer-went-wrong = What went wrong
answer-not-read = Could not be read
answer-not-cited = Read, not cited ({ $count })
answer-none-preferred = Neither is preferred. { $why }
answer-a-source = a source
answer-first-part = first part only
answer-none-because = There is no answer. { $why }
answer-waits-for-reply = It waits for your reply.
answer-in-progress = It's still in progress.
answer-pages-read = { $count ->
    [one] 1 page read
   *[other] { $count } pages read
}
answer-asked = asked { $places }
answer-tokens = { $count } tokens of { $model }
answer-no-model = no language model
answer-out-of-budget = budget used up
answer-out-of-time = time ran out
answer-stopped = stopped early
answer-more = and { $count } more
answer-closest = Closest passage, not an answer
answer-library = library
answer-local-file = local file

## On the page that a share link opens

shared-motto = Every sentence rests on a quote that was read.
shared-basis = What each sentence rests on
shared-by-model = Written by { $model }, checked against its sources by gorkd.
shared-by-rules = Quoted from its sources by gorkd, without a language model.
shared-gone = This link no longer works
shared-gone-why = It has expired, was revoked, or is incomplete. Ask the sender for a new one.
shared-later = This answer can't be shown right now
shared-later-why = Something went wrong in gorkd. Please try again in a few minutes.

## What a terminal shows while a run goes on

fact-planned = Planned: { $parts ->
    [one] 1 question
   *[other] { $parts } questions
} to answer, { $queries ->
    [one] 1 query
   *[other] { $queries } queries
} to start with
fact-searched = Searched { $place }: { $count ->
    [one] 1 result
   *[other] { $count } results
}
fact-searched-for = { $searched } for: { $query }
fact-known = { $fact } (known already)
fact-read = Read: { $title } ({ $place }, { $count ->
    [one] 1 word
   *[other] { $count } words
})
fact-not-read = Not read: { $place } · { $why }
fact-checked = Checked round { $round }
fact-warning = Warning: { $text }
fact-writing = Writing and checking the answer
