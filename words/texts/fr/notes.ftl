### Ce que les règles de gorkd disent d’une réponse, dans la langue de la question.

## À quel point une réponse est sûre

parts-open = { $open ->
    [one] { $open } partie sur { $total } de la question reste sans réponse.
   *[other] { $open } parties sur { $total } de la question restent sans réponse.
}
answers-maybe-part = La réponse ne couvre peut-être qu’une partie de la question.
answers-part = La question n’a reçu qu’une réponse partielle.
answers-all = Chaque partie de la question a sa réponse.
draft-contradicted = { $count ->
    [one] Une affirmation du brouillon, contredite par ce qui a été lu, a été retirée.
   *[other] { $count } affirmations du brouillon, contredites par ce qui a été lu, ont été retirées.
}
passage-misses = La question demande { $kind }, et le passage n’en donne pas.
statements-miss = La question demande { $kind }, et aucune affirmation n’en donne.
kind-time = une date ou une année
kind-duration = une durée
kind-count = un nombre
kind-money = une somme d’argent
kind-percent = une part ou un pourcentage
kind-version = une version
disagree-mainly = Les sources divergent sur le point principal : { $values }.
disagree-point = Les sources divergent sur un point : { $values }.
statements-held = { $held ->
    [one] { $held } affirmation sur { $total } est pleinement étayée.
   *[other] { $held } affirmations sur { $total } sont pleinement étayées.
}
passage-fits = Le passage correspond bien à la question.
passage-doubtful = Le passage ne correspond qu’en partie à la question.
passage-rivaled = D’autres passages correspondent à peu près aussi bien à la question.
passage-has-words = Le passage contient les mots de la question.
passage-has-some-words = Le passage ne contient que certains mots de la question.
statements-checked = Chaque affirmation a été confrontée au passage qu’elle cite.
statements-reworded = Certaines affirmations n’emploient pas les mots des passages, et aucun modèle n’a comparé les deux.
one-work-trusted = La réponse vient d’une seule publication, qui est officielle, de première main ou l’un de vos documents.
one-work = La réponse vient d’une seule publication.
main-work-trusted = Le résumé vient d’une seule publication, qui est officielle, de première main ou l’un de vos documents.
main-works = { $works ->
    [one] Le résumé vient d’une seule publication ; les détails s’appuient aussi sur d’autres.
   *[other] Le résumé vient de { $works } publications indépendantes ; les détails s’appuient aussi sur d’autres.
}
many-works = La réponse vient de { $works } publications indépendantes.
sources-official = Les sources sont officielles, relues par une rédaction ou de première main.
sources-open = N’importe qui peut écrire sur les sites cités.

## Ses limites, et que vérifier ensuite

