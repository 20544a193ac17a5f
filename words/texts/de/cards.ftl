### Was Karten in Chats sagen. Anrede: du, wie Slack und Discord selbst.

## Zeiten, Beträge, Mengen

duration-seconds = { $seconds } s
duration-minutes = { $minutes } min
duration-minutes-seconds = { $minutes } min { $seconds } s
duration-hours = { $hours } h
duration-hours-minutes = { $hours } h { $minutes } min
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
now-queued = in der Warteschlange
now-clarifying = prüft, ob die Frage klar ist
now-planning = plant
now-searching = sucht
now-searching-for = sucht: { $queries }
now-choosing = wählt aus, was gelesen wird
now-reading = liest { $count ->
    [one] 1 Seite
   *[other] { $count } Seiten
}: { $hosts }
now-checking = prüft, ob das reicht
now-writing = schreibt anhand von { $count ->
    [one] 1 Quelle
   *[other] { $count } Quellen
}
now-verifying = prüft jeden Satz anhand seiner Quelle
now-waiting-answer = wartet auf eine Antwort: { $question }
now-waiting-approval = wartet auf Freigabe: { $question }
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
waits-for-turn = In der Warteschlange.
waits-next = Als Nächstes an der Reihe.
waits-number = Nummer { $place } in der Warteschlange.
waits-next-until = Als Nächstes an der Reihe; die Antwort dürfte in { $time } da sein.
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
waits-for-you = Wartet unten auf deine Antwort.
it-failed = Fehlgeschlagen; siehe unten.
it-was-cancelled = Abgebrochen.
resumed = Nach einem Neustart fortgesetzt; Erledigtes wird nicht wiederholt.
you-asked-for = Gewünscht: { $wishes }
late-wishes = { $count ->
    [one] 1 Wunsch kam für diese Recherche zu spät und bleibt für eine Folgefrage vorgemerkt.
   *[other] { $count } Wünsche kamen für diese Recherche zu spät und bleiben für eine Folgefrage vorgemerkt.
}
answered-budget = Beantwortet; das Budget dieser Recherche ist aufgebraucht.
answered-time = Beantwortet; die Zeit dieser Recherche ist abgelaufen.
answered-stopped = Wie gewünscht vorzeitig aus dem bisher Gelesenen beantwortet.
answered-nothing = Nichts gefunden; siehe unten.
answered-below = Antwort siehe unten.
budget-near = Ein Monatsbudget ist fast aufgebraucht ({ $whose }): { $spent } von { $limit }. Am { $day } (UTC) beginnt es von vorn.
budget-refused = Ein Monatsbudget ist aufgebraucht ({ $whose }): { $spent } von { $limit } sind ausgegeben, und der nächste kostenpflichtige Aufruf wäre zu teuer. Bis zum { $day } (UTC) kommt gorkd ohne kostenpflichtige Suchen und Modelle aus. Ein Admin kann das Limit erhöhen.
budget-full = Für Admins: Ein Monatsbudget ist aufgebraucht ({ $whose }), { $spent } von { $limit }. Bis zum { $day } (UTC) kommt gorkd dort ohne kostenpflichtige Suchen und Modelle aus. Ein höheres Limit ändert das.
budget-yours = deins
budget-of-asker = wer gefragt hat
budget-of-key = dieser Schlüssel
budget-of-place = diese Unterhaltung
budget-of-channel = dieser Kanal
budget-of-workspace = dieser Workspace
budget-of-everybody = alle zusammen
button-stop = Stoppen und antworten
button-steer = Nachsteuern
button-cancel = Abbrechen

## Rückfragen und Freigaben

question-title = Eine Frage, bevor ich anfange
question-rest = Ohne Antwort bis { $until } entscheide ich nach bestem Ermessen. Nur wer gefragt hat, kann antworten.
question-guessed = Rechtzeitig kam keine Antwort, also habe ich nach bestem Ermessen entschieden.
question-answer = Antwort: { $answer }
all-of-these = alles davon
just-go = einfach loslegen
button-all-of-these = Alles davon
button-own-words = In eigenen Worten …
button-just-go = Einfach loslegen
plan-title = Der Plan
plan-parts = Was ich herausfinden will
plan-searches = Erste Suchanfragen
plan-ask = Mit diesem Plan starten? Aufwand: { $takes }.
plan-form = Form: { $form }
form-brief = Kurzfassung
form-report = Bericht
form-table = Tabelle
form-comparison = Vergleich
refined-question = Verstanden als: { $question }
plan-rest = Ohne Entscheidung bis { $until } fange ich an, sofern es ohne Freigabe nicht zu teuer ist. Entscheiden kann nur, wer gefragt hat, oder ein Admin.
harvest-title = Bevor ich weiterlese
harvest-ask = Weitermachen? Aufwand dieser Runde: { $takes }. Wenn du ablehnst, antworte ich mit dem, was da ist.
harvest-rest = Ohne Entscheidung bis { $until } antworte ich mit dem, was da ist. Entscheiden kann nur, wer gefragt hat, oder ein Admin.
publish-title = Die Antwort ist fertig
publish-ask = Die Antwort ist geschrieben und geprüft. Veröffentlichen?
publish-rest = Ohne Entscheidung bis { $until } wird sie nicht veröffentlicht. Entscheiden kann nur, wer gefragt hat, oder ein Admin.
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
button-start = Starten
button-edit-plan = Plan ändern …
button-cheaper = Günstiger
button-deeper-plan = Gründlicher
button-do-not-start = Nicht starten
button-read-on = Weiterlesen
button-answer-now = Jetzt antworten
button-always = Hier immer erlauben
button-publish = Veröffentlichen
button-show-me = Mir zeigen
button-withhold = Nicht veröffentlichen
decided-plan = Der Plan
decided-harvest = Weiterlesen
decided-publish = Veröffentlichung der Antwort
decided-approved = { $what }: freigegeben.
decided-declined = { $what }: abgelehnt.
decided-by-default = { $what }: Rechtzeitig hat niemand entschieden; es gilt die Voreinstellung.
decided-changed = { $what }: geändert.
decided-needless = { $what }: nicht mehr nötig.

