### Was gorkd neben seinen Recherchen sagt.

## Hilfe und Begrüßung

help-title = So fragst du gorkd
help-ask = { $mention } deine Frage oder { $command } deine Frage. Adressen darin werden zuerst gelesen.
help-deep = { $command } deine Frage gründlich: mehr Runden und Seiten. schnell: weniger.
help-plan = { $command } deine Frage plan: Ich frage nach und zeige den Plan, bevor ich anfange.
help-private = { $command } deine Frage privat: Nur du siehst die Antwort, bis du sie teilst.
help-hears-all = Frag im Thread weiter: Eine Frage dort ist eine Folgefrage, ganz ohne Erwähnung.
help-hears-mentions = Frag im Thread weiter, mit { $mention } davor: Ich sehe nur, was an mich gerichtet ist.
help-steer = Während ich arbeite: Ein Wunsch („nur 2025“, „keine Herstellerblogs“) lenkt die Recherche, eine Frage wartet, bis sie an der Reihe ist.
help-lists = { $command } threads: deine Fragen. { $command } memory: was ich mir von dir merke. { $command } watches: was ich wieder nachsehe.
help-small = Jeder Satz einer Antwort stützt sich auf ein Zitat, das gelesen und geprüft wurde. Fragen und Seiten gehen nur dorthin, wo dein Betreiber es erlaubt.
greeting = Hallo! Ich recherchiere Fragen: Ich suche, lese die Seiten, prüfe jeden Satz an seiner Quelle und antworte hier. Frag mit { $mention } oder { $command }; { $command } hilfe zeigt mehr.
sorry = In gorkd ist dabei etwas schiefgegangen; an dir lag es nicht. Wenn nichts daraus geworden ist, versuch es bitte noch einmal.
again = gorkd wurde unterbrochen, als es dir hier etwas zeigte; vielleicht hast du es nicht gesehen.
button-show-again = Noch einmal zeigen
goes-on-directly = Das geht in unseren Direktnachrichten weiter.

## Was gemerkt wird

memory-title = Gemerktes
memory-of-you = Was ich mir von dir merke
memory-of-place = Was hier gilt
memory-nothing = Nichts.
memory-how = { $command } memory set NAME WERT, { $command } memory forget NAME, { $command } memory forget all. Namen: { $names }.
memory-usage = memory, memory set NAME WERT oder memory forget NAME. Namen: { $names }.
memory-forgotten = Vergessen: { $count }.
threads-title = Deine Fragen
threads-none = Du hast noch nichts gefragt.
watches-title = Was du beobachtest
watches-none = Du beobachtest nichts. Wähle unter einer Antwort „Auf Änderungen achten“, um von Änderungen zu erfahren.
watch-line = { $question }: alle { $every }, das nächste Mal { $next }.
button-unwatch = Nicht mehr beobachten: { $question }
watching = Ich sehe wieder nach und sage dir hier, wenn sich die Antwort ändert.
unwatched = Das wird nicht mehr beobachtet.
watch-gone = Diese Beobachtung wurde schon beendet.
feedback-month = Der letzte Monat: 👍 { $good }, 👎 { $bad }.
feedback-thanks = Danke. Wer gorkd hier betreibt, kann das lesen.
link-code = Dein Code: { $code }. Gib ihn innerhalb von { $minutes ->
    [one] einer Minute
   *[other] { $minutes } Minuten
} auf der Webseite von gorkd ein. Er gilt einmal. Was du hier fragst, kannst du danach dort fortsetzen.
link-done = Verbunden. Was du in diesem Chat fragst, kannst du jetzt im Web fortsetzen.
link-unknown = Dieser Code gilt nicht: Er wurde schon benutzt, ist abgelaufen oder wurde nie ausgegeben. Codes gelten { $minutes ->
    [one] eine Minute
   *[other] { $minutes } Minuten
}. Lass dir einen neuen geben.
link-same-side = Ein Code aus dem Web wird in einem Chat eingegeben, und ein Code aus einem Chat im Web. Lass dir auf der anderen Seite einen geben.
link-too-many = Du hast zu viele Codes eingegeben. Bitte warte ein paar Minuten und versuch es noch einmal.
link-in-private = Ein Code ist nur für dich. Lass ihn dir mit { $command } link geben, oder in einer Direktnachricht an mich.
settings-title = Einstellungen
settings-memory = zeigt und ändert, was ich mir von dir merke: Sprache, Profil, Websites.
settings-watches = zeigt, was ich wieder nachsehe.

