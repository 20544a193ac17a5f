### Was die Regeln von gorkd über eine Antwort sagen, in der Sprache der Frage.

## Wie sicher eine Antwort ist

parts-open = { $open ->
    [one] 1 von { $total } Teilen der Frage ist nicht beantwortet.
   *[other] { $open } von { $total } Teilen der Frage sind nicht beantwortet.
}
answers-maybe-part = Die Antwort deckt vielleicht nur einen Teil der Frage ab.
answers-part = Die Frage ist nur zum Teil beantwortet.
answers-all = Jeder Teil der Frage ist beantwortet.
draft-contradicted = { $count ->
    [one] Eine Aussage des Entwurfs widerspricht dem Gelesenen und wurde weggelassen.
   *[other] { $count } Aussagen des Entwurfs widersprechen dem Gelesenen und wurden weggelassen.
}
passage-misses = Die Frage verlangt { $kind }; die Textstelle enthält keine solche Angabe.
statements-miss = Die Frage verlangt { $kind }; keine Aussage enthält eine solche Angabe.
kind-time = ein Datum oder ein Jahr
kind-duration = eine Dauer
kind-count = eine Zahl
kind-money = einen Geldbetrag
kind-percent = einen Anteil oder Prozentsatz
kind-version = eine Version
disagree-mainly = Die Quellen widersprechen sich im wichtigsten Punkt: { $values }.
disagree-point = In einem Punkt widersprechen sich die Quellen: { $values }.
statements-held = { $held ->
    [one] 1 von { $total } Aussagen ist voll belegt.
   *[other] { $held } von { $total } Aussagen sind voll belegt.
}
passage-fits = Die Textstelle passt gut zur Frage.
passage-doubtful = Die Textstelle passt nur ungefähr zur Frage.
passage-rivaled = Andere Textstellen passen etwa gleich gut zur Frage.
passage-has-words = Die Textstelle enthält die Wörter der Frage.
passage-has-some-words = Die Textstelle enthält nur einige Wörter der Frage.
statements-checked = Jede Aussage wurde anhand der Textstelle geprüft, die sie zitiert.
statements-reworded = Manche Aussagen geben die Textstellen mit anderen Worten wieder, und kein Modell hat beides verglichen.
one-work-trusted = Die Antwort stammt aus einer einzigen Veröffentlichung, die amtlich ist, aus erster Hand kommt oder zu deinen Dokumenten gehört.
one-work = Die Antwort stammt aus einer einzigen Veröffentlichung.
main-work-trusted = Die Zusammenfassung stammt aus einer einzigen Veröffentlichung, die amtlich ist, aus erster Hand kommt oder zu deinen Dokumenten gehört.
main-works = { $works ->
    [one] Die Zusammenfassung stammt aus einer einzigen Veröffentlichung, die Einzelheiten auch aus anderen.
   *[other] Die Zusammenfassung stammt aus { $works } unabhängigen Veröffentlichungen, die Einzelheiten auch aus anderen.
}
many-works = Die Antwort stammt aus { $works } unabhängigen Veröffentlichungen.
sources-official = Die Quellen sind amtlich, redaktionell geprüft oder aus erster Hand.
sources-open = Auf den zitierten Websites darf jeder schreiben.

## Grenzen, und was als Nächstes zu prüfen ist

