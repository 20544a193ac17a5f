### Other replies: help, greetings, confirmations, refusals, forms, and what a platform doesn't let gorkd do.

## Help and greetings

help-title = How to ask gorkd
help-ask = { $mention } your question, or { $command } your question. Links in it are read first.
help-deep = { $command } your question deep: more rounds and pages. quick: fewer.
help-plan = { $command } your question plan: I ask back and show the plan before I start.
help-private = { $command } your question private: only you see the answer, until you share it.
help-hears-all = Continue in the thread: a question there is a follow-up, no mention needed.
help-hears-mentions = Continue in the thread with { $mention } in front: I only see messages that mention me.
help-steer = While I work: a request ("only 2025", "skip vendor blogs") steers the run, a question waits for its turn.
help-lists = { $command } threads: your questions. { $command } memory: what I remember about you. { $command } watches: the answers I recheck.
help-small = Every sentence in an answer is backed by a checked quotation. Questions and pages go only where your operator allows.
greeting = Hello! I research questions: I search, read the pages, check every sentence against its source, and answer here. Ask with { $mention } or { $command }; { $command } help explains more.
what-it-does = gorkd answers questions from what it finds and reads, with a source for every sentence. Ask it something, for example: How does SQLite's WAL mode work?
sorry = Something went wrong in gorkd, and it wasn't your fault. If you get no answer, please try again.
again = gorkd was interrupted while it showed you something here, so you may have missed it.
button-show-again = Show again
goes-on-directly = This continues in our direct messages.

## What is kept

memory-title = Memory
memory-of-you = What I remember about you
memory-of-place = Settings of this place
memory-nothing = Nothing.
memory-how = { $command } memory set NAME VALUE, { $command } memory forget NAME, { $command } memory forget all. Names: { $names }.
memory-usage = memory, memory set NAME VALUE or memory forget NAME. Names: { $names }.
memory-forgotten = Forgotten: { $count }.
threads-title = Your questions
threads-none = You haven't asked anything yet.
watches-title = What you watch
watches-none = You don't watch any question. Press Watch under an answer to hear when it changes.
watch-line = { $question }: every { $every }, next { $next }.
button-unwatch = Stop watching: { $question }
watching = I'll check again and tell you here when the answer changes.
unwatched = You no longer watch this question.
watch-gone = That watch has already been removed.
feedback-month = The last month: 👍 { $good }, 👎 { $bad }.
feedback-thanks = Thank you. The people who run gorkd here can read it.
link-code = Your code: { $code }. Enter it on gorkd's page on the web within { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}. It works once. You can then continue there what you ask here.
link-done = Linked. You can now continue on the web what you ask in this chat.
link-unknown = This code doesn't work: it was already used, has expired, or never existed. Codes are valid for { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}. Ask for a new one.
link-same-side = Enter a code from the web in a chat, and a code from a chat on the web. Get a code on the other side.
link-too-many = You have entered too many codes. Please wait a few minutes and try again.
link-in-private = Codes are for you alone. Get one with { $command } link, or in a direct message to me.
settings-title = Settings
settings-memory = shows and changes what I remember about you: language, profile, sites.
settings-watches = shows the answers I recheck.

## While a run is under way

button-ask-instead = Ask it as a question
queued-next = This is next, as soon as the current run is done.
queued-number = This waits for its turn: number { $place } in this thread.
button-steer-instead = Use it to steer the current run
edited = You changed your question. The run continues with your first version.
edited-privately = You changed your question. To get an answer to the new one, ask it again.
button-ask-changed = Ask the changed question
stop-noted = Research stops here; the answer is written from what was read.
steer-noted = Noted: the next decision takes it into account.
steer-late = Writing has begun; this is kept for a follow-up.
cancelled = Canceled.
cancel-left = You won't get this answer. The run continues for the others who asked.
cancel-others = Others are waiting for the same answer, so the run continues for them.
worked-on-already = I'm already working on it.

## What buttons did

picked-pinned = Pinned: { $titles }.
picked-left-out = Left out: { $titles }.
picked-nothing = Nothing is pinned or left out.
pick-first = Pin or leave out a source first: press Sources.
deepest-already = That was the deepest profile already.
not-there-any-more = That is no longer available. Please type it instead.
links-revoked = All links to this answer have been revoked.
shared = Shared.
share-nowhere = There is nowhere here to share it.
no-answer-yet = There is no answer yet.
already-decided = That has already been decided.
always-done = Done. I won't ask for that here again. To turn it back on: { $undo }.
file-what-says = What does { $name } say?
file-unnamed = the file
summary-ask = What do the messages above say?
messages-above = Messages above