## Während einer Recherche

button-ask-instead = Als Frage stellen
queued-next = Das kommt als Nächstes, sobald die laufende Recherche fertig ist.
queued-number = Das wartet, bis es an der Reihe ist: Nummer { $place } in diesem Thread.
button-steer-instead = Als Wunsch für die laufende Recherche nehmen
edited = Du hast deine Frage geändert. Die Recherche läuft mit der ersten Fassung weiter.
edited-privately = Du hast deine Frage geändert. Stell sie noch einmal, um eine Antwort auf die neue zu bekommen.
button-ask-changed = Geänderte Frage stellen
stop-noted = Die Suche endet; die Antwort wird aus dem geschrieben, was da ist.
steer-noted = Notiert: Ab der nächsten Entscheidung gilt es.
steer-late = Das Schreiben hat schon begonnen; das bleibt für eine Folgefrage.
cancelled = Abgebrochen.
cancel-left = Du bekommst diese Antwort nicht. Für die anderen, die gefragt haben, läuft die Recherche weiter.
cancel-others = Andere warten auf dieselbe Antwort, also läuft die Recherche für sie weiter.
worked-on-already = Daran wird schon gearbeitet.

## Was Knöpfe bewirkt haben

picked-pinned = Angepinnt: { $titles }.
picked-left-out = Weggelassen: { $titles }.
picked-nothing = Nichts ist angepinnt oder weggelassen.
pick-first = Pinne zuerst eine Quelle an oder lass eine weg: klick auf „Quellen“.
deepest-already = Das war schon das gründlichste Profil.
not-there-any-more = Das gibt es nicht mehr. Bitte tipp es ein.
links-revoked = Alle Links zu dieser Antwort sind widerrufen.
shared = Geteilt.
share-nowhere = Hier gibt es keinen Ort, an dem es geteilt werden könnte.
no-answer-yet = Es gibt noch keine Antwort.
already-decided = Das ist schon entschieden.
always-done = Erledigt. Danach frage ich hier nicht mehr. So schaltest du es wieder ein: { $undo }.
file-what-says = Was steht in { $name }?
file-unnamed = der Datei
summary-ask = Was steht in den Nachrichten oben?
messages-above = Nachrichten oben

## Formulare

form-answer = Deine Antwort
form-answer-label = In eigenen Worten
form-answer-hint = Wofür du es wissen willst, aus welcher Zeit, …
form-plan = Plan ändern
form-plan-label = Eine Suche pro Zeile
form-bad = Was war falsch?
form-bad-label = Deine Worte
form-bad-placeholder = Falsche Quelle, nicht meine Frage, zu lang, …
form-bad-hint = Liest, wer gorkd hier betreibt.
form-steer = Recherche lenken
form-steer-label = Worauf soll sie achten?
form-steer-hint = nur 2025; keine Herstellerblogs; auch die Lizenz prüfen
form-send = Senden
form-back = Zurück
form-late = Das Formular hat zu lange gebraucht. Bitte klick noch einmal.
form-refused = Slack lässt mich hier kein Formular öffnen ({ $why }).
form-failed = Das Formular konnte nicht geöffnet werden.
good-answer = Gute Antwort
bad-answer = Schlechte Antwort

# In place of what somebody typed who was erased.
words-erased = (gelöscht)

## Ablehnungen