limit-left-out = { $count ->
    [one] Eine Aussage des Entwurfs wurde weggelassen, weil keine Quelle sie belegt.
   *[other] { $count } Aussagen des Entwurfs wurden weggelassen, weil keine Quelle sie belegt.
}
limit-unread = { $count ->
    [one] Eine Seite konnte nicht gelesen werden.
   *[other] { $count } Seiten konnten nicht gelesen werden.
}
limit-large = { $count ->
    [one] Eine Quelle ist so groß, dass nur ihr erster Teil gelesen wurde.
   *[other] { $count } Quellen sind so groß, dass nur ihre ersten Teile gelesen wurden.
}
limit-outdated = Als veraltet gekennzeichnet: { $titles }
limit-one-source = Alles stützt sich auf eine einzige Quelle; keine zweite bestätigt es.
limit-no-table = Die Quellen geben nicht genug für eine Tabelle mit zwei Zeilen her. Stattdessen ist das hier eine Kurzfassung.
table-item = Gegenstand
table-says = Was die Quellen sagen
limit-first-part = Von { $what } wurde nur der erste Teil gelesen.
limit-version = Die Frage betrifft { $asked }; das Gelesene handelt von { $found }.
limit-unanswered = Nicht beantwortet: { $question }
limit-perhaps-unanswered = Vielleicht nicht beantwortet: { $question }
limit-gap = Im Gelesenen nicht gefunden: { $gap }
limit-weak = { $count ->
    [one] Eine Aussage ist nicht gut genug bestätigt, um sich allein auf sie zu verlassen.
   *[other] { $count } Aussagen sind nicht gut genug bestätigt, um sich allein auf sie zu verlassen.
}
limit-private = { $count ->
    [one] 1 Textstelle aus einem privaten Dokument wurde { $model } nicht gezeigt, denn das Modell läuft auf einem anderen Rechner.
   *[other] { $count } Textstellen aus privaten Dokumenten wurden { $model } nicht gezeigt, denn das Modell läuft auf einem anderen Rechner.
}
limit-not-academic = Keine der gelesenen Quellen ist wissenschaftlich.
limit-no-dates = Keine der Quellen sagt, wann sie veröffentlicht wurde.
limit-old = Die neueste Quelle ist { $age } alt.
limit-language = Die Frage ist auf { $asked }, die Quellen sind auf { $found }. Wer auf { $found } fragt, findet mehr.
age-days = { $count ->
    [one] 1 Tag
   *[other] { $count } Tage
}
age-months = { $count ->
    [one] 1 Monat
   *[other] { $count } Monate
}
age-years = { $count ->
    [one] 1 Jahr
   *[other] { $count } Jahre
}
language-en = Englisch
language-de = Deutsch
language-es = Spanisch
language-fr = Französisch
language-ru = Russisch
language-zh = Chinesisch
language-ar = Arabisch
language-it = Italienisch
language-pt = Portugiesisch
language-ja = Japanisch
next-still-so = Gilt das heute noch?
next-changed = Hat sich seit der neuesten Quelle ({ $age } alt) etwas geändert?
next-which = Was stimmt: { $values }? ({ $about })
next-second = Bestätigt das eine zweite, unabhängige Quelle: { $statement }
worked-out = Aus den zitierten Zahlen berechnet: { $sum }.
mark-weak = Nicht gut genug bestätigt, um sich allein darauf zu verlassen. Prüfe es anhand einer weiteren Quelle.
premise-denied = Die Quellen sagen etwas anderes: „{ $quote }“
partly-supported = (nur teilweise belegt)
newer-source = Es ist die neuere Quelle.
weightier-source = Es ist die maßgeblichere Quelle.
neither-source = Keine der Quellen ist eindeutig besser.
limit-one-side = Alles Zitierte stammt von { $name } selbst; sonst kommt niemand zu Wort.
limit-no-contrary = Eine Suche nach Gegenbelegen hat nichts gefunden, was dem widerspricht.
disclaimer-medical = Das sind allgemeine Informationen aus den zitierten Quellen, kein ärztlicher Rat. Frag zu deinem eigenen Fall eine Ärztin, einen Arzt oder in der Apotheke.
disclaimer-legal = Das sind allgemeine Informationen aus den zitierten Quellen, keine Rechtsberatung, und das Recht ist von Ort zu Ort verschieden. Frag zu deinem eigenen Fall eine Anwältin oder einen Anwalt.
disclaimer-financial = Das sind allgemeine Informationen aus den zitierten Quellen, keine Finanzberatung. Lass dich beraten, bevor du entscheidest.
or-list = { $first } oder { $second }
and-list = { $first } und { $second }
or-list-more = { $first }, { $second }
or-list-last = { $first } oder { $second }
and-list-more = { $first }, { $second }
and-list-last = { $first } und { $second }
quoted = „{ $text }“

## Was nicht reicht, und wonach dagegen gesucht wird

issue-few-citations = Zitierte Quellen: { $count }; eine Frage wie diese verlangt mindestens { $least }.
issue-too-old = Die neueste Quelle ist { $age } alt; eine Frage wie diese verlangt eine, die höchstens { $most } alt ist.
issue-undated = Keine zitierte Quelle sagt, wann sie veröffentlicht wurde; eine Frage wie diese verlangt eine, die höchstens { $most } alt ist.
issue-few-works = Unabhängige Veröffentlichungen zu „{ $part }“: { $works }; eine Recherche wie diese verlangt mindestens { $least }.
issue-untold = Keine Aussage der Antwort behandelt: { $part }
issue-claim-partly = Aussage { $id } ist durch ihre Quellen nur teilweise belegt: { $text }
issue-claim-unsupported = Aussage { $id } ist durch ihre Quellen nicht belegt: { $text }
issue-claim-contradicted = Aussage { $id } wird von ihren Quellen widerlegt: { $text }
issue-claim-mark = Aussage { $id }: { $mark }
query-contrary = { $subject } Kritik Probleme umstritten
issue-question-flagged = Die Moderation hat die Frage beanstandet: { $categories }.
issue-answer-flagged = Die Moderation hat diese Antwort beanstandet: { $categories }.
answer-moderated = Es gibt eine Antwort, aber die Betreiber von gorkd haben ihr Thema ausgeschlossen. Deshalb wird sie zurückgehalten.
answer-not-moderated = Es gibt eine Antwort, aber sie konnte nicht auf ausgeschlossene Themen geprüft werden. Deshalb wird sie zurückgehalten. Bitte versuch es später noch einmal.

## Wenn es keine Antwort gibt

