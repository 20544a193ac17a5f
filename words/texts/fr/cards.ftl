### Ce que disent les cartes dans les messageries. Vouvoiement.

## Durées, sommes, quantités

duration-seconds = { $seconds } s
duration-minutes = { $minutes } min
duration-minutes-seconds = { $minutes } min { $seconds } s
duration-hours = { $hours } h
duration-hours-minutes = { $hours } h { $minutes } min
money = { $amount } $
money-nothing = rien
money-less = moins de { $amount } $
count-sources = { $count ->
    [one] { $count } source
   *[other] { $count } sources
}
and-more = { $count ->
    [one] { $shown } et { $count } autre
   *[other] { $shown } et { $count } autres
}

## L’état d’une recherche

step-plan = Planifier
step-search = Chercher
step-read = Lire
step-check = Vérifier
step-write = Rédiger
now-queued = attend son tour
now-clarifying = vérifie que la question est claire
now-planning = planifie
now-searching = cherche
now-searching-for = cherche : { $queries }
now-choosing = choisit les pages à lire
now-reading = lit { $count ->
    [one] { $count } page
   *[other] { $count } pages
} : { $hosts }
now-checking = vérifie si cela suffit
now-writing = rédige à partir de { $count ->
    [one] { $count } source
   *[other] { $count } sources
}
now-verifying = confronte chaque phrase à sa source
now-waiting-answer = attend une réponse : { $question }
now-waiting-approval = attend un accord : { $question }
now-finishing = termine
now-done = terminée
now-failed = en échec
now-cancelled = annulée
field-round = Tour
field-pages = Pages
field-time = Durée
field-spent = Dépense
of-at-most = { $now } sur { $most } au plus
pages-read-of = { $read ->
    [one] { $read } lue sur { $chosen }
   *[other] { $read } lues sur { $chosen }
}
pages-read-failed = { $read ->
    [one] { $read } lue sur { $chosen }
   *[other] { $read } lues sur { $chosen }
}, { $failed ->
    [one] { $failed } illisible
   *[other] { $failed } illisibles
}
pages-read = { $count ->
    [one] { $count } page lue.
   *[other] { $count } pages lues.
}
it-took = Durée : { $time }.
waits-for-turn = Attend son tour.
waits-next = Prochaine dans la file.
waits-number = Numéro { $place } dans la file.
waits-next-until = Prochaine dans la file ; la réponse devrait arriver dans { $time }.
waits-number-until = Numéro { $place } dans la file ; la réponse devrait arriver dans { $time }.
about-a-minute = environ une minute
about-minutes = environ { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
about-hours = environ { $count ->
    [one] { $count } heure
   *[other] { $count } heures
}
waits-for-you = Attend votre réponse ci-dessous.
it-failed = Échec ; voir ci-dessous.
it-was-cancelled = Annulée.
resumed = Reprise après un redémarrage ; ce qui était terminé n’est pas refait.
you-asked-for = Votre demande : { $wishes }
late-wishes = { $count ->
    [one] { $count } demande est arrivée trop tard pour cette recherche et est gardée pour la question suivante.
   *[other] { $count } demandes sont arrivées trop tard pour cette recherche et sont gardées pour la question suivante.
}
answered-budget = Réponse donnée ; le budget de cette recherche est épuisé.
answered-time = Réponse donnée ; le temps de cette recherche est écoulé.
answered-stopped = Réponse anticipée à partir de ce qui a été lu, comme demandé.
answered-nothing = Rien trouvé ; voir ci-dessous.
answered-below = Réponse ci-dessous.
budget-near = Un budget mensuel est presque épuisé ({ $whose }) : { $spent } sur { $limit }. Il repart à zéro le { $day } (UTC).
budget-refused = Un budget mensuel est épuisé ({ $whose }) : { $spent } sur { $limit } sont dépensés, et le prochain appel payant dépasserait la limite. Jusqu’au { $day } (UTC), gorkd se passe de recherches et de modèles payants. Un admin peut relever la limite.
budget-full = Pour les admins : un budget mensuel est épuisé ({ $whose }), { $spent } sur { $limit }. Jusqu’au { $day } (UTC), gorkd s’y passe de recherches et de modèles payants. Relevez la limite pour changer cela.
budget-yours = le vôtre
budget-of-asker = la personne qui a posé la question
budget-of-key = cette clé
budget-of-place = cette conversation
budget-of-channel = ce canal
budget-of-workspace = cet espace de travail
budget-of-everybody = tout le monde
button-stop = Arrêter et répondre
button-steer = Orienter
button-cancel = Annuler

## Questions en retour et accords

question-title = Une question avant de commencer
question-rest = Sans réponse avant { $until }, je ferai au mieux. Seule la personne qui a posé la question peut répondre.
question-guessed = Sans réponse à temps, j’ai fait au mieux.
question-answer = Réponse : { $answer }
all-of-these = tout cela
just-go = allez-y
button-all-of-these = Tout cela
button-own-words = Avec mes mots…
button-just-go = Allez-y
plan-title = Le plan
plan-parts = Ce que je vais chercher
plan-searches = Premières recherches
plan-ask = Commencer avec ce plan ? Il demande { $takes }.
plan-form = Forme : { $form }
form-brief = synthèse
form-report = rapport
form-table = tableau
form-comparison = comparaison
refined-question = Comprise ainsi : { $question }
plan-rest = Sans décision avant { $until }, je commence, sauf si c’est trop coûteux pour se passer d’accord. Seuls la personne qui a posé la question et les admins peuvent décider.
harvest-title = Avant de continuer à lire
harvest-ask = Continuer ? Ce tour demande { $takes }. Si vous refusez, je réponds avec ce que j’ai.
harvest-rest = Sans décision avant { $until }, je réponds avec ce que j’ai. Seuls la personne qui a posé la question et les admins peuvent décider.
publish-title = La réponse est prête
publish-ask = La réponse est rédigée et vérifiée. La publier ?
publish-rest = Sans décision avant { $until }, elle n’est pas publiée. Seuls la personne qui a posé la question et les admins peuvent décider.
publish-held = Elle s’appuie sur { $count ->
    [one] { $count } source
   *[other] { $count } sources
}. Confiance : { $level }.
takes = { $searches ->
    [one] { $searches } recherche
   *[other] { $searches } recherches
}, jusqu’à { $pages ->
    [one] { $pages } page
   *[other] { $pages } pages
}, jusqu’à { $time }, { $price }
takes-seconds = { $count ->
    [one] { $count } seconde
   *[other] { $count } secondes
}
takes-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
takes-free = gratuit
takes-price = { $price } au plus
button-start = Commencer
button-edit-plan = Modifier le plan…
button-cheaper = Moins cher
button-deeper-plan = Plus approfondi
button-do-not-start = Ne pas commencer
button-read-on = Continuer à lire
button-answer-now = Répondre maintenant
button-always = Toujours autoriser ici
button-publish = Publier
button-show-me = Me la montrer
button-withhold = Ne pas publier
decided-plan = Le plan
decided-harvest = La suite de la lecture
decided-publish = La publication de la réponse
decided-approved = { $what } : accord donné.
decided-declined = { $what } : refus.
decided-by-default = { $what } : personne n’a décidé à temps ; le choix par défaut s’applique.
decided-changed = { $what } : modification.
decided-needless = { $what } : plus nécessaire.

## La réponse

quoted-from = Cité de
no-answer-found = Je n’ai pas trouvé de réponse.
try-words-again = Essayez d’autres mots ou cliquez sur « Réessayer » : certains moteurs de recherche n’ont pas répondu.
try-words-deeper = Essayez d’autres mots ou cliquez sur « Approfondir » pour chercher davantage.
try-words = Essayez d’autres mots.
more-of-them = { $count ->
    [one] { $count } autre
   *[other] { $count } autres
}
not-enough-evidence = Preuves insuffisantes
confidence = Confiance : { $level }
confidence-stop = Confiance : { $level }.
confidence-high = élevée
confidence-medium = moyenne
confidence-low = faible
confidence-insufficient = preuves insuffisantes
sources-disagree = les sources divergent
known-already = Déjà connu : recherche du { $when }
link-full-analysis = Voir l’analyse complète
link-open-web = Ouvrir dans le navigateur
nothing-changed = Rien n’a changé depuis le { $day }.
changed-since = Changements depuis le { $day }
change-changed = Modifié : « { $before } » devient « { $after } »
change-new = Nouveau : { $after }
change-gone = Introuvable désormais : { $before }
where-sources-disagree = Là où les sources divergent
preferred = Retenu : { $value }. { $why }
heading-sources = Sources
more-sources-below = { $count ->
    [one] et { $count } autre
   *[other] et { $count } autres
} : cliquez sur « Sources ».
keep-in-mind = À noter : { $what }
pages-unread = { $unread ->
    [one] { $unread } page sur { $all } n’a pas pu être lue : { $reasons }.
   *[other] { $unread } pages sur { $all } n’ont pas pu être lues : { $reasons }.
}
checked-against = Confrontée à { $count ->
    [one] { $count } source
   *[other] { $count } sources
}, { $when }
by-model = Générée par IA
by-rules = Composée de citations selon des règles
button-share = Partager dans le canal
button-try-again = Réessayer
button-sources = Sources
button-full-answer = Réponse complète
button-why = Pourquoi se fier à cette réponse
button-go-deeper = Approfondir
button-go-deeper-for = Approfondir (jusqu’à { $price })
button-check-again = Revérifier
button-watch-daily = Suivre les changements : chaque jour
button-watch-weekly = Suivre les changements : chaque semaine
button-watch-monthly = Suivre les changements : chaque mois
button-revoke-links = Révoquer les liens vers cette réponse
button-download = Télécharger en { $format }
button-from-plan = Réessayer à partir du plan
button-from-round = Réessayer à partir du tour { $round }
button-more = Plus
no-answer = Il n’y a pas de réponse.
was-withheld = La réponse a été vérifiée, mais personne n’a donné son accord pour la publier.

## Pourquoi des pages n’ont pas pu être lues

unread-crashed = plantage pendant la lecture
unread-dropped = plus nécessaire
unread-timed-out = trop lente
unread-unreachable = injoignable
unread-rate-limited = trop de requêtes
unread-unauthorized = clé absente ou incorrecte
unread-quota = quota épuisé
unread-denied = connexion, bandeau de cookies ou robots.txt
unread-captcha = captcha
unread-paywall = accès payant
unread-not-found = introuvable
unread-blocked = adresse bloquée
unread-too-large = trop volumineuse
unread-type = type de fichier non pris en charge
unread-encrypted = chiffrée
unread-empty = sans texte
unread-too-complex = trop complexe
unread-malformed = endommagée
unread-resource-limit = limite de ressources atteinte
unread-server-error = erreur du serveur
unread-invalid-reply = réponse incomprise
unread-filtered = refusée par le serveur du modèle
unread-context = trop longue pour le modèle
unread-budget = budget épuisé
unread-not-allowed = interdit par le réglage de confidentialité
unread-not-configured = non configuré
unread-internal = erreur de gorkd

## Sources, raisons, fichiers

nothing-was-read = Rien n’a été lu
sources-range = Sources { $first } à { $last } sur { $count }
pages-not-read = Non lues : { $count ->
    [one] { $count } page
   *[other] { $count } pages
}
button-pin = Épingler
button-leave-out = Exclure
button-more-sources = Autres sources
button-rewrite = Réécrire la réponse
pick-hint = Épinglez ou excluez des sources, puis réécrivez la réponse sans nouvelle recherche.
why-title = Pourquoi se fier à cette réponse
why-how = Chaque phrase a été confrontée à sa source : ses mots doivent y figurer, et les nombres, dates, noms et négations doivent concorder.
why-scores = Passage : pertinence { $relevance }, source { $quality }, actualité { $recency }, complétude { $completeness }, confirmation { $corroboration }, contradiction { $contradiction }.
why-more = { $count ->
    [one] { $count } autre phrase figure dans l’export.
   *[other] { $count } autres phrases figurent dans l’export.
}
support-supported = étayée
support-partly = étayée en partie
support-unsupported = non étayée
support-contradicted = contredite
export-done = La réponse en { $format }.
export-failed = Le fichier n’a pas pu être créé. Essayez un autre format.
