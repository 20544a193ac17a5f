### Was Karten in Chats sagen. Anrede: du, wie Slack und Discord selbst.

## Zeiten, Beträge, Mengen

duration-seconds = { $seconds } s
duration-minutes = { $minutes } Min.
duration-minutes-seconds = { $minutes } Min. { $seconds } s
duration-hours = { $hours } Std.
duration-hours-minutes = { $hours } Std. { $minutes } Min.
money = { $amount } $
money-nothing = nichts
money-less = weniger als { $amount } $
count-sources = { $count ->
    [one] 1 Quelle
   *[other] { $count } Quellen
}
and-more = { $shown } und { $count } weitere

## Der Stand einer Recherche

step-plan = Planen
step-search = Suchen
step-read = Lesen
step-check = Prüfen
step-write = Schreiben
now-queued = wartet, bis sie an der Reihe ist
now-clarifying = prüft, ob die Frage klar ist
now-planning = plant
now-searching = sucht
now-searching-for = sucht: { $queries }
now-choosing = wählt aus, was gelesen wird
now-reading = liest { $count ->
    [one] 1 Seite
   *[other] { $count } Seiten
}: { $hosts }
now-checking = prüft, ob das genügt
now-writing = schreibt aus { $count ->
    [one] 1 Quelle
   *[other] { $count } Quellen
}
now-verifying = prüft jeden Satz an seiner Quelle
now-waiting-answer = wartet auf eine Antwort: { $question }
now-waiting-approval = wartet auf Zustimmung: { $question }
now-finishing = schließt ab
now-done = fertig
now-failed = fehlgeschlagen
now-cancelled = abgebrochen
field-round = Runde
field-pages = Seiten
field-time = Zeit
field-spent = Kosten
of-at-most = { $now } von höchstens { $most }
pages-read-of = { $read } von { $chosen } gelesen
pages-read-failed = { $read } von { $chosen } gelesen, { $failed } nicht lesbar
pages-read = { $count ->
    [one] 1 Seite gelesen.
   *[other] { $count } Seiten gelesen.
}
it-took = Dauer: { $time }.
waits-for-turn = Wartet, bis sie an der Reihe ist.
waits-next = Als Nächste an der Reihe.
waits-number = Nummer { $place } in der Warteschlange.
waits-next-until = Als Nächste an der Reihe; die Antwort dürfte in { $time } da sein.
waits-number-until = Nummer { $place } in der Warteschlange; die Antwort dürfte in { $time } da sein.
about-a-minute = etwa einer Minute
about-minutes = etwa { $count ->
    [one] 1 Minute
   *[other] { $count } Minuten
}
about-hours = etwa { $count ->
    [one] 1 Stunde
   *[other] { $count } Stunden
}
waits-for-you = Wartet auf deine Antwort unten.
it-failed = Fehlgeschlagen; siehe unten.
it-was-cancelled = Abgebrochen.
resumed = Nach einem Neustart fortgesetzt; Erledigtes wird nicht wiederholt.
you-asked-for = Dein Wunsch: { $wishes }
late-wishes = { $count ->
    [one] 1 Wunsch kam für diese Recherche zu spät und wartet auf eine Folgefrage.
   *[other] { $count } Wünsche kamen für diese Recherche zu spät und warten auf eine Folgefrage.
}
answered-budget = Beantwortet; das Budget dieser Recherche ist aufgebraucht.
answered-time = Beantwortet; die Zeit dieser Recherche ist abgelaufen.
answered-stopped = Wie gewünscht mit dem beantwortet, was da war.
answered-nothing = Nichts gefunden; siehe unten.
answered-below = Antwort siehe unten.
budget-near = Ein Monatsbudget ist zum größten Teil verbraucht ({ $whose }): { $spent } von { $limit }. Am { $day } (UTC) beginnt es neu.
budget-refused = Ein Monatsbudget reicht für weitere bezahlte Aufrufe nicht ({ $whose }): { $spent } von { $limit } sind verbraucht. Bis zum { $day } (UTC) kommt gorkd ohne bezahlte Suchen und Modelle aus. Ein Admin kann das Limit erhöhen.
budget-full = Für Admins: Ein Monatsbudget ist aufgebraucht ({ $whose }), { $spent } von { $limit }. Bis zum { $day } (UTC) kommt gorkd dort ohne bezahlte Suchen und Modelle aus. Erhöht das Limit, um das zu ändern.
budget-yours = deins
budget-of-asker = wer gefragt hat
budget-of-key = dieser Schlüssel
budget-of-place = diese Unterhaltung
budget-of-channel = dieser Kanal
budget-of-workspace = dieser Workspace
budget-of-everybody = alle zusammen
button-stop = Stoppen und antworten
button-steer = Lenken
button-cancel = Abbrechen

