### Ce qui entoure une réponse entière, dans un terminal et dans les documents.

closest-passage = Ce n’est peut-être pas la réponse. Le passage le plus proche :
helps-in-terminal = Dans un terminal : `gorkd library add CHEMIN` ajoute des documents, `gorkd doctor` vérifie clés et connexions, et `gorkd job retry` réessaie.
helps-in-terminal-local = Dans un terminal : `gorkd library add CHEMIN` ajoute des documents, `--privacy hybrid` autorise la recherche sur le web, `gorkd doctor` vérifie clés et connexions, et `gorkd job retry` réessaie.
answer-keep-in-mind = À noter
answer-worth-checking = À vérifier
answer-went-wrong = Ce qui a posé problème
answer-not-read = Lecture impossible
answer-not-cited = Lus, non cités ({ $count })
answer-none-preferred = Aucune version n’est retenue. { $why }
answer-a-source = une source
answer-first-part = première partie seulement
answer-none-because = Il n’y a pas de réponse. { $why }
answer-waits-for-reply = En attente de votre réponse.
answer-in-progress = Toujours en cours.
answer-pages-read = { $count ->
    [one] { $count } document lu
   *[other] { $count } documents lus
}
answer-asked = interrogés : { $places }
answer-tokens = { $count } jetons de { $model }
answer-no-model = sans modèle de langage
answer-out-of-budget = budget épuisé
answer-out-of-time = temps écoulé
answer-stopped = arrêtée avant la fin
answer-more = { $count ->
    [one] et { $count } autre
   *[other] et { $count } autres
}
answer-closest = Passage le plus proche, pas une réponse
answer-library = bibliothèque
answer-local-file = fichier local

## Sur la page qu’ouvre un lien partagé

shared-motto = Chaque phrase s’appuie sur une citation vérifiée.
shared-basis = Sur quoi repose chaque phrase
shared-by-model = Rédigée par { $model } et confrontée à ses sources par gorkd.
shared-by-rules = Composée par gorkd à partir de citations de ses sources, sans modèle de langage.
shared-gone = Ce lien ne fonctionne plus
shared-gone-why = Il a expiré, a été révoqué ou est incomplet. Demandez-en un nouveau à la personne qui vous l’a envoyé.
shared-later = Cette réponse ne peut pas être affichée pour l’instant
shared-later-why = Un problème est survenu dans gorkd. Veuillez réessayer dans quelques minutes.

## What a terminal shows while a run goes on

fact-planned = Plan : { $parts ->
    [one] { $parts } question à traiter
   *[other] { $parts } questions à traiter
}, { $queries ->
    [one] { $queries } recherche
   *[other] { $queries } recherches
} pour commencer
fact-searched = Recherche ({ $place }) : { $count ->
    [one] { $count } résultat
   *[other] { $count } résultats
}
fact-searched-for = { $searched } pour : { $query }
fact-known = { $fact } (déjà connu)
fact-read = Lu : { $title } ({ $place }, { $count ->
    [one] { $count } mot
   *[other] { $count } mots
})
fact-not-read = Non lu : { $place } · { $why }
fact-checked = Tour { $round } vérifié
fact-warning = Avertissement : { $text }
fact-writing = Rédaction et vérification de la réponse