## Die Antwort

quoted-from = Zitiert aus
no-answer-found = Ich habe keine Antwort gefunden.
try-words-again = Versuch es mit anderen Worten oder klick auf „Erneut versuchen“: Einige Suchanbieter haben nicht geantwortet.
try-words-deeper = Versuch es mit anderen Worten oder klick auf „Gründlicher suchen“.
try-words = Versuch es mit anderen Worten.
more-of-them = { $count } weitere
not-enough-evidence = Nicht genug Belege
confidence = Verlässlichkeit: { $level }
confidence-stop = Verlässlichkeit: { $level }.
confidence-high = hoch
confidence-medium = mittel
confidence-low = gering
confidence-insufficient = unzureichend belegt
sources-disagree = Quellen widersprechen sich
known-already = Schon bekannt: recherchiert am { $when }
link-full-analysis = Vollständige Auswertung ansehen
link-open-web = Im Web öffnen
nothing-changed = Seit dem { $day } hat sich nichts geändert.
changed-since = Änderungen seit dem { $day }
change-changed = Geändert: Aus „{ $before }“ wurde „{ $after }“
change-new = Neu: { $after }
change-gone = Nicht mehr zu finden: { $before }
where-sources-disagree = Wo sich Quellen widersprechen
preferred = Bevorzugt: { $value }. { $why }
heading-sources = Quellen
more-sources-below = und { $count } weitere: Klick auf „Quellen“.
keep-in-mind = Zu beachten: { $what }
pages-unread = { $unread ->
    [one] { $unread } von { $all } Seiten konnte nicht gelesen werden: { $reasons }.
   *[other] { $unread } von { $all } Seiten konnten nicht gelesen werden: { $reasons }.
}
checked-against = Geprüft anhand von { $count ->
    [one] 1 Quelle
   *[other] { $count } Quellen
}, { $when }
by-model = KI-generiert
by-rules = Nach festen Regeln aus Zitaten zusammengestellt
button-share = Im Kanal teilen
button-try-again = Erneut versuchen
button-sources = Quellen
button-full-answer = Vollständige Antwort
button-why = Warum dieser Antwort vertrauen?
button-go-deeper = Gründlicher suchen
button-go-deeper-for = Gründlicher suchen (bis zu { $price })
button-check-again = Erneut prüfen
button-watch-daily = Änderungen beobachten: täglich
button-watch-weekly = Änderungen beobachten: wöchentlich
button-watch-monthly = Änderungen beobachten: monatlich
button-revoke-links = Links zu dieser Antwort widerrufen
button-download = Als { $format } herunterladen
button-from-plan = Ab dem Plan erneut versuchen
button-from-round = Ab Runde { $round } erneut versuchen
button-more = Mehr
no-answer = Es gibt keine Antwort.
was-withheld = Die Antwort wurde geprüft, aber niemand hat ihre Veröffentlichung freigegeben.

## Warum Seiten nicht gelesen werden konnten

unread-crashed = beim Lesen abgestürzt
unread-dropped = nicht mehr benötigt
unread-timed-out = zu langsam
unread-unreachable = nicht erreichbar
unread-rate-limited = zu viele Anfragen
unread-unauthorized = Schlüssel fehlt oder ist falsch
unread-quota = Kontingent aufgebraucht
unread-denied = Anmeldung, Cookie-Hinweis oder robots.txt
unread-captcha = Captcha
unread-paywall = Bezahlschranke
unread-not-found = nicht gefunden
unread-blocked = gesperrte Adresse
unread-too-large = zu groß
unread-type = Dateityp nicht unterstützt
unread-encrypted = verschlüsselt
unread-empty = ohne Text
unread-too-complex = zu komplex
unread-malformed = beschädigt
unread-resource-limit = Ressourcenlimit erreicht
unread-server-error = Serverfehler
unread-invalid-reply = Antwort nicht verstanden
unread-filtered = vom Modellserver abgelehnt
unread-context = zu lang für das Modell
unread-budget = Budget aufgebraucht
unread-not-allowed = durch die Datenschutzeinstellung nicht erlaubt
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
button-leave-out = Ausschließen
button-more-sources = Weitere Quellen
button-rewrite = Antwort neu schreiben
pick-hint = Pinne Quellen an oder schließ sie aus und lass die Antwort dann ohne neue Suche neu schreiben.
why-title = Warum dieser Antwort vertrauen?
why-how = Jeder Satz wurde anhand seiner Quelle geprüft: Sein Wortlaut muss dort stehen, und Zahlen, Daten, Namen und Verneinungen müssen übereinstimmen.
why-scores = Textstelle: Relevanz { $relevance }, Quelle { $quality }, Aktualität { $recency }, Vollständigkeit { $completeness }, Bestätigung { $corroboration }, Widerspruch { $contradiction }.
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