## Rückfragen und Zustimmung

question-title = Eine Frage, bevor ich anfange
question-rest = Ohne Antwort bis { $until } entscheide ich nach bestem Ermessen. Nur wer gefragt hat, kann antworten.
question-guessed = Es kam rechtzeitig keine Antwort, also habe ich nach bestem Ermessen entschieden.
question-answer = Antwort: { $answer }
all-of-these = alles davon
just-go = einfach loslegen
button-all-of-these = Alles davon
button-own-words = In eigenen Worten …
button-just-go = Einfach loslegen
plan-title = Der Plan
plan-parts = Was ich herausfinden will
plan-searches = Erste Suchen
plan-ask = Mit diesem Plan anfangen? Er braucht { $takes }.
plan-form = Form: { $form }
form-brief = Kurzfassung
form-report = Bericht
form-table = Tabelle
form-comparison = Vergleich
refined-question = Verstanden als: { $question }
plan-rest = Ohne Entscheidung bis { $until } fange ich an, außer es würde dafür zu teuer. Nur wer gefragt hat oder ein Admin kann entscheiden.
harvest-title = Bevor ich weiterlese
harvest-ask = Weitermachen? Diese Runde braucht { $takes }. Bei Ablehnung wird die Antwort aus dem geschrieben, was da ist.
harvest-rest = Ohne Entscheidung bis { $until } antworte ich mit dem, was da ist. Nur wer gefragt hat oder ein Admin kann entscheiden.
publish-title = Die Antwort ist fertig
publish-ask = Die Antwort ist geschrieben und geprüft. Veröffentlichen?
publish-rest = Ohne Entscheidung bis { $until } bleibt sie zurückgehalten. Nur wer gefragt hat oder ein Admin kann entscheiden.
publish-held = Sie stützt sich auf { $count ->
    [one] 1 Quelle
   *[other] { $count } Quellen
}. Verlässlichkeit: { $level }.
takes = { $searches ->
    [one] 1 Suche
   *[other] { $searches } Suchen
}, bis zu { $pages ->
    [one] 1 Seite
   *[other] { $pages } Seiten
}, bis zu { $time }, { $price }
takes-seconds = { $count ->
    [one] 1 Sekunde
   *[other] { $count } Sekunden
}
takes-minutes = { $count ->
    [one] 1 Minute
   *[other] { $count } Minuten
}
takes-free = kostenlos
takes-price = höchstens { $price }
button-start = Anfangen
button-edit-plan = Plan ändern …
button-cheaper = Günstiger
button-deeper-plan = Gründlicher
button-do-not-start = Nicht anfangen
button-read-on = Weiterlesen
button-answer-now = Mit dem antworten, was da ist
button-always = Hier immer erlauben
button-publish = Veröffentlichen
button-show-me = Mir zeigen
button-withhold = Zurückhalten
decided-plan = Der Plan
decided-harvest = Weiterlesen
decided-publish = Veröffentlichen der Antwort
decided-approved = { $what }: zugestimmt.
decided-declined = { $what }: abgelehnt.
decided-by-default = { $what }: rechtzeitig hat niemand entschieden; es galt die Vorgabe.
decided-changed = { $what }: geändert.
decided-needless = { $what }: nicht mehr nötig.

## Die Antwort