limit-left-out = { $count ->
    [one] Une affirmation du brouillon a été retirée, car aucune source ne l’étaye.
   *[other] { $count } affirmations du brouillon ont été retirées, car aucune source ne les étaye.
}
limit-unread = { $count ->
    [one] Une page n’a pas pu être lue.
   *[other] { $count } pages n’ont pas pu être lues.
}
limit-large = { $count ->
    [one] Une source est si volumineuse que seul son début a été lu.
   *[other] { $count } sources sont si volumineuses que seul leur début a été lu.
}
limit-outdated = Signalé comme obsolète : { $titles }
limit-one-source = Tout repose sur une seule source ; aucune autre ne le confirme.
limit-no-table = Les sources ne suffisent pas à un tableau de deux lignes. Voici une synthèse à la place.
table-item = Élément
table-says = Ce que disent les sources
limit-first-part = Seul le début de { $what } a été lu.
limit-version = La question porte sur { $asked } ; ce qui a été lu porte sur { $found }.
limit-unanswered = Sans réponse : { $question }
limit-perhaps-unanswered = Peut-être sans réponse : { $question }
limit-gap = Introuvable dans ce qui a été lu : { $gap }
limit-weak = { $count ->
    [one] Une affirmation n’est pas assez confirmée pour suffire à elle seule.
   *[other] { $count } affirmations ne sont pas assez confirmées pour suffire à elles seules.
}
limit-private = { $count ->
    [one] 1 passage d’un document privé n’a pas été montré à { $model }, qui tourne sur une autre machine.
   *[other] { $count } passages de documents privés n’ont pas été montrés à { $model }, qui tourne sur une autre machine.
}
limit-not-academic = Aucune des sources lues n’est scientifique.
limit-no-dates = Aucune source ne dit quand elle a été publiée.
limit-old = La source la plus récente remonte à { $age }.
limit-language = La question est en { $asked }, mais les sources sont en { $found }. Une question posée en { $found } donnera plus de résultats.
age-days = { $count ->
    [one] { $count } jour
   *[other] { $count } jours
}
age-months = { $count ->
    [one] { $count } mois
   *[other] { $count } mois
}
age-years = { $count ->
    [one] { $count } an
   *[other] { $count } ans
}
language-en = anglais
language-de = allemand
language-es = espagnol
language-fr = français
language-ru = russe
language-zh = chinois
language-ar = arabe
language-it = italien
language-pt = portugais
language-ja = japonais
next-still-so = Est-ce encore le cas aujourd’hui ?
next-changed = Quelque chose a-t-il changé depuis la source la plus récente, qui remonte à { $age } ?
next-which = Qu’est-ce qui est juste : { $values } ? ({ $about })
next-second = Une seconde source indépendante confirme-t-elle ceci : { $statement }
worked-out = Calculé à partir des nombres cités : { $sum }.
mark-weak = Pas assez confirmé pour suffire à lui seul. Vérifiez auprès d’une autre source.
premise-denied = Les sources disent autre chose : « { $quote } »
partly-supported = (étayé en partie seulement)
newer-source = C’est la source la plus récente.
weightier-source = C’est la source qui fait le plus autorité.
neither-source = Aucune des sources n’est nettement meilleure.
limit-one-side = Tout ce qui est cité vient de { $name } ; personne d’autre n’est cité.
limit-no-contrary = Une recherche d’éléments contraires n’a rien trouvé qui le contredise.
disclaimer-medical = Ce sont des informations générales tirées des sources citées, pas un avis médical. Pour votre propre cas, consultez un médecin ou un pharmacien.
disclaimer-legal = Ce sont des informations générales tirées des sources citées, pas un conseil juridique, et le droit varie d’un lieu à l’autre. Pour votre propre cas, consultez un avocat.
disclaimer-financial = Ce sont des informations générales tirées des sources citées, pas un conseil financier. Consultez un conseiller avant de décider.
or-list = { $first } ou { $second }
and-list = { $first } et { $second }
or-list-more = { $first }, { $second }
or-list-last = { $first } ou { $second }
and-list-more = { $first }, { $second }
and-list-last = { $first } et { $second }
quoted = « { $text } »

## Ce qui ne suffit pas, et ce qui est cherché contre

issue-few-citations = Sources citées : { $count } ; une question comme celle-ci en demande au moins { $least }.
issue-too-old = La source la plus récente remonte à { $age } ; une question comme celle-ci en demande une d’au plus { $most }.
issue-undated = Aucune source citée ne dit quand elle a été publiée ; une question comme celle-ci en demande une d’au plus { $most }.
issue-few-works = Publications indépendantes sur « { $part } » : { $works } ; une recherche comme celle-ci en demande au moins { $least }.
issue-untold = Aucune affirmation de la réponse ne porte sur : { $part }
issue-claim-partly = L’affirmation { $id } n’est étayée qu’en partie par ses sources : { $text }
issue-claim-unsupported = L’affirmation { $id } n’est pas étayée par ses sources : { $text }
issue-claim-contradicted = L’affirmation { $id } est contredite par ses sources : { $text }
issue-claim-mark = Affirmation { $id } : { $mark }
query-contrary = { $subject } critiques problèmes controverse
issue-question-flagged = La modération a signalé la question : { $categories }.
issue-answer-flagged = La modération a signalé cette réponse : { $categories }.
answer-moderated = Une réponse a été rédigée, mais elle porte sur un sujet que les personnes qui gèrent gorkd ont exclu. Elle n’est donc pas affichée.
answer-not-moderated = Une réponse a été rédigée, mais il n’a pas été possible de vérifier si elle porte sur un sujet exclu. Elle n’est donc pas affichée. Veuillez réessayer plus tard.

## Quand il n’y a pas de réponse

