### Was gorkd neben seinen Recherchen sagt.

## Hilfe und Begrüßung

help-title = So fragst du gorkd
help-ask = { $mention } deine Frage oder { $command } deine Frage. Links darin werden zuerst gelesen.
help-deep = { $command } deine Frage gründlich: mehr Runden und Seiten. schnell: weniger.
help-plan = { $command } deine Frage plan: Ich frage nach und zeige den Plan, bevor ich anfange.
help-private = { $command } deine Frage privat: Nur du siehst die Antwort, bis du sie teilst.
help-hears-all = Frag im Thread weiter: Eine Frage dort ist eine Folgefrage, ganz ohne Erwähnung.
help-hears-mentions = Frag im Thread weiter, mit { $mention } davor: Ich sehe nur Nachrichten, in denen ich erwähnt werde.
help-steer = Während ich arbeite, steuert ein Wunsch („nur 2025“, „keine Herstellerblogs“) die Recherche nach; eine Frage wartet, bis sie an der Reihe ist.
help-lists = { $command } threads: deine Fragen. { $command } memory: was ich mir von dir merke. { $command } watches: Antworten, die ich regelmäßig prüfe.
help-small = Jeder Satz einer Antwort ist durch ein geprüftes Zitat belegt. Fragen und Seiten gehen nur dorthin, wo die Betreiber von gorkd es erlauben.
greeting = Hallo! Ich recherchiere Fragen: Ich suche, lese die Seiten, prüfe jeden Satz anhand seiner Quelle und antworte hier. Frag mit { $mention } oder { $command }; { $command } hilfe erklärt mehr.
what-it-does = gorkd beantwortet Fragen aus dem, was es findet und liest, mit einer Quelle für jeden Satz. Stell ihm eine Frage, zum Beispiel: Wie funktioniert der WAL-Modus von SQLite?
sorry = In gorkd ist etwas schiefgegangen; an dir lag es nicht. Wenn keine Antwort kommt, versuch es bitte noch einmal.
again = gorkd wurde unterbrochen, als es dir hier etwas zeigte; vielleicht hast du es nicht gesehen.
button-show-again = Noch einmal zeigen
goes-on-directly = Weiter geht es in unseren Direktnachrichten.

## Was gemerkt wird

memory-title = Was ich mir merke
memory-of-you = Von dir
memory-of-place = Einstellungen hier
memory-nothing = Nichts.
memory-how = { $command } memory set NAME WERT, { $command } memory forget NAME, { $command } memory forget all. Namen: { $names }.
memory-usage = memory, memory set NAME WERT oder memory forget NAME. Namen: { $names }.
memory-forgotten = Vergessen: { $count }.
threads-title = Deine Fragen
threads-none = Du hast noch nichts gefragt.
watches-title = Was du beobachtest
watches-none = Du beobachtest noch keine Antwort. Klick unter einer Antwort auf „Änderungen beobachten“, um von Änderungen zu erfahren.
watch-line = { $question }: alle { $every }, nächste Prüfung { $next }.
button-unwatch = Nicht mehr beobachten: { $question }
watching = Ich prüfe die Antwort wieder und sage dir hier Bescheid, wenn sie sich ändert.
unwatched = Du beobachtest diese Frage nicht mehr.
watch-gone = Diese Beobachtung wurde schon beendet.
feedback-month = Im letzten Monat: 👍 { $good }, 👎 { $bad }.
feedback-thanks = Danke. Wer gorkd hier betreibt, kann das lesen.
link-code = Dein Code: { $code }. Gib ihn innerhalb von { $minutes ->
    [one] einer Minute
   *[other] { $minutes } Minuten
} auf der Webseite von gorkd ein. Er gilt nur einmal. Danach kannst du dort fortsetzen, was du hier fragst.
link-done = Verbunden. Was du in diesem Chat fragst, kannst du jetzt im Web fortsetzen.
link-unknown = Dieser Code ist ungültig: Er wurde schon benutzt, ist abgelaufen oder wurde nie ausgegeben. Codes gelten { $minutes ->
    [one] eine Minute
   *[other] { $minutes } Minuten
}. Hol dir einen neuen.
link-same-side = Gib einen Code aus dem Web in einem Chat ein und einen Code aus einem Chat im Web. Hol dir einen Code auf der anderen Seite.
link-too-many = Du hast zu viele Codes eingegeben. Bitte warte ein paar Minuten und versuch es noch einmal.
link-in-private = Ein Code ist nur für dich bestimmt. Hol ihn dir mit { $command } link oder in einer Direktnachricht an mich.
settings-title = Einstellungen
settings-memory = zeigt und ändert, was ich mir von dir merke: Sprache, Profil, Websites.
settings-watches = zeigt die Antworten, die ich regelmäßig prüfe.