quoted-from = Zitiert aus
no-answer-found = Ich habe keine Antwort gefunden.
try-words-again = Versuch es mit anderen Worten oder klick auf „Erneut versuchen“: Einige Orte haben nicht geantwortet.
try-words-deeper = Versuch es mit anderen Worten oder klick auf „Tiefer suchen“.
try-words = Versuch es mit anderen Worten.
more-of-them = { $count } weitere
not-enough-evidence = Nicht genug Belege
confidence = Verlässlichkeit: { $level }
confidence-stop = Verlässlichkeit: { $level }.
confidence-high = hoch
confidence-medium = mittel
confidence-low = gering
confidence-insufficient = nicht genug Belege
sources-disagree = Quellen widersprechen sich
known-already = Schon bekannt: recherchiert { $when }
link-full-analysis = Ganze Auswertung ansehen
link-open-web = Im Web öffnen
nothing-changed = Seit { $day } hat sich nichts geändert.
changed-since = Seit { $day } geändert
change-changed = Geändert: „{ $before }“ heißt jetzt „{ $after }“
change-new = Neu: { $after }
change-gone = Nicht mehr zu finden: { $before }
where-sources-disagree = Wo sich Quellen widersprechen
preferred = Vorgezogen: { $value }. { $why }
heading-sources = Quellen
more-sources-below = und { $count } weitere: klick auf „Quellen“.
keep-in-mind = Zu beachten: { $what }
pages-unread = { $unread } von { $all } Seiten konnten nicht gelesen werden: { $reasons }.
checked-against = Geprüft an { $count ->
    [one] 1 Quelle
   *[other] { $count } Quellen
}, { $when }
by-model = Von einer KI geschrieben
by-rules = Nach Regeln aus Zitaten zusammengestellt
button-share = Im Kanal teilen
button-try-again = Erneut versuchen
button-sources = Quellen
button-full-answer = Ganze Antwort
button-why = Warum dieser Antwort trauen?
button-go-deeper = Tiefer suchen
button-go-deeper-for = Tiefer suchen (bis zu { $price })
button-check-again = Erneut prüfen
button-watch-daily = Auf Änderungen achten: täglich
button-watch-weekly = Auf Änderungen achten: wöchentlich
button-watch-monthly = Auf Änderungen achten: monatlich
button-revoke-links = Links zu dieser Antwort widerrufen
button-download = Als { $format } herunterladen
button-from-plan = Ab dem Plan neu versuchen
button-from-round = Ab Runde { $round } neu versuchen
button-more = Mehr
no-answer = Es gibt keine Antwort.
was-withheld = Die Antwort wurde geprüft, aber niemand hat der Veröffentlichung zugestimmt.

## Warum Seiten nicht gelesen werden konnten

unread-crashed = beim Lesen abgestürzt
unread-dropped = nicht mehr gebraucht
unread-timed-out = zu langsam
unread-unreachable = nicht erreichbar
unread-rate-limited = zu viele Anfragen
unread-unauthorized = Schlüssel fehlt oder ist falsch
unread-quota = Kontingent aufgebraucht
unread-denied = Anmeldung, Cookie-Hinweis oder robots.txt
unread-captcha = Captcha
unread-paywall = Bezahlschranke
unread-not-found = nicht gefunden
unread-blocked = Adresse, die nicht geöffnet werden darf
unread-too-large = zu groß
unread-type = Dateityp, der nicht gelesen wird
unread-encrypted = verschlüsselt
unread-empty = ohne Text
unread-too-complex = zu verschachtelt
unread-malformed = defekt
unread-resource-limit = zu aufwendig
unread-server-error = Serverfehler
unread-invalid-reply = Antwort nicht verstanden
unread-filtered = vom Server des Modells abgelehnt
unread-context = zu lang für das Modell
unread-budget = Budget aufgebraucht
unread-not-allowed = mit diesem Datenschutz nicht erlaubt
unread-not-configured = nicht eingerichtet
unread-internal = Fehler in gorkd

## Quellen, Gründe, Dateien

nothing-was-read = Nichts gelesen
sources-range = Quellen { $first } bis { $last } von { $count }
pages-not-read = Nicht gelesen: { $count ->
    [one] 1 Seite
   *[other] { $count } Seiten
}
button-pin = Anpinnen
button-leave-out = Weglassen
button-more-sources = Weitere Quellen
button-rewrite = Antwort neu schreiben
pick-hint = Pinne Quellen an oder lass sie weg und schreib die Antwort dann neu: Es wird nicht noch einmal gesucht.
why-title = Warum dieser Antwort trauen?
why-how = Jeder Satz wurde mit dem Wortlaut seiner Quelle verglichen: dass er dort steht und dass Zahlen, Daten, Namen und Verneinungen stimmen.
why-scores = Stelle: Bezug { $relevance }, Quelle { $quality }, Aktualität { $recency }, Vollständigkeit { $completeness }, Bestätigung { $corroboration }, Widerspruch { $contradiction }.
why-more = { $count ->
    [one] 1 weiterer Satz steht im Export.
   *[other] { $count } weitere Sätze stehen im Export.
}
support-supported = belegt
support-partly = teilweise belegt
support-unsupported = nicht belegt
support-contradicted = widerlegt
export-done = Die Antwort als { $format }.
export-failed = Die Datei konnte nicht erstellt werden. Bitte versuch ein anderes Format.
