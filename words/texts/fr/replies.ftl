### Ce que gorkd dit en dehors de ses recherches.

## Aide et salutations

help-title = Comment interroger gorkd
help-ask = { $mention } votre question, ou { $command } votre question. Les adresses qu’elle contient sont lues d’abord.
help-deep = { $command } votre question approfondi : plus de tours et de pages. rapide : moins.
help-plan = { $command } votre question plan : je pose mes questions et montre le plan avant de commencer.
help-private = { $command } votre question privé : vous seul voyez la réponse, jusqu’à ce que vous la partagiez.
help-hears-all = Continuez dans le fil : une question y prolonge la précédente, sans mention.
help-hears-mentions = Continuez dans le fil avec { $mention } au début : je ne vois que ce qui m’est adressé.
help-steer = Pendant que je travaille : une demande (« seulement 2025 », « sans blogs de fabricants ») oriente la recherche, une question attend son tour.
help-lists = { $command } threads : vos questions. { $command } memory : ce que je retiens de vous. { $command } watches : ce que je revérifie.
help-small = Chaque phrase d’une réponse s’appuie sur une citation lue et vérifiée. Les questions et les pages ne vont que là où votre opérateur l’autorise.
greeting = Bonjour ! Je fais des recherches : je cherche, je lis les pages, je vérifie chaque phrase avec sa source et je réponds ici. Demandez avec { $mention } ou { $command } ; { $command } aide en dit plus.
sorry = Quelque chose s’est mal passé dans gorkd ; ce n’était pas vous. Si rien n’en est sorti, veuillez réessayer.
again = gorkd a été interrompu au moment de vous montrer quelque chose ici ; vous ne l’avez peut-être pas vu.
button-show-again = Montrer à nouveau
goes-on-directly = La suite est dans nos messages directs.

## Ce qui est retenu

memory-title = Mémoire
memory-of-you = Ce que je retiens de vous
memory-of-place = Ce qui vaut ici
memory-nothing = Rien.
memory-how = { $command } memory set NOM VALEUR, { $command } memory forget NOM, { $command } memory forget all. Noms : { $names }.
memory-usage = memory, memory set NOM VALEUR ou memory forget NOM. Noms : { $names }.
memory-forgotten = Oublié : { $count }.
threads-title = Vos questions
threads-none = Vous n’avez encore rien demandé.
watches-title = Ce que vous suivez
watches-none = Vous ne suivez rien. Choisissez « Suivre les changements » sous une réponse pour être averti.
watch-line = { $question } : toutes les { $every }, prochaine fois { $next }.
button-unwatch = Ne plus suivre : { $question }
watching = Je revérifie, et je vous dis ici quand la réponse change.
unwatched = Ce n’est plus suivi.
watch-gone = Ce suivi a déjà été supprimé.
feedback-month = Le mois dernier : 👍 { $good }, 👎 { $bad }.
feedback-thanks = Merci. La personne qui gère gorkd ici peut le lire.
link-code = Votre code : { $code }. Saisissez-le sur la page web de gorkd dans { $minutes ->
    [one] la minute
   *[other] les { $minutes } minutes
}. Il ne sert qu'une fois. Ce que vous demandez ici pourra ensuite y être poursuivi.
link-done = C'est lié. Ce que vous demandez dans cette discussion peut maintenant être poursuivi sur le web.
link-unknown = Ce code n'est pas valable : il a déjà servi, a expiré ou n'a jamais été donné. Un code est valable { $minutes ->
    [one] une minute
   *[other] { $minutes } minutes
}. Demandez-en un nouveau.
link-same-side = Un code du web se saisit dans une discussion, et un code d'une discussion sur le web. Demandez un code de l'autre côté.
link-too-many = Vous avez saisi trop de codes. Attendez quelques minutes et réessayez.
link-in-private = Un code n'est que pour vous. Demandez-le avec { $command } link, ou dans un message privé.
settings-title = Réglages
settings-memory = montre et change ce que je retiens de vous : langue, profil, sites.
settings-watches = montre ce que je revérifie.

## Pendant une recherche