unmentioned-in-passages = Aucun passage sur la question ne mentionne { $names }.
unmentioned = Rien de ce qui a été lu ne mentionne { $names }.
nowhere-to-search = Il n’y a nulle part où chercher : aucun moteur de recherche n’est activé et la bibliothèque n’est pas utilisée.
library-empty-alone = La bibliothèque est vide, et il n’est pas permis de chercher ailleurs.
library-empty-failed = La bibliothèque est vide, et la recherche ailleurs a échoué.
searches-failed = Toutes les recherches ont échoué.
searches-some-failed = Certaines recherches ont échoué, les autres n’ont rien trouvé.
searches-nothing = Les recherches n’ont rien trouvé.
found-unreadable = { $count ->
    [one] { $count } page a été trouvée, mais n’a pas pu être lue.
   *[other] { $count } pages ont été trouvées, mais aucune n’a pu être lue.
}
found-unworthy = Aucun des résultats ne méritait d’être lu.
read-unsupported = { $count ->
    [one] { $count } document a été lu, mais aucune affirmation sur la question n’a pu être étayée par une citation.
   *[other] { $count } documents ont été lus, mais aucune affirmation sur la question n’a pu être étayée par une citation.
}
read-unanswering = { $count ->
    [one] Le seul document lu ne répond pas à la question.
   *[other] Aucun des { $count } documents lus ne répond à la question.
}
looked-for = Recherche de { $queries } dans { $places }.
place-library = la bibliothèque
help-line = Ce qui pourrait aider : { $helps }.
help-add = ajouter des documents à la bibliothèque
help-add-about = ajouter à la bibliothèque des documents sur le sujet
help-switch-on = activer un moteur de recherche dans les réglages
help-another-provider = activer un autre moteur de recherche
help-web = autoriser la recherche sur le web (confidentialité `hybrid`)
help-words = poser la question avec d’autres mots
help-language = poser la question dans la langue de vos documents
help-retry = réessayer plus tard, ou vérifier la connexion et les clés des moteurs de recherche
help-loosen = assouplir les restrictions de la recherche
reason-nothing-read = Rien n’a été lu qui puisse étayer une réponse.
reason-nothing-answers = Rien de ce qui a été lu ne répond à la question.
reason-unsupported = Aucune affirmation du brouillon n’est étayée par ce qui a été lu.
reason-weak = L’essentiel du résumé n’est pas confirmé par assez de sources indépendantes.
reason-not-academic = Aucune source scientifique n’a été lue, et une telle question en demande une.
reason-untold = Rien ne dit à quoi renvoie « { $word } ».
limit-pages = { $count ->
    [one] { $count } page n’a pas pu être lue.
   *[other] { $count } pages n’ont pas pu être lues.
}

## Questions en retour

ask-scope = Que voulez-vous savoir sur { $subject } ?
ask-scope-what = Ce que c’est
ask-scope-how = Son fonctionnement
ask-scope-compare = La comparaison avec d’autres
ask-scope-new = Les nouveautés
ask-time = Quelle période la réponse doit-elle couvrir ?
ask-time-day = Le dernier jour
ask-time-week = La dernière semaine
ask-time-month = Le dernier mois
ask-time-year = La dernière année
ask-time-now = La situation actuelle
ask-time-five-years = Les cinq dernières années
ask-time-any = Toutes les périodes
ask-depth = Jusqu’où la réponse doit-elle aller ?
ask-depth-short = Une réponse courte
ask-depth-overview = Une vue d’ensemble
ask-depth-details = Les détails
ask-depth-everything = Tout ce qu’on peut trouver
ask-depth-pick = Lequel choisir, en une phrase
ask-depth-differences = Les différences principales
ask-depth-points = Point par point
ask-depth-measured = Avec des mesures
ask-use = À quoi servira la réponse ?
ask-use-decide = À prendre une décision
ask-use-learn = À apprendre
ask-use-write = À écrire sur le sujet
ask-use-build = À aller plus loin
ask-use-once = À le faire une fois
ask-use-for-good = À le mettre en place durablement
ask-use-understand = À le comprendre
ask-use-explain = À l’expliquer à d’autres
ask-sense = Plusieurs choses s’appellent { $name }. De laquelle parlez-vous ?
ask-pointer = À quoi renvoie « { $word } » ? Rien n’a été dit avant.
ask-about = Sur quoi porte la question ?
ask-which = Cela fait { $count } questions en une. Laquelle compte le plus ?
ask-long = Ce serait une longue recherche. Qu’est-ce qui vous intéresse dans { $subject } ?
ask-long-main = L’essentiel
ask-long-figures = Chiffres et dates
ask-long-all = Tout, quel que soit le temps nécessaire