try-again-in = Versuch es in { $time } noch einmal.
not-theirs = Das können nur die fragende Person und Admins. Stell die Frage selbst, um eine eigene Recherche zu bekommen.
not-owner = Das geht nur, wenn es dir gehört.
not-asker = Darauf kann nur antworten, wer gefragt hat, oder ein Admin. Deine eigene Frage ist willkommen, sobald diese Recherche fertig ist.
not-admin-place = Was hier gilt, entscheiden nur Admins.
not-admin-feedback = Was andere von Antworten hielten, lesen nur Admins.
not-admin-approvals = Zustimmungen abschalten können hier nur Admins.
not-admin-deep = Gründlich dürfen hier nur Admins suchen. Frag ohne „gründlich“ oder bitte einen Admin.
profiles-only = Hier gibt es nur diese Profile: { $names }.
place-channel = diesem Kanal
place-workspace = diesem Workspace
place-server = diesem Server
runs-an-hour = In { $place } { $runs ->
    [one] ist 1 Recherche pro Stunde
   *[other] sind { $runs } Recherchen pro Stunde
} erlaubt. Versuch es in { $minutes } Min. noch einmal.
rate-limited-seconds = Du hast in den letzten { $minutes } Minuten { $runs } Recherchen begonnen; mehr geht nicht. Die nächste kann in { $wait ->
    [one] 1 Sekunde
   *[other] { $wait } Sekunden
} beginnen.
rate-limited-minutes = Du hast in den letzten { $minutes } Minuten { $runs } Recherchen begonnen; mehr geht nicht. Die nächste kann in { $wait ->
    [one] 1 Minute
   *[other] { $wait } Minuten
} beginnen.
store-silent = Der Speicher von gorkd antwortet gerade nicht. Bitte versuch es noch einmal.
store-full = Die Platte, auf die gorkd schreibt, ist voll. Wer gorkd betreibt, muss Platz schaffen; was schon gespeichert ist, bleibt erhalten.
cannot-take = gorkd kann gerade keine Fragen annehmen. Bitte versuch es noch einmal.
line-full = Gerade warten zu viele Fragen; diese wurde deshalb nicht angenommen.
summary-needs-model = Für eine Zusammenfassung braucht es ein Modell, das lesen darf, was hier geschrieben wurde, und es gibt keines. Frag nach etwas, das gesagt wurde, und ich zitiere es.
not-told-here = Diese Recherche wird hier nicht (mehr) gezeigt.
run-over = Diese Recherche ist schon vorbei.
run-over-follow-up = Diese Recherche ist vorbei. Stell es als Folgefrage.
run-still-going = Diese Recherche läuft noch; es gibt noch nichts zu wiederholen.
question-settled = Diese Frage ist schon beantwortet oder ihre Zeit ist abgelaufen.
no-deeper-profile = Gründlicher als { $profile } geht es nicht.
no-cheaper-profile = Günstiger als { $profile } geht es nicht.
plan-size = Ein Plan hat 1 bis 20 Suchen mit je höchstens 500 Zeichen.
approve-or-decline = Hier kannst du nur zustimmen oder ablehnen.
no-options-here = Hier gibt es keine Auswahl: stimm zu oder lehne ab.
options-are = Es gibt { $count } Möglichkeiten.
choose-one = Wähle eine der Möglichkeiten.
only-an-answer = Hier passt nur eine Antwort.
say-what-changes = Sag in 1 bis 500 Zeichen, was sich ändern soll.
budget-used-up = Das Budget für diesen Zeitraum ist aufgebraucht.
nothing-to-check = Es gibt noch keine Antwort, die erneut geprüft werden könnte.
nothing-to-watch = Es gibt noch keine Antwort, die beobachtet werden könnte.
watch-limits = Beobachtet wird höchstens alle { $minutes } Minuten und mindestens einmal im Jahr.
watches-most = Du beobachtest schon { $count } Antworten. Entferne zuerst eine.
nothing-to-share = Es gibt noch keine Antwort zum Teilen.
sharing-off = Teilen ist hier abgeschaltet.
sharing-local = Diese Recherche muss auf diesem Rechner bleiben und kann nicht geteilt werden.
question-empty = Die Frage ist leer. Frag in einem Satz oder ein paar Worten.
question-long = Die Frage hat { $length } Zeichen, erlaubt sind höchstens { $most }. Kürze sie oder pack langes Material in eine Datei.
question-no-letters = Die Frage enthält keine Buchstaben. Frag in einem Satz oder ein paar Worten.
question-attack = Das liest sich wie eine Anweisung, etwas anzugreifen oder Privates preiszugeben, nicht wie eine Frage. Frag nach dem Thema selbst, dann sehe ich nach.
question-no-words = Darin sind keine Wörter zu erkennen. Frag in einem Satz oder ein paar Worten.
question-moderated = Darauf gibt es hier keine Antwort: Das Thema ist von denen ausgeschlossen, die gorkd betreiben. Frag etwas anderes, oder sprich sie darauf an.
moderation-down = Fragen können gerade nicht geprüft werden, deshalb wird keine angenommen. Bitte versuch es in ein paar Minuten noch einmal.