button-ask-instead = Poser comme question
queued-next = C’est la prochaine, dès que la recherche en cours est terminée.
queued-number = Attend son tour : numéro { $place } dans ce fil.
button-steer-instead = Prendre comme demande pour la recherche en cours
edited = Vous avez modifié votre question. La recherche continue avec la première version.
edited-privately = Vous avez modifié votre question. Pour obtenir une réponse à la nouvelle, posez-la de nouveau.
button-ask-changed = Poser la question modifiée
stop-noted = La recherche s’arrête ; la réponse est rédigée avec ce qu’il y a.
steer-noted = Noté : la prochaine décision en tiendra compte.
steer-late = La rédaction a commencé ; c’est gardé pour la question suivante.
cancelled = Annulé.
cancel-left = Vous ne recevrez pas cette réponse. La recherche continue pour les autres.
cancel-others = D’autres attendent la même réponse : la recherche continue pour eux.
worked-on-already = C’est déjà en cours.

## L’effet des boutons

picked-pinned = Épinglées : { $titles }.
picked-left-out = Écartées : { $titles }.
picked-nothing = Rien n’est épinglé ni écarté.
pick-first = Épinglez ou écartez d’abord une source : cliquez sur « Sources ».
deepest-already = C’était déjà le profil le plus approfondi.
not-there-any-more = Cela n’existe plus. Veuillez le saisir.
links-revoked = Tous les liens vers cette réponse sont révoqués.
shared = Partagée.
share-nowhere = Il n’y a pas d’endroit ici où la partager.
no-answer-yet = Il n’y a pas encore de réponse.
already-decided = C’est déjà décidé.
always-done = C’est fait. Je ne le demanderai plus ici. Pour le réactiver : { $undo }.
file-what-says = Que dit { $name } ?
file-unnamed = le fichier
summary-ask = Que disent les messages précédents ?
messages-above = Messages précédents

## Formulaires

form-answer = Votre réponse
form-answer-label = Avec vos mots
form-answer-hint = Pour quoi faire, de quelle période, …
form-plan = Modifier le plan
form-plan-label = Une recherche par ligne
form-bad = Quel est le problème ?
form-bad-label = Vos mots
form-bad-placeholder = Mauvaise source, pas ma question, trop long, …
form-bad-hint = Lu par la personne qui gère gorkd ici.
form-steer = Orienter la recherche
form-steer-label = De quoi doit-elle tenir compte ?
form-steer-hint = seulement 2025 ; sans blogs de fabricants ; vérifier aussi la licence
form-send = Envoyer
form-back = Retour
form-late = Le formulaire a mis trop de temps à s’ouvrir. Veuillez cliquer à nouveau.
form-refused = Slack ne me laisse pas ouvrir de formulaire ici ({ $why }).
form-failed = Le formulaire n’a pas pu s’ouvrir.
good-answer = Bonne réponse
bad-answer = Mauvaise réponse

# In place of what somebody typed who was erased.
words-erased = (effacé)

## Refus

