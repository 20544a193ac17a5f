### What gorkd says beside its runs: help, greetings, confirmations, refusals, forms, and what a platform does not let it do.

## Help and greetings

help-title = How to ask gorkd
help-ask = { $mention } your question, or { $command } your question. Addresses in it are read first.
help-deep = { $command } your question deep: more rounds and pages. quick: fewer.
help-plan = { $command } your question plan: I ask back and show the plan before I start.
help-private = { $command } your question private: only you see the answer, until you share it.
help-hears-all = Go on in the thread: a question there is a follow-up, no mention needed.
help-hears-mentions = Go on in the thread with { $mention } in front: I see only what is said to me.
help-steer = While I work: a wish ("only 2025", "skip vendor blogs") steers the run, a question waits for its turn.
help-lists = { $command } threads: your questions. { $command } memory: what I remember of you. { $command } watches: what I look at again.
help-small = Every sentence of an answer rests on a quotation that was read and checked. Questions and pages go only where your operator allows.
greeting = Hello! I research questions: I search, read the pages, check every sentence against its source, and answer here. Ask with { $mention } or { $command }; { $command } help tells more.
sorry = Something went wrong in gorkd while it took this; it was not you. If nothing has come of it, please try it once more.
again = gorkd was interrupted just when it showed you something here, so you may not have seen it.
button-show-again = Show again
goes-on-directly = This goes on in our direct messages.

## What is kept

memory-title = Memory
memory-of-you = What I remember of you
memory-of-place = What this place wants
memory-nothing = Nothing.
memory-how = { $command } memory set NAME VALUE, { $command } memory forget NAME, { $command } memory forget all. Names: { $names }.
memory-usage = memory, memory set NAME VALUE or memory forget NAME. Names: { $names }.
memory-forgotten = Forgotten: { $count }.
threads-title = Your questions
threads-none = You have not asked anything yet.
watches-title = What you watch
watches-none = You watch nothing. Press Watch under an answer to be told when it changes.
watch-line = { $question }: every { $every }, next { $next }.
button-unwatch = Stop watching: { $question }
watching = I look again, and tell you here when the answer changes.
unwatched = It is no longer watched.
watch-gone = That watch has already been removed.
feedback-month = The last month: 👍 { $good }, 👎 { $bad }.
feedback-thanks = Thank you. Whoever runs gorkd here can read it.
link-code = Your code: { $code }. Enter it on gorkd's page on the web within { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}. It is good once. What you ask here can then be continued there.
link-done = Linked. What you ask in this chat can now be continued on the web.
link-unknown = This code is not good: it was used, has expired, or was never given out. Codes hold for { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}. Ask for a new one.
link-same-side = A code from the web is entered in a chat, and a code from a chat on the web. Ask for a code on the other side.
link-too-many = You have entered too many codes. Please wait a few minutes and try again.
link-in-private = A code is for you alone. Ask for it with { $command } link, or in a direct message to me.
settings-title = Settings
settings-memory = shows and changes what I keep of you: language, profile, sites.
settings-watches = shows what I look at again.

## While a run is under way

button-ask-instead = Ask it as a question
queued-next = This is next, as soon as the run under way is over.
queued-number = This waits for its turn: number { $place } in this thread.
button-steer-instead = Take it as a wish for the run under way
edited = You changed your question. The run goes on with what you asked first.
edited-privately = You changed your question. To get an answer to the new one, ask it again.
button-ask-changed = Ask the changed question
stop-noted = Research ends; the answer is written from what there is.
steer-noted = Noted: the next decision takes it into account.
steer-late = Writing has begun; this is kept for a follow-up.
cancelled = Cancelled.
cancel-left = You won't get this answer. The run goes on for the others who asked.
cancel-others = Others are waiting for the same answer, so the run goes on for them.
worked-on-already = It is being worked on already.

## What buttons did

picked-pinned = Pinned: { $titles }.
picked-left-out = Left out: { $titles }.
picked-nothing = Nothing is pinned or left out.
pick-first = Pin or leave out a source first: press Sources.
deepest-already = This was the deepest profile already.
not-there-any-more = That is not there any more. Please type it.
links-revoked = All links to this answer have been revoked.
shared = Shared.
share-nowhere = There is no place here where it could be shared.
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
form-answer-hint = What you want to know it for, from when, …
form-plan = Change the plan
form-plan-label = One search a line
form-bad = What was wrong?
form-bad-label = Your words
form-bad-placeholder = Wrong source, not what I asked, too long, …
form-bad-hint = Read by whoever runs gorkd here.
form-steer = Steer the run
form-steer-label = What should it heed?
form-steer-hint = only 2025; skip vendor blogs; also check the licence
form-send = Send
form-back = Back
form-late = The form took too long to open. Please press once more.
form-refused = Slack does not let me open a form here ({ $why }).
form-failed = The form could not be opened.
good-answer = Good answer
bad-answer = Bad answer

## Refusals