## Während einer Recherche

button-ask-instead = Als Frage stellen
queued-next = Das kommt als Nächstes dran, sobald die laufende Recherche fertig ist.
queued-number = Das steht in der Warteschlange: Nummer { $place } in diesem Thread.
button-steer-instead = Laufende Recherche damit nachsteuern
edited = Du hast deine Frage geändert. Die Recherche läuft mit der ersten Fassung weiter.
edited-privately = Du hast deine Frage geändert. Stell sie noch einmal, um eine Antwort auf die neue zu bekommen.
button-ask-changed = Geänderte Frage stellen
stop-noted = Die Recherche endet hier; die Antwort entsteht aus dem, was gelesen wurde.
steer-noted = Notiert: Die nächste Entscheidung berücksichtigt es.
steer-late = Das Schreiben hat schon begonnen; das bleibt für eine Folgefrage vorgemerkt.
cancelled = Abgebrochen.
cancel-left = Du bekommst diese Antwort nicht. Für die anderen, die gefragt haben, läuft die Recherche weiter.
cancel-others = Andere warten auf dieselbe Antwort, also läuft die Recherche für sie weiter.
worked-on-already = Daran arbeite ich schon.

## Was Knöpfe bewirkt haben

picked-pinned = Angepinnt: { $titles }.
picked-left-out = Ausgeschlossen: { $titles }.
picked-nothing = Keine Quelle ist angepinnt oder ausgeschlossen.
pick-first = Pinne zuerst eine Quelle an oder schließ eine aus: Klick auf „Quellen“.
deepest-already = Das war schon das gründlichste Profil.
not-there-any-more = Das ist nicht mehr verfügbar. Bitte gib es selbst ein.
links-revoked = Alle Links zu dieser Antwort sind widerrufen.
shared = Geteilt.
share-nowhere = Hier lässt sich die Antwort nirgends teilen.
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
form-bad-label = Details
form-bad-placeholder = Falsche Quelle, nicht meine Frage, zu lang, …
form-bad-hint = Wer gorkd hier betreibt, kann das lesen.
form-steer = Recherche nachsteuern
form-steer-label = Was soll sie berücksichtigen?
form-steer-hint = nur 2025; keine Herstellerblogs; auch die Lizenz prüfen
form-send = Senden
form-back = Zurück
form-late = Das Formular hat zu lange gebraucht. Bitte versuch es noch einmal.
form-refused = Slack lässt mich hier kein Formular öffnen ({ $why }).
form-failed = Das Formular konnte nicht geöffnet werden.
good-answer = Gute Antwort
bad-answer = Schlechte Antwort

# In place of what somebody typed who was erased.
words-erased = (gelöscht)

## Ablehnungen

