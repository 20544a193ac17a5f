### What cards in chats say: the status of a run, questions back, the answer and what lies behind its buttons.

## Times, sums, counts

duration-seconds = { $seconds } s
duration-minutes = { $minutes } min
duration-minutes-seconds = { $minutes } min { $seconds } s
duration-hours = { $hours } h
duration-hours-minutes = { $hours } h { $minutes } min
money = ${ $amount }
money-nothing = nothing
money-less = less than ${ $amount }
count-sources = { $count ->
    [one] 1 source
   *[other] { $count } sources
}
and-more = { $shown } and { $count } more

## The status of a run

step-plan = Plan
step-search = Search
step-read = Read
step-check = Check
step-write = Write
now-queued = waiting for its turn
now-clarifying = checking whether the question is clear
now-planning = planning
now-searching = searching
now-searching-for = searching: { $queries }
now-choosing = choosing what to read
now-reading = reading { $count ->
    [one] 1 page
   *[other] { $count } pages
}: { $hosts }
now-checking = checking whether that is enough
now-writing = writing from { $count ->
    [one] 1 source
   *[other] { $count } sources
}
now-verifying = checking every sentence against its source
now-waiting-answer = waiting for an answer: { $question }
now-waiting-approval = waiting for approval: { $question }
now-finishing = finishing
now-done = done
now-failed = failed
now-cancelled = canceled
field-round = Round
field-pages = Pages
field-time = Time
field-spent = Spent
of-at-most = { $now } of at most { $most }
pages-read-of = { $read } of { $chosen } read
pages-read-failed = { $read } of { $chosen } read, { $failed } could not be read
pages-read = { $count ->
    [one] 1 page read.
   *[other] { $count } pages read.
}
it-took = It took { $time }.
waits-for-turn = Waiting for its turn.
waits-next = Next in line.
waits-number = Number { $place } in line.
waits-next-until = Next in line; the answer should come in { $time }.
waits-number-until = Number { $place } in line; the answer should come in { $time }.
about-a-minute = about a minute
about-minutes = about { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
about-hours = about { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
waits-for-you = Waiting for your answer below.
it-failed = It failed; see below.
it-was-cancelled = It was canceled.
resumed = Resumed after a restart; finished work isn't repeated.
you-asked-for = You asked for: { $wishes }
late-wishes = { $count ->
    [one] 1 request came too late for this run and is kept for a follow-up.
   *[other] { $count } requests came too late for this run and are kept for a follow-up.
}
answered-budget = Answered; the budget of this run was used up.
answered-time = Answered; the time for this run ran out.
answered-stopped = Answered early from what was read, as you asked.
answered-nothing = Nothing was found; see below.
answered-below = Answered below.
budget-near = Most of a monthly budget is spent ({ $whose }): { $spent } of { $limit }. It resets on { $day } (UTC).
budget-refused = A monthly budget is used up ({ $whose }): { $spent } of { $limit } is spent, and the next paid call doesn't fit. Until { $day } (UTC), gorkd does without paid searches and models. An admin can raise the limit.
budget-full = For admins: a monthly budget is used up ({ $whose }), { $spent } of { $limit }. Until { $day } (UTC), gorkd does without paid searches and models there. Raise the limit to change that.
budget-yours = yours
budget-of-asker = the person who asked
budget-of-key = this key
budget-of-place = this conversation
budget-of-channel = this channel
budget-of-workspace = this workspace
budget-of-everybody = everybody together
button-stop = Stop and answer
button-steer = Steer
button-cancel = Cancel

## Questions back, and what needs leave

question-title = A question before I start
question-rest = Without an answer by { $until } I'll go with my best guess. Only the person who asked can answer.
question-guessed = No reply in time, so I went with my best guess.
question-answer = Answer: { $answer }
all-of-these = all of these
just-go = just go
button-all-of-these = All of these
button-own-words = In my own words…
button-just-go = Just go
plan-title = The plan
plan-parts = What I will find out
plan-searches = First searches
plan-ask = Start with this plan? It takes { $takes }.
plan-form = Form: { $form }
form-brief = brief
form-report = report
form-table = table
form-comparison = comparison
refined-question = Understood as: { $question }
plan-rest = Without a decision by { $until } I'll start, unless it costs too much to start without approval. Only the person who asked or an admin can decide.
harvest-title = Before I keep reading
harvest-ask = Continue? This round takes { $takes }. If you decline, I'll answer from what I have.
harvest-rest = Without a decision by { $until } I'll answer from what I have. Only the person who asked or an admin can decide.
publish-title = The answer is ready
publish-ask = The answer is written and checked. Publish it?
publish-rest = Without a decision by { $until } it stays withheld. Only the person who asked or an admin can decide.
publish-held = It rests on { $count ->
    [one] 1 source
   *[other] { $count } sources
}. Confidence: { $level }.
takes = { $searches ->
    [one] 1 search
   *[other] { $searches } searches
}, up to { $pages ->
    [one] 1 page
   *[other] { $pages } pages
}, up to { $time }, { $price }
takes-seconds = { $count ->
    [one] 1 second
   *[other] { $count } seconds
}
takes-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
takes-free = free of charge
takes-price = at most { $price }
button-start = Start
button-edit-plan = Change the plan…
button-cheaper = Cheaper
button-deeper-plan = Deeper
button-do-not-start = Don't start
button-read-on = Keep reading
button-answer-now = Answer now
button-always = Always allow here
button-publish = Publish
button-show-me = Show it to me
button-withhold = Withhold
decided-plan = The plan
decided-harvest = Keep reading
decided-publish = Publishing the answer
decided-approved = { $what }: approved.
decided-declined = { $what }: declined.
decided-by-default = { $what }: nobody decided in time; the default applied.
decided-changed = { $what }: changed.
decided-needless = { $what }: no longer needed.

## The answer

quoted-from = Quoted from
no-answer-found = I found no answer.
try-words-again = Try other words, or press Try again: some search providers did not respond.
try-words-deeper = Try other words, or press Go deeper to search further.
try-words = Try other words.
more-of-them = { $count } more
not-enough-evidence = Not enough evidence
confidence = Confidence: { $level }
confidence-stop = Confidence: { $level }.
confidence-high = high
confidence-medium = medium
confidence-low = low
confidence-insufficient = insufficient evidence
sources-disagree = sources disagree
known-already = Known already: researched { $when }
link-full-analysis = View full analysis
link-open-web = Open in web
nothing-changed = Nothing has changed since { $day }.
changed-since = Changed since { $day }
change-changed = Changed: “{ $before }” is now “{ $after }”
change-new = New: { $after }
change-gone = No longer found: { $before }
where-sources-disagree = Where sources disagree
preferred = Preferred: { $value }. { $why }
heading-sources = Sources
more-sources-below = and { $count } more: press Sources.
keep-in-mind = Keep in mind: { $what }
pages-unread = { $unread } of { $all } pages could not be read: { $reasons }.
checked-against = Checked against { $count ->
    [one] 1 source
   *[other] { $count } sources
}, { $when }
by-model = AI-generated
by-rules = Assembled from quotations by rules
button-share = Share in the channel
button-try-again = Try again
button-sources = Sources
button-full-answer = Full answer
button-why = Why trust this answer
button-go-deeper = Go deeper
button-go-deeper-for = Go deeper (up to { $price })
button-check-again = Check again
button-watch-daily = Watch for changes: daily
button-watch-weekly = Watch for changes: weekly
button-watch-monthly = Watch for changes: monthly
button-revoke-links = Revoke links to this answer
button-download = Download as { $format }
button-from-plan = Try again from the plan
button-from-round = Try again from round { $round }
button-more = More
no-answer = There is no answer.
was-withheld = The answer was checked, but nobody approved publishing it.

## Why pages could not be read

unread-crashed = crashed while being read
unread-dropped = no longer needed
unread-timed-out = too slow
unread-unreachable = unreachable
unread-rate-limited = too many requests
unread-unauthorized = key missing or wrong
unread-quota = quota used up
unread-denied = login, cookie wall or robots.txt
unread-captcha = captcha
unread-paywall = paywall
unread-not-found = not found
unread-blocked = blocked address
unread-too-large = too large
unread-type = unsupported type
unread-encrypted = encrypted
unread-empty = no text
unread-too-complex = too complex
unread-malformed = broken
unread-resource-limit = resource limit reached
unread-server-error = server error
unread-invalid-reply = reply not understood
unread-filtered = refused by the model's server
unread-context = too long for the model
unread-budget = budget used up
unread-not-allowed = not allowed by the privacy setting
unread-not-configured = not set up
unread-internal = error in gorkd

## Sources, why to trust the answer, files

nothing-was-read = Nothing was read
sources-range = Sources { $first } to { $last } of { $count }
pages-not-read = Not read: { $count ->
    [one] 1 page
   *[other] { $count } pages
}
button-pin = Pin
button-leave-out = Leave out
button-more-sources = More sources
button-rewrite = Rewrite the answer
pick-hint = Pin or leave out sources, then rewrite the answer without a new search.
why-title = Why trust this answer
why-how = Every sentence was checked against its source: its words must be there, and numbers, dates, names and negations must agree.
why-scores = Passage: relevance { $relevance }, source { $quality }, recency { $recency }, completeness { $completeness }, corroboration { $corroboration }, contradiction { $contradiction }.
why-more = { $count ->
    [one] 1 more sentence is in the export.
   *[other] { $count } more sentences are in the export.
}
support-supported = supported
support-partly = partly supported
support-unsupported = not supported
support-contradicted = contradicted
export-done = The answer as { $format }.
export-failed = The file couldn't be created. Please try another format.
