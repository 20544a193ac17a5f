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
answer-no-model = no model
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