try-again-in = Versuch es in { $time } noch einmal.
not-theirs = Das kann nur, wer gefragt hat, oder ein Admin. Stell die Frage selbst, um eine eigene Recherche zu bekommen.
not-owner = Das kann nur, wem es gehört.
not-asker = Darauf kann nur antworten, wer gefragt hat, oder ein Admin. Deine eigene Frage kannst du stellen, sobald diese Recherche fertig ist.
not-admin-place = Nur Admins können die Einstellungen hier ändern.
not-admin-feedback = Nur Admins können Rückmeldungen zu Antworten lesen.
not-admin-approvals = Nur Admins können Freigaben hier abschalten.
not-admin-deep = Gründliche Recherchen dürfen hier nur Admins starten. Frag ohne „gründlich“ oder wende dich an einen Admin.
profiles-only = Hier sind nur diese Profile erlaubt: { $names }.
place-channel = diesem Kanal
place-workspace = diesem Workspace
place-server = diesem Server
runs-an-hour = In { $place } { $runs ->
    [one] ist 1 Recherche pro Stunde
   *[other] sind { $runs } Recherchen pro Stunde
} erlaubt. Versuch es in { $minutes ->
    [one] 1 Minute
   *[other] { $minutes } Minuten
} noch einmal.
rate-limited-seconds = Du hast in den letzten { $minutes } Minuten { $runs ->
    [one] 1 Recherche
   *[other] { $runs } Recherchen
} gestartet; mehr sind nicht erlaubt. Die nächste kannst du in { $wait ->
    [one] 1 Sekunde
   *[other] { $wait } Sekunden
} starten.
rate-limited-minutes = Du hast in den letzten { $minutes } Minuten { $runs ->
    [one] 1 Recherche
   *[other] { $runs } Recherchen
} gestartet; mehr sind nicht erlaubt. Die nächste kannst du in { $wait ->
    [one] 1 Minute
   *[other] { $wait } Minuten
} starten.
store-silent = gorkd kann gerade nichts speichern. Bitte versuch es noch einmal.
store-full = Der Datenträger, auf den gorkd schreibt, ist voll. Wer gorkd betreibt, muss Platz schaffen; alles bisher Gespeicherte bleibt erhalten.
cannot-take = gorkd kann gerade keine Fragen annehmen. Bitte versuch es noch einmal.
line-full = Gerade warten zu viele Fragen; diese wurde deshalb nicht angenommen.
address-space-short = Der Adressraum von gorkd ist auf { $limit } MB begrenzt (ulimit -v), und gorkd braucht mindestens { $needed } MB. Heb die Grenze an, zum Beispiel mit `ulimit -v unlimited`, und begrenze den Speicher stattdessen mit einer Control Group: MemoryMax in systemd, --memory in Docker.
summary-needs-model = Ich kann hier nichts zusammenfassen, weil kein Sprachmodell lesen darf, was hier geschrieben wurde. Frag nach etwas, das gesagt wurde, dann zitiere ich es.
not-told-here = Diese Recherche wird hier nicht gezeigt.
run-over = Diese Recherche ist schon vorbei.
run-over-follow-up = Diese Recherche ist vorbei. Stell das stattdessen als Folgefrage.
run-still-going = Diese Recherche läuft noch; es gibt noch nichts zu wiederholen.
nothing-failed = In dieser Recherche ist nichts fehlgeschlagen; es gibt nichts zu wiederholen. Stell stattdessen eine Folgefrage.
question-settled = Diese Frage ist schon beantwortet oder ihre Zeit ist abgelaufen.
no-deeper-profile = Gründlicher als { $profile } geht es nicht.
no-cheaper-profile = Günstiger als { $profile } geht es nicht.
plan-size = Ein Plan hat 1 bis 20 Suchanfragen mit je höchstens 500 Zeichen.
approve-or-decline = Hier kannst du nur freigeben oder ablehnen.
no-options-here = Hier gibt es keine Auswahl: Gib frei oder lehne ab.
options-are = Es gibt { $count } Möglichkeiten.
choose-one = Wähle eine der Möglichkeiten.
only-an-answer = Bitte antworte auf die Frage.
say-what-changes = Beschreibe in 1 bis 500 Zeichen, was sich ändern soll.
budget-used-up = Das Budget für diesen Zeitraum ist aufgebraucht.
nothing-to-check = Es gibt noch keine Antwort, die erneut geprüft werden könnte.
nothing-to-watch = Es gibt noch keine Antwort, die beobachtet werden könnte.
watch-limits = Beobachtete Antworten werden höchstens alle { $minutes } Minuten und mindestens einmal im Jahr geprüft.
watches-most = Du beobachtest schon { $count } Antworten. Beende zuerst eine Beobachtung.
nothing-to-share = Es gibt noch keine Antwort zum Teilen.
sharing-off = Teilen ist hier abgeschaltet.
sharing-local = Diese Recherche muss auf diesem Rechner bleiben und kann nicht geteilt werden.
question-empty = Die Frage ist leer. Frag in einem Satz oder ein paar Worten.
question-long = Die Frage hat { $length } Zeichen, erlaubt sind höchstens { $most }. Kürze sie oder pack langes Material in eine Datei.
question-no-letters = Die Frage enthält keine Buchstaben. Frag in einem Satz oder ein paar Worten.
question-attack = Das liest sich wie eine Anweisung, etwas anzugreifen oder Privates preiszugeben, nicht wie eine Frage. Frag nach dem Thema selbst, dann recherchiere ich es.
question-no-words = Darin sind keine Wörter zu erkennen. Frag in einem Satz oder ein paar Worten.
question-moderated = Darauf gibt es hier keine Antwort: Die Betreiber von gorkd haben das Thema ausgeschlossen. Frag etwas anderes oder wende dich an sie.
moderation-down = Fragen können gerade nicht geprüft werden, deshalb wird keine angenommen. Bitte versuch es in ein paar Minuten noch einmal.