## Was eine Plattform gorkd nicht tun lässt

members-only = Ich antworte nur Mitgliedern dieses Workspace. Frag eines von ihnen oder bitte den Betreiber von gorkd, Gäste zuzulassen.
answers-directly = Ich antworte in unseren Direktnachrichten.
cannot-write-directly = Ich kann dir keine Direktnachrichten schicken und habe deine Frage deshalb nicht angenommen. Erlaube sie oder frag noch einmal ohne „privat“.
asks = { $name } fragt
you-asked = Du hast gefragt
you-asked-in = Du hast in #{ $channel } gefragt
slack-not-in-channel = Ich bin nicht in diesem Kanal. Lade mich ein (/invite @gorkd) und frag noch einmal oder frag mich in einer Direktnachricht.
slack-archived = Dieser Kanal ist archiviert. Bitte frag mich anderswo.
slack-may-not-write = Slack lässt mich hier nicht schreiben ({ $why }). Deine Frage wurde nicht angenommen.
slack-busy = Slack nimmt meine Nachrichten gerade nicht an. Bitte frag in ein paar Minuten noch einmal.
slack-file-is-there = { $name } liegt in unseren Direktnachrichten.
slack-file-failed = Die Datei konnte nicht übergeben werden: { $why }.
slack-file-permission = Mir fehlt in diesem Workspace eine Berechtigung ({ $what })
slack-file-busy = Slack hat sie nicht angenommen; exportiere sie später noch einmal
slack-prompts = Was möchtest du wissen?
slack-reads = liest deine Frage …
slack-about-channel = Über #{ $channel }
slack-about-channel-ask = Was wissen wir über { $words }?
prompt-known = Was weiß man über …
prompt-known-ask = Was weiß man über Wärmepumpen in alten Häusern?
prompt-compare = Zwei Dinge vergleichen
prompt-compare-ask = SQLite oder Postgres für den Dienst eines kleinen Teams: welches, und warum?
prompt-claim = Eine Behauptung prüfen
prompt-claim-ask = Stimmt es, dass man die Chinesische Mauer aus dem Weltraum sieht?
discord-unknown = Damit kann gorkd nichts anfangen.
discord-old-button = Dieser Knopf hat keine Funktion mehr.
discord-late = Das hat zu lange gedauert. Bitte klick noch einmal.
discord-unknown-command = Diesen Befehl kennt gorkd nicht mehr.
discord-lacks-here = Ich darf hier nicht antworten. Mir fehlt: { $lacking }. Wer diesen Server verwaltet, kann das erlauben.
discord-lacks-where-asked = Ich darf nicht antworten, wo du gefragt hast. Mir fehlt: { $lacking }. Wer den Server verwaltet, kann das erlauben.
discord-lacks-there = Ich darf dort nicht antworten. Mir fehlt: { $lacking }.
discord-cannot-answer = Ich kann hier nicht antworten ({ $why }). Ich brauche „View Channel“ und was `gorkd discord invite` aufzählt.
discord-in-thread = Die Recherche läuft, im Thread dieser Nachricht.
discord-asked-by = gefragt von
discord-answered-in = beantwortet in
discord-closed = Ich konnte dir keine Direktnachricht schicken. Erlaube Direktnachrichten von diesem Server oder nimm /research mit private: Nur du siehst, was dabei herauskommt.
discord-cannot-see = Ich kann diesen Kanal nicht sehen. Ich brauche „View Channel“.
discord-answers-here = Antworten stehen dort, wo gefragt wird.
discord-answers-there = Was hier mit dem Befehl gefragt wird, wird in #{ $channel } beantwortet.
discord-answers-where = { $name } muss { $shape } sein, und ich muss es sehen können.
discord-answers-open = Was in einem geschlossenen Kanal gefragt wird, wird nicht in einem offenen beantwortet.
discord-thread = Recherche
direct-not-allowed = Wo du gefragt hast, kann ich nicht schreiben, darum steht es hier. Lade mich dorthin ein, dann antworte ich im Kanal.
direct-forbidden = Wo du gefragt hast, kann ich nicht schreiben, darum steht es hier. Bitte einen Admin, mir { $what } zu erlauben.
direct-gone = Den Ort, an dem du gefragt hast, gibt es nicht mehr, oder er ist archiviert. Darum steht es hier.
direct-expired = Das dauerte zu lange, um es dort nur dir zu zeigen, darum steht es hier.
direct-invalid = Die Nachricht ließ sich dort, wo du gefragt hast, nicht senden, darum steht sie hier.