## Forms

form-answer = Your answer
form-answer-label = In your own words
form-answer-hint = What it's for, which period, …
form-plan = Change the plan
form-plan-label = One search per line
form-bad = What was wrong?
form-bad-label = Details
form-bad-placeholder = Wrong source, not what I asked, too long, …
form-bad-hint = The people who run gorkd here can read it.
form-steer = Steer the run
form-steer-label = What should it take into account?
form-steer-hint = only 2025; skip vendor blogs; also check the license
form-send = Send
form-back = Back
form-late = The form took too long to open. Please try again.
form-refused = Slack won't let me open a form here ({ $why }).
form-failed = The form could not be opened.
good-answer = Good answer
bad-answer = Bad answer

# In place of what somebody typed who was erased.
words-erased = (erased)

## Refusals

try-again-in = Try again in { $time }.
not-theirs = Only the person who asked and admins can do that. Ask the question yourself to get a run of your own.
not-owner = Only its owner can do that.
not-asker = Only the person who asked, or an admin, can answer that. Your own question is welcome once this run is over.
not-admin-place = Only admins can change the settings of a place.
not-admin-feedback = Only admins can read feedback on answers.
not-admin-approvals = Only admins can turn approvals off for this place.
not-admin-deep = Only admins of this place may run deep here. Ask without deep, or ask one of them.
profiles-only = Only these profiles are allowed here: { $names }.
place-channel = this channel
place-workspace = this workspace
place-server = this server
runs-an-hour = In { $place }, { $runs ->
    [one] 1 run an hour is
   *[other] { $runs } runs an hour are
} allowed. Try again in { $minutes } min.
rate-limited-seconds = You have started { $runs ->
    [one] 1 research run
   *[other] { $runs } research runs
} in the last { $minutes } minutes, which is the limit. The next one can start in { $wait ->
    [one] 1 second
   *[other] { $wait } seconds
}.
rate-limited-minutes = You have started { $runs ->
    [one] 1 research run
   *[other] { $runs } research runs
} in the last { $minutes } minutes, which is the limit. The next one can start in { $wait ->
    [one] 1 minute
   *[other] { $wait } minutes
}.
store-silent = gorkd can't save anything right now. Please try again.
store-full = The disk that gorkd writes to is full. Whoever runs gorkd needs to free up space; everything saved before is safe.
cannot-take = gorkd can't take questions right now. Please try again.
line-full = Too many questions are waiting right now, so this one was not accepted.
address-space-short = The limit on gorkd's address space (ulimit -v) is { $limit } MB, and gorkd needs at least { $needed } MB. Raise it, for example with `ulimit -v unlimited`, and limit memory with a control group instead: MemoryMax in systemd, --memory in Docker.
summary-needs-model = I can't summarize here, because no language model may read what people wrote. Ask about something that was said, and I'll quote it.
not-told-here = This run isn't shown here.
run-over = This run is already over.
run-over-follow-up = This run is over. Ask it as a follow-up instead.
run-still-going = This run is still going; there is nothing to try again yet.
nothing-failed = Nothing in this run failed, so there is nothing to try again. Ask a follow-up instead.
question-settled = That question is already answered, or its time has run out.
no-deeper-profile = There is no profile deeper than { $profile }.
no-cheaper-profile = There is no profile cheaper than { $profile }.
plan-size = A plan has 1 to 20 queries of at most 500 characters each.
approve-or-decline = This can only be approved or declined.
no-options-here = There are no options here: approve or decline it.
options-are = There are { $count } options.
choose-one = Choose one of the options.
only-an-answer = Please reply with an answer.
say-what-changes = Say in 1 to 500 characters what should change.
budget-used-up = The budget for this period is used up.
nothing-to-check = There is no answer yet that could be checked again.
nothing-to-watch = There is no answer yet that could be watched.
watch-limits = A watch can check at most every { $minutes } minutes and at least once a year.
watches-most = You have { $count } watches already. Remove one first.
nothing-to-share = There is no answer to share yet.
sharing-off = Sharing is turned off here.
sharing-local = This run must stay on this machine, so it cannot be shared.
question-empty = The question is empty. Ask something in a sentence or a few words.
question-long = The question has { $length } characters; the limit is { $most }. Shorten it, or put long material into a file.
question-no-letters = The question has no letters in it. Ask something in a sentence or a few words.
question-attack = This looks like an instruction to attack something or reveal private information, not like a question. Ask about the subject itself, and I'll look it up.
question-no-words = There are no recognizable words in this. Ask something in a sentence or a few words.
question-moderated = This isn't answered here: it falls under a topic that the people who run gorkd have excluded. Ask about something else, or ask them about it.
moderation-down = Questions can't be checked right now, so none are taken. Please try again in a few minutes.