## Was eine Plattform gorkd nicht tun lässt

members-only = Ich antworte nur Mitgliedern dieses Workspace. Frag eines von ihnen oder bitte die Betreiber von gorkd, Gäste zuzulassen.
answers-directly = Ich antworte in unseren Direktnachrichten.
cannot-write-directly = Ich kann dir keine Direktnachrichten schicken und habe deine Frage deshalb nicht angenommen. Erlaube Nachrichten von mir oder frag noch einmal ohne „privat“.
asks = { $name } fragt
you-asked = Du hast gefragt
you-asked-in = Du hast in #{ $channel } gefragt
slack-not-in-channel = Ich bin nicht in diesem Kanal. Lade mich ein (/invite @gorkd) und frag noch einmal oder frag mich in einer Direktnachricht.
slack-archived = Dieser Kanal ist archiviert. Bitte frag mich anderswo.
slack-may-not-write = Slack lässt mich hier nicht schreiben ({ $why }), deshalb habe ich deine Frage nicht angenommen.
slack-busy = Slack nimmt meine Nachrichten gerade nicht an. Bitte frag in ein paar Minuten noch einmal.
slack-file-is-there = { $name } liegt in unseren Direktnachrichten.
slack-file-failed = Die Datei konnte nicht gesendet werden: { $why }.
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
discord-unknown = Diese Art von Befehl kennt gorkd nicht.
discord-old-button = Dieser Button funktioniert nicht mehr.
discord-late = Das hat zu lange gedauert. Bitte versuch es noch einmal.
discord-unknown-command = Diesen Befehl gibt es in gorkd nicht mehr.
discord-lacks-here = Ich kann hier nicht antworten. Mir fehlt: { $lacking }. Ein Server-Admin kann mir das geben.
discord-lacks-where-asked = Ich kann dort, wo du gefragt hast, nicht antworten. Mir fehlt: { $lacking }. Ein Server-Admin kann mir das geben.
discord-lacks-there = Ich kann dort nicht antworten. Mir fehlt: { $lacking }. Ein Server-Admin kann mir das geben.
discord-cannot-answer = Ich kann hier nicht antworten ({ $why }). Bitte einen Server-Admin, mir „View Channel“ zu geben.
discord-in-thread = Ich recherchiere das im Thread dieser Nachricht.
discord-asked-by = gefragt von
discord-answered-in = beantwortet in
discord-closed = Ich konnte dir keine Direktnachricht schicken. Erlaube Direktnachrichten von diesem Server oder nimm /research mit private, damit nur du die Antwort siehst.
discord-cannot-see = Ich kann diesen Kanal nicht sehen. Bitte einen Server-Admin, mir „View Channel“ zu geben.
discord-answers-here = Fragen werden dort beantwortet, wo sie gestellt werden.
discord-answers-there = Fragen, die hier mit dem Befehl gestellt werden, werden in #{ $channel } beantwortet.
discord-answers-where = { $name } muss { $shape } sein, und ich muss es sehen können.
discord-answers-open = Fragen aus einem privaten Kanal können nicht in einem öffentlichen beantwortet werden.
discord-thread = Recherche
direct-not-allowed = Dort, wo du gefragt hast, kann ich nicht schreiben, deshalb melde ich mich hier. Lade mich dorthin ein, dann antworte ich im Kanal.
direct-forbidden = Dort, wo du gefragt hast, kann ich nicht schreiben, deshalb melde ich mich hier. Bitte einen Admin, mir { $what } zu erlauben.
direct-gone = Den Ort, an dem du gefragt hast, gibt es nicht mehr, oder er ist archiviert. Deshalb melde ich mich hier.
direct-expired = Das hat zu lange gedauert, um es dort nur dir zu zeigen, deshalb melde ich mich hier.
direct-invalid = Die Nachricht ließ sich dort, wo du gefragt hast, nicht senden, deshalb steht sie hier.