try-again-in = Réessayez dans { $time }.
not-theirs = Seuls la personne qui a posé la question et les admins le peuvent. Posez la question vous-même pour avoir votre propre recherche.
not-owner = Seul son propriétaire le peut.
not-asker = Seuls la personne qui a posé la question et les administrateurs peuvent répondre. Votre question sera la bienvenue après cette recherche.
not-admin-place = Seuls les admins décident de ce qui vaut ici.
not-admin-feedback = Seuls les admins lisent ce que d’autres ont pensé des réponses.
not-admin-approvals = Seuls les admins peuvent désactiver les accords ici.
not-admin-deep = Ici, seuls les admins peuvent approfondir. Demandez sans « approfondi », ou adressez-vous à un admin.
profiles-only = Ici, seuls ces profils sont proposés : { $names }.
place-channel = ce canal
place-workspace = cet espace de travail
place-server = ce serveur
runs-an-hour = Dans { $place }, { $runs ->
    [one] { $runs } recherche par heure est permise
   *[other] { $runs } recherches par heure sont permises
}. Réessayez dans { $minutes } min.
rate-limited-seconds = Vous avez lancé { $runs } recherches ces { $minutes } dernières minutes, c’est la limite. La prochaine peut commencer dans { $wait ->
    [one] { $wait } seconde
   *[other] { $wait } secondes
}.
rate-limited-minutes = Vous avez lancé { $runs } recherches ces { $minutes } dernières minutes, c’est la limite. La prochaine peut commencer dans { $wait ->
    [one] { $wait } minute
   *[other] { $wait } minutes
}.
store-silent = Le stockage de gorkd ne répond pas pour l’instant. Veuillez réessayer.
store-full = Le disque sur lequel gorkd écrit est plein. La personne qui administre gorkd doit libérer de l’espace ; ce qui est déjà enregistré est intact.
cannot-take = gorkd ne peut pas prendre de questions pour l’instant. Veuillez réessayer.
line-full = Trop de questions attendent en ce moment ; celle-ci n’a donc pas été acceptée.
summary-needs-model = Un résumé demande un modèle qui puisse lire ce qui a été écrit ici, et il n’y en a pas. Demandez une chose qui a été dite, et je la cite.
not-told-here = Cette recherche n’est pas (ou plus) affichée ici.
run-over = Cette recherche est déjà terminée.
run-over-follow-up = Cette recherche est terminée. Posez-la comme question suivante.
run-still-going = Cette recherche est en cours ; il n’y a encore rien à réessayer.
question-settled = Cette question a déjà sa réponse, ou son délai est passé.
no-deeper-profile = Il n’y a pas de profil plus approfondi que { $profile }.
no-cheaper-profile = Il n’y a pas de profil moins cher que { $profile }.
plan-size = Un plan a de 1 à 20 recherches d’au plus 500 caractères chacune.
approve-or-decline = Vous pouvez seulement accepter ou refuser.
no-options-here = Il n’y a pas de choix ici : acceptez ou refusez.
options-are = Il y a { $count } choix.
choose-one = Choisissez l’une des possibilités.
only-an-answer = Seule une réponse convient ici.
say-what-changes = Dites en 1 à 500 caractères ce qui doit changer.
budget-used-up = Le budget de cette période est épuisé.
nothing-to-check = Il n’y a pas encore de réponse à revérifier.
nothing-to-watch = Il n’y a pas encore de réponse à suivre.
watch-limits = Le suivi se fait au plus toutes les { $minutes } minutes et au moins une fois par an.
watches-most = Vous suivez déjà { $count } réponses. Retirez-en une d’abord.
nothing-to-share = Il n’y a pas encore de réponse à partager.
sharing-off = Le partage est désactivé ici.
sharing-local = Cette recherche doit rester sur cette machine et ne peut pas être partagée.
question-empty = La question est vide. Demandez en une phrase ou quelques mots.
question-long = La question compte { $length } caractères ; { $most } au plus sont acceptés. Raccourcissez-la, ou mettez le long texte dans un fichier.
question-no-letters = La question ne contient aucune lettre. Demandez en une phrase ou quelques mots.
question-attack = Cela ressemble à un ordre d’attaquer ou de livrer des données privées, pas à une question. Interrogez-moi sur le sujet lui-même.
question-no-words = Aucun mot n’est reconnaissable ici. Demandez en une phrase ou quelques mots.
question-moderated = Il n’y a pas de réponse à cela ici : c’est un sujet que les personnes qui administrent gorkd ont exclu. Posez une autre question, ou parlez-leur-en.
moderation-down = Les questions ne peuvent pas être vérifiées pour le moment, aucune n’est donc acceptée. Veuillez réessayer dans quelques minutes.

## Ce qu’une plateforme ne laisse pas faire à gorkd