## What a platform does not let gorkd do

members-only = I only answer members of this workspace. Ask one of them, or ask the people who run gorkd here to allow guests.
answers-directly = I'll answer in our direct messages.
cannot-write-directly = I can't send you direct messages, so I didn't take your question. Allow messages from me, or ask again without “private”.
asks = { $name } asks
you-asked = You asked
you-asked-in = You asked in #{ $channel }
slack-not-in-channel = I'm not in this channel. Invite me (/invite @gorkd) and ask again, or ask me in a direct message.
slack-archived = This channel is archived. Please ask me somewhere else.
slack-may-not-write = Slack won't let me post here ({ $why }), so I didn't take your question.
slack-busy = Slack isn't accepting my messages right now. Please ask again in a few minutes.
slack-file-is-there = { $name } is in our direct messages.
slack-file-failed = The file couldn't be sent: { $why }.
slack-file-permission = I'm missing a permission in this workspace ({ $what })
slack-file-busy = Slack didn't accept it; please export it again later
slack-prompts = What do you want to know?
slack-reads = is reading your question…
slack-about-channel = About #{ $channel }
slack-about-channel-ask = What do we know about { $words }?
prompt-known = What is known about …
prompt-known-ask = What is known about heat pumps in old houses?
prompt-compare = Compare two things
prompt-compare-ask = SQLite or Postgres for a small team's service: which, and why?
prompt-claim = Check a claim
prompt-claim-ask = Is it true that the Great Wall of China can be seen from space?
discord-unknown = gorkd doesn't know that kind of command.
discord-old-button = This button no longer works.
discord-late = That took too long. Please try again.
discord-unknown-command = gorkd no longer has this command.
discord-lacks-here = I can't answer here. Ask a server admin to give me { $lacking }.
discord-lacks-where-asked = I can't answer where you asked. Ask a server admin to give me { $lacking }.
discord-lacks-there = I can't answer there. Ask a server admin to give me { $lacking }.
discord-cannot-answer = I can't answer here ({ $why }). Ask a server admin to give me View Channel.
discord-in-thread = I'm researching it in that message's thread.
discord-asked-by = asked by
discord-answered-in = answered in
discord-closed = I couldn't send you a direct message. Allow direct messages from this server, or use /research with private, so that only you see the answer.
discord-cannot-see = I can't see this channel. Ask a server admin to give me View Channel.
discord-answers-here = Questions are answered where they are asked.
discord-answers-there = Questions that are asked here with the command are answered in #{ $channel }.
discord-answers-where = { $name } must be { $shape }, and I need to see it.
discord-answers-open = Questions from a private channel can't be answered in a public one.
discord-thread = Research
direct-not-allowed = I can't post where you asked, so here it is. Invite me there to get answers in the channel.
direct-forbidden = I can't post where you asked, so here it is. Ask an admin to give me { $what }.
direct-gone = The place where you asked is archived or gone, so here it is.
direct-expired = This took too long for me to show it only to you there, so here it is.
direct-invalid = The message couldn't be posted where you asked, so here it is.

## Files that come with a question

file-too-large = { $name } could not be read: it is larger than { $most } MB.
file-too-many = { $name } was left out: I read at most { $most } files per message.
file-elsewhere = { $name } could not be read: it is stored on another site. Upload it here.
file-unavailable = { $name } could not be read: the download failed. Please send it again.
file-forbidden = { $name } could not be read. Ask an admin to give me { $what }.

## Discord's commands

menu-research = Research this
command-research = Research a question; every sentence is backed by a checked quotation
command-history = Your questions
command-help = How to ask
command-settings = Settings of this channel
option-question = What do you want to know? Links in it are read first.
option-profile = How deep to go
option-planning = Ask back and show the plan first?
option-private = Only you see the answer, until you share it
option-attachment = A document to read first
option-setting = Which setting to change; leave empty to see all
option-value = The new value; leave empty for the default
planning-auto = just answer
planning-interactive = show me the plan
setting-answers-in = a channel or forum of this server, as #channel or by its id

## Installing in Slack

install-no-random = This machine cannot create random numbers. Please try again.
install-cancelled = gorkd was not installed. You can close this page.
install-incomplete = Something is missing in this address. Please start again.
install-other-browser = This installation was started in another browser. Please start again.
install-unconfirmed = Slack did not confirm the installation. Please start again.
install-done = gorkd is installed. Invite it to a channel, mention it, and ask.
install-not-stored = The installation could not be saved. Please try again later.