try-again-in = Try again in { $time }.
not-theirs = Only the person who asked and admins can do that. Ask the question yourself to get a run of your own.
not-owner = Only its owner can do that.
not-asker = Only the person who asked, or an admin, can answer that. Your own question is welcome once this run is over.
not-admin-place = Only admins decide what a place wants.
not-admin-feedback = Only admins read what others thought of answers.
not-admin-approvals = Only admins can turn approvals off for this place.
not-admin-deep = Only admins of this place may run deep here. Ask without deep, or ask one of them.
profiles-only = In this place only these profiles are run: { $names }.
place-channel = this channel
place-workspace = this workspace
place-server = this server
runs-an-hour = In { $place } { $runs ->
    [one] 1 run an hour is
   *[other] { $runs } runs an hour are
} allowed. Try again in { $minutes } min.
rate-limited-seconds = You have started { $runs } research runs in the last { $minutes } minutes, which is the limit. The next one can start in { $wait ->
    [one] 1 second
   *[other] { $wait } seconds
}.
rate-limited-minutes = You have started { $runs } research runs in the last { $minutes } minutes, which is the limit. The next one can start in { $wait ->
    [one] 1 minute
   *[other] { $wait } minutes
}.
store-silent = gorkd's store does not answer right now. Please try again.
cannot-take = gorkd cannot take questions right now. Please try again.
summary-needs-model = A summary needs a model that may read what people wrote here, and there is none. Ask about something that was said, and I quote it.
not-told-here = This run is not told in this place (any more).
run-over = This run is already over.
run-over-follow-up = This run is over. Ask it as a follow-up instead.
run-still-going = This run is still going; there is nothing to try again yet.
question-settled = That question is already answered, or its time has run out.
no-deeper-profile = There is no profile deeper than { $profile }.
no-cheaper-profile = There is no profile cheaper than { $profile }.
plan-size = A plan has 1 to 20 queries of at most 500 characters each.
approve-or-decline = This can only be approved or declined.
no-options-here = There are no options here: approve or decline it.
options-are = There are { $count } options.
choose-one = Choose one of the options.
only-an-answer = Nothing but an answer fits here.
say-what-changes = Say in 1 to 500 characters what should change.
budget-used-up = The budget for this period is used up.
nothing-to-check = There is no answer yet that could be checked again.
nothing-to-watch = There is no answer yet that could be watched.
watch-limits = A watch looks at most every { $minutes } minutes and at least once a year.
watches-most = You have { $count } watches already. Remove one first.
nothing-to-share = There is no answer to share yet.
sharing-off = Sharing is turned off here.
sharing-local = This run must stay on this machine, so it cannot be shared.
question-empty = The question is empty. Ask something in a sentence or a few words.
question-long = The question has { $length } characters; at most { $most } are taken. Shorten it, or put long material into a file.
question-no-letters = The question has no letters in it. Ask something in a sentence or a few words.
question-attack = This reads as an instruction to attack or to give away what is private, not as a question. Ask about the subject itself and it will be looked up.
question-no-words = No words could be made out in this. Ask something in a sentence or a few words.

## What a platform does not let gorkd do

members-only = I answer members of this workspace only. Ask one of them, or whoever runs gorkd here, to let guests in.
answers-directly = I'll answer in our direct messages.
cannot-write-directly = I can't send you direct messages, so I didn't take your question. Allow messages from me, or ask again without “private”.
asks = { $name } asks
you-asked = You asked
you-asked-in = You asked in #{ $channel }
slack-not-in-channel = I am not in this channel. Invite me (/invite @gorkd) and ask again, or ask me in a direct message.
slack-archived = This channel is archived. Ask me somewhere else, please.
slack-may-not-write = Slack won't let me post here ({ $why }), so I didn't take your question.
slack-busy = Slack isn't accepting my messages right now. Please ask again in a few minutes.
slack-file-is-there = { $name } is in our direct messages.
slack-file-failed = The file could not be handed out: { $why }.
slack-file-permission = I lack a permission in this workspace ({ $what })
slack-file-busy = Slack did not take it; export it again in a while
slack-elsewhere-gone = The channel where you asked is archived or gone, so here it is.
slack-elsewhere-not-allowed = I may not write where you asked (invite me there), so here it is.
slack-elsewhere-expired = It could not be shown there any more, so here it is.
slack-elsewhere-invalid = Slack did not take it where you asked, so here it is.
slack-prompts = What do you want to know?
slack-reads = reads your question…
slack-about-channel = About #{ $channel }
slack-about-channel-ask = What do we know about { $words }?
prompt-known = What is known about …
prompt-known-ask = What is known about heat pumps in old houses?
prompt-compare = Compare two things
prompt-compare-ask = SQLite or Postgres for a small team's service: which, and why?
prompt-claim = Check a claim
prompt-claim-ask = Is it true that the Great Wall of China can be seen from space?
discord-unknown = gorkd does not know what to do with that.
discord-old-button = This button is not of use any more.
discord-late = That took too long. Please press it once more.
discord-unknown-command = gorkd does not know this command any more.
discord-lacks-here = I may not answer here. I lack: { $lacking }. Somebody who governs this server can grant that.
discord-lacks-where-asked = I may not answer where you asked. I lack: { $lacking }. Whoever manages the server can grant that.
discord-lacks-there = I may not answer there. I lack: { $lacking }.
discord-cannot-answer = I cannot answer here ({ $why }). I need View Channel, and what `gorkd discord invite` lists.
discord-in-thread = It is being researched, in the thread of that message.
discord-files-missed = These files could not be taken: { $names }. At most 25 MB each.
discord-asked-by = asked by
discord-answered-in = answered in
discord-closed = I could not send you a direct message. Allow direct messages from this server, or use /research with private: only you see what comes of it.
discord-cannot-see = I cannot see this channel. I need View Channel.
discord-answers-here = Answers stand where they are asked.
discord-answers-there = What is asked here with the command is answered in #{ $channel }.
discord-answers-where = { $name } has to be { $shape }, and I have to see it.
discord-answers-open = What is asked in a closed channel is not answered in an open one.
discord-elsewhere-not-allowed = I could not write where you asked: I lack a permission ({ $what }). So here it is.
discord-elsewhere-gone = The place where you asked is gone. So here it is.
discord-elsewhere-expired = This took longer than I may answer you there unseen. So here it is.
discord-elsewhere-invalid = Discord did not take it where you asked. So here it is.
discord-thread = Research