members-only = Je ne réponds qu’aux membres de cet espace de travail. Adressez-vous à l’un d’eux, ou demandez à la personne qui gère gorkd d’admettre les invités.
answers-directly = Je réponds dans nos messages directs.
cannot-write-directly = Je ne peux pas vous envoyer de messages directs ; je n’ai donc pas pris votre question. Autorisez-les, ou redemandez sans « privé ».
asks = { $name } demande
you-asked = Vous avez demandé
you-asked-in = Vous avez demandé dans #{ $channel }
slack-not-in-channel = Je ne suis pas dans ce canal. Invitez-moi (/invite @gorkd) et redemandez, ou écrivez-moi en message direct.
slack-archived = Ce canal est archivé. Veuillez demander ailleurs.
slack-may-not-write = Slack ne me laisse pas écrire ici ({ $why }). Votre question n’a pas été prise.
slack-busy = Slack n’accepte pas mes messages pour l’instant. Veuillez redemander dans quelques minutes.
slack-file-is-there = { $name } est dans nos messages directs.
slack-file-failed = Le fichier n’a pas pu être remis : { $why }.
slack-file-permission = Il me manque une autorisation dans cet espace de travail ({ $what })
slack-file-busy = Slack ne l’a pas accepté ; exportez-le à nouveau plus tard
slack-prompts = Que voulez-vous savoir ?
slack-reads = lit votre question…
slack-about-channel = À propos de #{ $channel }
slack-about-channel-ask = Que savons-nous de { $words } ?
prompt-known = Que sait-on de …
prompt-known-ask = Que sait-on des pompes à chaleur dans les maisons anciennes ?
prompt-compare = Comparer deux choses
prompt-compare-ask = SQLite ou Postgres pour le service d’une petite équipe : lequel, et pourquoi ?
prompt-claim = Vérifier une affirmation
prompt-claim-ask = Est-il vrai que la Grande Muraille de Chine se voit de l’espace ?
discord-unknown = gorkd ne sait pas quoi en faire.
discord-old-button = Ce bouton ne sert plus.
discord-late = Cela a pris trop de temps. Veuillez cliquer à nouveau.
discord-unknown-command = gorkd ne connaît plus cette commande.
discord-lacks-here = Je ne peux pas répondre ici. Il me manque : { $lacking }. La personne qui gère ce serveur peut l’accorder.
discord-lacks-where-asked = Je ne peux pas répondre là où vous avez demandé. Il me manque : { $lacking }. La personne qui gère le serveur peut l’accorder.
discord-lacks-there = Je ne peux pas répondre là-bas. Il me manque : { $lacking }.
discord-cannot-answer = Je ne peux pas répondre ici ({ $why }). Il me faut « View Channel » et ce que liste `gorkd discord invite`.
discord-in-thread = La recherche est en cours, dans le fil de ce message.
discord-asked-by = demandé par
discord-answered-in = réponse dans
discord-closed = Je n’ai pas pu vous envoyer de message direct. Autorisez les messages directs de ce serveur, ou utilisez /research avec private : vous seul verrez le résultat.
discord-cannot-see = Je ne vois pas ce canal. Il me faut « View Channel ».
discord-answers-here = Les réponses paraissent là où l’on demande.
discord-answers-there = Ce qui est demandé ici avec la commande reçoit sa réponse dans #{ $channel }.
discord-answers-where = { $name } doit être { $shape }, et je dois le voir.
discord-answers-open = Ce qui est demandé dans un canal fermé ne reçoit pas sa réponse dans un canal ouvert.
discord-thread = Recherche
direct-not-allowed = Je ne peux pas écrire là où vous avez demandé ; voici donc la suite. Invitez-moi là-bas pour recevoir les réponses dans le canal.
direct-forbidden = Je ne peux pas écrire là où vous avez demandé ; voici donc la suite. Demandez à un administrateur de m’accorder { $what }.
direct-gone = L’endroit où vous avez demandé est archivé ou supprimé ; voici donc la suite.
direct-expired = Cela a pris trop de temps pour vous le montrer là-bas à vous seul ; voici donc la suite.
direct-invalid = Le message n’a pas pu être publié là où vous avez demandé ; le voici donc.

## Files that come with a question

file-too-large = { $name } n’a pas pu être lu : le fichier dépasse { $most } Mo.
file-too-many = { $name } a été laissé de côté : je lis au plus { $most } fichiers par message.
file-elsewhere = { $name } n’a pas pu être lu : il est hébergé sur un autre site. Importez-le ici.
file-unavailable = { $name } n’a pas pu être lu : le téléchargement a échoué. Veuillez le renvoyer.
file-forbidden = { $name } n’a pas pu être lu. Demandez à un administrateur de m’accorder { $what }.

## Discord's commands

menu-research = Rechercher ceci
command-research = Rechercher une question ; chaque phrase repose sur une citation vérifiée
command-history = Vos questions
command-help = Comment demander
command-settings = Réglages de ce salon
option-question = Que voulez-vous savoir ? Les adresses citées sont lues en premier.
option-profile = Jusqu’où aller
option-planning = Poser des questions et montrer le plan d’abord ?
option-private = Vous seul voyez la réponse, jusqu’à ce que vous la partagiez
option-attachment = Un document à lire d’abord
option-setting = Le réglage à changer ; vide pour tous les voir
option-value = La nouvelle valeur ; vide pour la valeur par défaut
planning-auto = répondre directement
planning-interactive = montrer le plan
setting-answers-in = un salon ou forum de ce serveur, sous la forme #salon ou par son ID

## Installing in Slack

install-no-random = Cette machine ne peut pas produire de nombres aléatoires. Veuillez réessayer.
install-cancelled = gorkd n’a pas été installé. Vous pouvez fermer cette page.
install-incomplete = Il manque quelque chose dans cette adresse. Veuillez recommencer.
install-other-browser = Cette installation a été commencée dans un autre navigateur. Veuillez recommencer.
install-unconfirmed = Slack n’a pas confirmé l’installation. Veuillez recommencer.
install-done = gorkd est installé. Invitez-le dans un canal, mentionnez-le et posez votre question.
install-not-stored = L’installation n’a pas pu être enregistrée. Veuillez réessayer plus tard.