## Files that come with a question

file-too-large = { $name } konnte nicht gelesen werden: Die Datei ist größer als { $most } MB.
file-too-many = { $name } wurde weggelassen: Ich lese höchstens { $most } Dateien pro Nachricht.
file-elsewhere = { $name } konnte nicht gelesen werden: Die Datei liegt auf einer anderen Website. Lade sie hier hoch.
file-unavailable = { $name } konnte nicht gelesen werden: Der Download ist fehlgeschlagen. Bitte sende die Datei noch einmal.
file-forbidden = { $name } konnte nicht gelesen werden. Bitte einen Admin, mir { $what } zu erlauben.

## Discord's commands

menu-research = Recherchieren
command-research = Eine Frage recherchieren; jeder Satz ist durch ein geprüftes Zitat belegt
command-history = Deine Fragen
command-help = So fragst du
command-settings = Einstellungen dieses Kanals
option-question = Was möchtest du wissen? Links darin werden zuerst gelesen.
option-profile = Wie gründlich
option-planning = Erst nachfragen und den Plan zeigen?
option-private = Nur du siehst die Antwort, bis du sie teilst
option-attachment = Ein Dokument, das zuerst gelesen wird
option-setting = Welche Einstellung? Leer lassen, um alle zu sehen
option-value = Der neue Wert; leer lassen für den Standardwert
planning-auto = gleich antworten
planning-interactive = zeig mir den Plan
setting-answers-in = ein Kanal oder Forum dieses Servers, als #kanal oder mit seiner ID

## Installing in Slack

install-no-random = Dieser Rechner kann keine Zufallszahlen erzeugen. Bitte versuch es noch einmal.
install-cancelled = gorkd wurde nicht installiert. Du kannst diese Seite schließen.
install-incomplete = In dieser Adresse fehlt etwas. Bitte fang noch einmal von vorn an.
install-other-browser = Diese Installation wurde in einem anderen Browser begonnen. Bitte fang noch einmal von vorn an.
install-unconfirmed = Slack hat die Installation nicht bestätigt. Bitte fang noch einmal von vorn an.
install-done = gorkd ist installiert. Lade es in einen Kanal ein, erwähne es und frag.
install-not-stored = Die Installation konnte nicht gespeichert werden. Bitte versuch es später noch einmal.