## Files that come with a question

file-too-large = { $name } konnte nicht gelesen werden: Die Datei ist größer als { $most } MB.
file-too-many = { $name } wurde ausgelassen: Ich lese höchstens { $most } Dateien pro Nachricht.
file-elsewhere = { $name } konnte nicht gelesen werden: Die Datei liegt auf einer anderen Seite. Lade sie hier hoch.
file-unavailable = { $name } konnte nicht gelesen werden: Der Download ist fehlgeschlagen. Bitte sende die Datei noch einmal.
file-forbidden = { $name } konnte nicht gelesen werden. Bitte einen Admin, mir { $what } zu erlauben.

## Discord's commands

menu-research = Recherchieren
command-research = Eine Frage recherchieren; jeder Satz ruht auf einem geprüften Zitat
command-history = Deine Fragen
command-help = So fragst du
command-settings = Einstellungen dieses Kanals
option-question = Was möchtest du wissen? Adressen darin werden zuerst gelesen.
option-profile = Wie gründlich
option-planning = Erst nachfragen und den Plan zeigen?
option-private = Nur du siehst die Antwort, bis du sie teilst
option-attachment = Ein Dokument, das zuerst gelesen wird
option-setting = Welche Einstellung sich ändert; leer zeigt alle
option-value = Der neue Wert; leer für den Standard
planning-auto = gleich antworten
planning-interactive = zeig mir den Plan
setting-answers-in = ein Kanal oder Forum dieses Servers, als #kanal oder mit seiner ID

## Installing in Slack

install-no-random = Dieser Rechner kann keine Zufallszahlen erzeugen. Bitte versuche es noch einmal.
install-cancelled = gorkd wurde nicht installiert. Du kannst diese Seite schließen.
install-incomplete = In dieser Adresse fehlt etwas. Bitte beginne von vorn.
install-other-browser = Diese Installation wurde in einem anderen Browser begonnen. Bitte beginne von vorn.
install-unconfirmed = Slack hat die Installation nicht bestätigt. Bitte beginne von vorn.
install-done = gorkd ist installiert. Lade es in einen Kanal ein, erwähne es und frage.
install-not-stored = Die Installation konnte nicht gespeichert werden. Bitte versuche es später noch einmal.