unmentioned-in-passages = Keine Textstelle zur Frage erwähnt { $names }.
unmentioned = Keine der gelesenen Seiten erwähnt { $names }.
nowhere-to-search = Es gibt nichts zu durchsuchen: Kein Suchanbieter ist eingeschaltet, und die Bibliothek wird nicht benutzt.
library-empty-alone = Die Bibliothek ist leer, und anderswo darf nicht gesucht werden.
library-empty-failed = Die Bibliothek ist leer, und die Suche anderswo ist fehlgeschlagen.
searches-failed = Alle Suchen sind fehlgeschlagen.
searches-some-failed = Einige Suchen sind fehlgeschlagen, die anderen haben nichts gefunden.
searches-nothing = Die Suchen haben nichts gefunden.
found-unreadable = { $count ->
    [one] 1 Seite wurde gefunden, aber sie war nicht lesbar.
   *[other] { $count } Seiten wurden gefunden, aber keine war lesbar.
}
found-unworthy = Keines der Suchergebnisse war lesenswert.
read-unsupported = { $count ->
    [one] 1 Dokument wurde gelesen, aber keine Aussage zur Frage ließ sich mit einem Zitat belegen.
   *[other] { $count } Dokumente wurden gelesen, aber keine Aussage zur Frage ließ sich mit einem Zitat belegen.
}
read-unanswering = { $count ->
    [one] Das eine gelesene Dokument beantwortet die Frage nicht.
   *[other] Keines der { $count } gelesenen Dokumente beantwortet die Frage.
}
looked-for = Gesucht wurde nach { $queries } in { $places }.
place-library = der Bibliothek
help-line = Das könnte helfen: { $helps }.
help-add = Dokumente in die Bibliothek aufnehmen
help-add-about = Dokumente dazu in die Bibliothek aufnehmen
help-switch-on = in den Einstellungen einen Suchanbieter einschalten
help-another-provider = einen weiteren Suchanbieter einschalten
help-web = die Websuche erlauben (Datenschutz `hybrid`)
help-words = mit anderen Worten fragen
help-language = in der Sprache deiner Dokumente fragen
help-retry = es später noch einmal versuchen oder die Verbindung und die Schlüssel der Anbieter prüfen
help-loosen = die Vorgaben für die Suche lockern
reason-nothing-read = Es wurde nichts gelesen, was eine Antwort belegen könnte.
reason-nothing-answers = Keine der gelesenen Seiten beantwortet die Frage.
reason-unsupported = Keine Aussage des Entwurfs ist durch das Gelesene belegt.
reason-weak = Der größte Teil der Zusammenfassung ist nicht durch genügend unabhängige Quellen bestätigt.
reason-not-academic = Es wurde keine wissenschaftliche Quelle gelesen, und eine solche Frage braucht eine.
reason-untold = Worauf sich „{ $word }“ bezieht, ist nicht gesagt.
limit-pages = { $count ->
    [one] 1 Seite konnte nicht gelesen werden.
   *[other] { $count } Seiten konnten nicht gelesen werden.
}

## Rückfragen

ask-scope = Was möchtest du über { $subject } wissen?
ask-scope-what = Was es ist
ask-scope-how = Wie es funktioniert
ask-scope-compare = Wie es im Vergleich abschneidet
ask-scope-new = Was es Neues gibt
ask-time = Welchen Zeitraum soll die Antwort umfassen?
ask-time-day = Der letzte Tag
ask-time-week = Die letzte Woche
ask-time-month = Der letzte Monat
ask-time-year = Das letzte Jahr
ask-time-now = Der aktuelle Stand
ask-time-five-years = Die letzten fünf Jahre
ask-time-any = Beliebig
ask-depth = Wie gründlich soll die Antwort sein?
ask-depth-short = Eine kurze Antwort
ask-depth-overview = Ein Überblick
ask-depth-details = Die Einzelheiten
ask-depth-everything = Alles, was zu finden ist
ask-depth-pick = Eine Empfehlung in einem Satz
ask-depth-differences = Die wichtigsten Unterschiede
ask-depth-points = Punkt für Punkt
ask-depth-measured = Mit Messwerten
ask-use = Wofür brauchst du die Antwort?
ask-use-decide = Um etwas zu entscheiden
ask-use-learn = Um etwas zu lernen
ask-use-write = Um darüber zu schreiben
ask-use-build = Um darauf aufzubauen
ask-use-once = Um es einmal zu tun
ask-use-for-good = Um es dauerhaft einzurichten
ask-use-understand = Um es zu verstehen
ask-use-explain = Um es anderen zu erklären
ask-sense = Mehrere Dinge heißen { $name }. Welches meinst du?
ask-pointer = Worauf bezieht sich „{ $word }“? Davor wurde nichts gesagt.
ask-about = Worum geht es in der Frage?
ask-which = Das sind { $count } Fragen in einer. Welche ist am wichtigsten?
ask-long = Das würde lange dauern. Was ist dir an { $subject } wichtig?
ask-long-main = Das Wichtigste
ask-long-figures = Zahlen und Daten
ask-long-all = Alles, egal wie lange es dauert
