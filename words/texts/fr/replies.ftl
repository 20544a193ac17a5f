### Ce que gorkd dit en dehors de ses recherches.

## Aide et salutations

help-title = Comment interroger gorkd
help-ask = { $mention } votre question, ou { $command } votre question. Les liens qu’elle contient sont lus en premier.
help-deep = { $command } votre question approfondi : plus de tours et de pages. rapide : moins.
help-plan = { $command } votre question plan : je pose mes questions et montre le plan avant de commencer.
help-private = { $command } votre question privé : vous êtes la seule personne à voir la réponse, jusqu’à ce que vous la partagiez.
help-hears-all = Continuez dans le fil : une question y prolonge la précédente, sans avoir à me mentionner.
help-hears-mentions = Continuez dans le fil avec { $mention } au début : je ne vois que les messages qui me mentionnent.
help-steer = Pendant que je travaille : une demande (« seulement 2025 », « sans blogs de fabricants ») oriente la recherche, une question attend son tour.
help-lists = { $command } threads : vos questions. { $command } memory : ce que je retiens de vous. { $command } watches : ce que je revérifie.
help-small = Chaque phrase d’une réponse s’appuie sur une citation vérifiée. Les questions et les pages ne vont que là où les personnes qui gèrent gorkd l’autorisent.
greeting = Bonjour ! Posez-moi une question : je cherche, je lis les pages, je confronte chaque phrase à sa source et je réponds ici. Utilisez { $mention } ou { $command } ; { $command } aide en dit plus.
what-it-does = gorkd répond aux questions à partir de ce qu’il trouve et lit, avec une source pour chaque phrase. Posez-lui une question, par exemple : comment fonctionne le mode WAL de SQLite ?
sorry = Un problème est survenu dans gorkd ; vous n’y êtes pour rien. Si vous ne recevez pas de réponse, veuillez réessayer.
again = gorkd a été interrompu alors qu’il vous montrait quelque chose ici ; vous ne l’avez peut-être pas vu.
button-show-again = Montrer à nouveau
goes-on-directly = La suite est dans nos messages directs.

## Ce qui est retenu

memory-title = Mémoire
memory-of-you = Ce que je retiens de vous
memory-of-place = Réglages en vigueur ici
memory-nothing = Rien.
memory-how = { $command } memory set NOM VALEUR, { $command } memory forget NOM, { $command } memory forget all. Noms : { $names }.
memory-usage = memory, memory set NOM VALEUR ou memory forget NOM. Noms : { $names }.
memory-forgotten = Oublié : { $count }.
threads-title = Vos questions
threads-none = Vous n’avez encore rien demandé.
watches-title = Ce que vous suivez
watches-none = Vous ne suivez encore aucune réponse. Cliquez sur « Suivre les changements » sous une réponse pour savoir quand elle change.
watch-line = { $question } : toutes les { $every }, prochaine fois le { $next }.
button-unwatch = Ne plus suivre : { $question }
watching = Je revérifierai la réponse et je vous préviendrai ici si elle change.
unwatched = Vous ne suivez plus cette question.
watch-gone = Ce suivi a déjà été supprimé.
feedback-month = Le mois dernier : 👍 { $good }, 👎 { $bad }.
feedback-thanks = Merci. Les personnes qui gèrent gorkd ici peuvent le lire.
link-code = Votre code : { $code }. Saisissez-le sur la page web de gorkd dans { $minutes ->
    [one] la minute
   *[other] les { $minutes } minutes
}. Il ne sert qu’une fois. Vous pourrez ensuite y poursuivre ce que vous demandez ici.
link-done = C’est relié. Vous pouvez maintenant poursuivre sur le web ce que vous demandez dans cette messagerie.
link-unknown = Ce code n’est pas valable : il a déjà servi, a expiré ou n’a jamais existé. Un code est valable { $minutes ->
    [one] une minute
   *[other] { $minutes } minutes
}. Demandez-en un nouveau.
link-same-side = Un code du web se saisit dans une messagerie, et un code d’une messagerie sur le web. Demandez un code de l’autre côté.
link-too-many = Vous avez saisi trop de codes. Attendez quelques minutes et réessayez.
link-in-private = Un code n’est que pour vous. Demandez-le avec { $command } link, ou dans un message direct.
settings-title = Réglages
settings-memory = montre et change ce que je retiens de vous : langue, profil, sites.
settings-watches = montre les réponses que je revérifie.

## Pendant une recherche

button-ask-instead = En faire une question
queued-next = C’est la prochaine, dès que la recherche en cours est terminée.
queued-number = En attente : numéro { $place } dans ce fil.
button-steer-instead = Orienter ainsi la recherche en cours
edited = Vous avez modifié votre question. La recherche continue avec la première version.
edited-privately = Vous avez modifié votre question. Pour obtenir une réponse à la nouvelle, posez-la de nouveau.
button-ask-changed = Poser la question modifiée
stop-noted = La recherche s’arrête ici ; la réponse est rédigée à partir de ce qui a été lu.
steer-noted = Noté : la prochaine décision en tiendra compte.
steer-late = La rédaction a commencé ; votre demande est gardée pour la question suivante.
cancelled = Annulée.
cancel-left = Vous ne recevrez pas cette réponse. La recherche continue pour les autres personnes qui l’attendent.
cancel-others = D’autres attendent la même réponse : la recherche continue pour eux.
worked-on-already = J’y travaille déjà.

## L’effet des boutons

picked-pinned = Épinglées : { $titles }.
picked-left-out = Exclues : { $titles }.
picked-nothing = Aucune source n’est épinglée ni exclue.
pick-first = Épinglez ou excluez d’abord une source : cliquez sur « Sources ».
deepest-already = C’était déjà le profil le plus approfondi.
not-there-any-more = Ce n’est plus disponible. Veuillez le saisir.
links-revoked = Tous les liens vers cette réponse ont été révoqués.
shared = Partagée.
share-nowhere = Il n’y a nulle part où la partager ici.
no-answer-yet = Il n’y a pas encore de réponse.
already-decided = C’est déjà décidé.
always-done = C’est fait. Je ne demanderai plus cet accord ici. Pour le réactiver : { $undo }.
file-what-says = Que dit { $name } ?
file-unnamed = le fichier
summary-ask = Que disent les messages précédents ?
messages-above = Messages précédents

## Formulaires

form-answer = Votre réponse
form-answer-label = Avec vos mots
form-answer-hint = Pour quoi faire, de quelle période…
form-plan = Modifier le plan
form-plan-label = Une recherche par ligne
form-bad = Quel était le problème ?
form-bad-label = Détails
form-bad-placeholder = Mauvaise source, pas ma question, trop long…
form-bad-hint = Les personnes qui gèrent gorkd ici peuvent le lire.
form-steer = Orienter la recherche
form-steer-label = De quoi doit-elle tenir compte ?
form-steer-hint = seulement 2025 ; sans blogs de fabricants ; vérifier aussi la licence
form-send = Envoyer
form-back = Retour
form-late = Le formulaire a mis trop de temps à s’ouvrir. Veuillez réessayer.
form-refused = Slack ne me laisse pas ouvrir de formulaire ici ({ $why }).
form-failed = Le formulaire n’a pas pu s’ouvrir.
good-answer = Bonne réponse
bad-answer = Mauvaise réponse

# In place of what somebody typed who was erased.
words-erased = (effacé)

## Refus

try-again-in = Réessayez dans { $time }.
not-theirs = Seuls la personne qui a posé la question et les admins peuvent le faire. Posez vous-même la question pour lancer votre propre recherche.
not-owner = Seule la personne à qui cela appartient peut le faire.
not-asker = Seuls la personne qui a posé la question et les admins peuvent répondre. Vous pourrez poser votre propre question une fois cette recherche terminée.
not-admin-place = Seuls les admins peuvent changer les réglages ici.
not-admin-feedback = Seuls les admins peuvent lire les avis sur les réponses.
not-admin-approvals = Seuls les admins peuvent désactiver les demandes d’accord ici.
not-admin-deep = Ici, seuls les admins peuvent lancer une recherche approfondie. Demandez sans « approfondi », ou adressez-vous à un admin.
profiles-only = Seuls ces profils sont autorisés ici : { $names }.
place-channel = ce canal
place-workspace = cet espace de travail
place-server = ce serveur
runs-an-hour = Dans { $place }, { $runs ->
    [one] { $runs } recherche par heure est autorisée
   *[other] { $runs } recherches par heure sont autorisées
}. Réessayez dans { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
}.
rate-limited-seconds = Vous avez lancé { $runs ->
    [one] { $runs } recherche
   *[other] { $runs } recherches
} ces { $minutes } dernières minutes : c’est la limite. La prochaine peut commencer dans { $wait ->
    [one] { $wait } seconde
   *[other] { $wait } secondes
}.
rate-limited-minutes = Vous avez lancé { $runs ->
    [one] { $runs } recherche
   *[other] { $runs } recherches
} ces { $minutes } dernières minutes : c’est la limite. La prochaine peut commencer dans { $wait ->
    [one] { $wait } minute
   *[other] { $wait } minutes
}.
store-silent = gorkd ne peut rien enregistrer pour l’instant. Veuillez réessayer.
store-full = Le disque sur lequel gorkd écrit est plein. Les personnes qui gèrent gorkd doivent libérer de l’espace ; tout ce qui est déjà enregistré est intact.
cannot-take = gorkd ne peut pas accepter de questions pour l’instant. Veuillez réessayer.
line-full = Trop de questions attendent en ce moment ; celle-ci n’a donc pas été acceptée.
address-space-short = L’espace d’adressage de gorkd est limité à { $limit } Mo (ulimit -v), et gorkd a besoin d’au moins { $needed } Mo. Relevez cette limite, par exemple avec `ulimit -v unlimited`, et limitez plutôt la mémoire avec un groupe de contrôle : MemoryMax dans systemd, --memory dans Docker.
summary-needs-model = Je ne peux pas faire de résumé ici, car aucun modèle de langage n’a le droit de lire ce qui a été écrit. Demandez-moi une chose qui a été dite, et je la citerai.
not-told-here = Cette recherche n’est pas affichée ici.
run-over = Cette recherche est déjà terminée.
run-over-follow-up = Cette recherche est terminée. Posez plutôt une nouvelle question à la suite.
run-still-going = Cette recherche est en cours ; il n’y a encore rien à réessayer.
nothing-failed = Rien n’a échoué dans cette recherche ; il n’y a rien à réessayer. Posez plutôt une question de suivi.
question-settled = Cette question a déjà sa réponse, ou son délai est écoulé.
no-deeper-profile = Il n’y a pas de profil plus approfondi que { $profile }.
no-cheaper-profile = Il n’y a pas de profil moins cher que { $profile }.
plan-size = Un plan a de 1 à 20 recherches d’au plus 500 caractères chacune.
approve-or-decline = Vous pouvez seulement accepter ou refuser.
no-options-here = Il n’y a pas d’options ici : acceptez ou refusez.
options-are = Il y a { $count } options.
choose-one = Choisissez l’une des options.
only-an-answer = Veuillez répondre à la question.
say-what-changes = Indiquez en 500 caractères au plus ce qui doit changer.
budget-used-up = Le budget de cette période est épuisé.
nothing-to-check = Il n’y a pas encore de réponse à revérifier.
nothing-to-watch = Il n’y a pas encore de réponse à suivre.
watch-limits = Une réponse suivie est revérifiée au plus toutes les { $minutes } minutes et au moins une fois par an.
watches-most = Vous suivez déjà { $count } réponses. Cessez d’abord d’en suivre une.
nothing-to-share = Il n’y a pas encore de réponse à partager.
sharing-off = Le partage est désactivé ici.
sharing-local = Cette recherche doit rester sur cette machine et ne peut pas être partagée.
question-empty = La question est vide. Posez-la en une phrase ou en quelques mots.
question-long = La question compte { $length } caractères ; { $most } au plus sont acceptés. Raccourcissez-la, ou mettez le long texte dans un fichier.
question-no-letters = La question ne contient aucune lettre. Posez-la en une phrase ou en quelques mots.
question-attack = Cela ressemble à une instruction pour attaquer quelque chose ou révéler des données privées, pas à une question. Interrogez-moi sur le sujet lui-même, et je chercherai.
question-no-words = Aucun mot n’est reconnaissable ici. Posez votre question en une phrase ou en quelques mots.
question-moderated = Cette question ne reçoit pas de réponse ici : son sujet a été exclu par les personnes qui gèrent gorkd. Posez une autre question, ou parlez-leur-en.
moderation-down = Les questions ne peuvent pas être vérifiées pour le moment, aucune n’est donc acceptée. Veuillez réessayer dans quelques minutes.

## Ce qu’une plateforme ne laisse pas faire à gorkd

members-only = Je ne réponds qu’aux membres de cet espace de travail. Adressez-vous à l’un d’eux, ou demandez aux personnes qui gèrent gorkd ici d’admettre les invités.
answers-directly = Je réponds dans nos messages directs.
cannot-write-directly = Je ne peux pas vous envoyer de messages directs ; je n’ai donc pas accepté votre question. Autorisez mes messages, ou reposez-la sans « privé ».
asks = { $name } demande
you-asked = Vous avez demandé
you-asked-in = Vous avez demandé dans #{ $channel }
slack-not-in-channel = Je ne suis pas dans ce canal. Invitez-moi (/invite @gorkd) et reposez votre question, ou écrivez-moi en message direct.
slack-archived = Ce canal est archivé. Veuillez me poser votre question ailleurs.
slack-may-not-write = Slack ne me laisse pas écrire ici ({ $why }) ; je n’ai donc pas accepté votre question.
slack-busy = Slack n’accepte pas mes messages pour l’instant. Veuillez reposer votre question dans quelques minutes.
slack-file-is-there = { $name } est dans nos messages directs.
slack-file-failed = Le fichier n’a pas pu être envoyé : { $why }.
slack-file-permission = Il me manque une autorisation dans cet espace de travail ({ $what })
slack-file-busy = Slack ne l’a pas accepté ; exportez-le à nouveau plus tard
slack-prompts = Que voulez-vous savoir ?
slack-reads = lit votre question…
slack-about-channel = À propos de #{ $channel }
slack-about-channel-ask = Que savons-nous de { $words } ?
prompt-known = Que sait-on de…
prompt-known-ask = Que sait-on des pompes à chaleur dans les maisons anciennes ?
prompt-compare = Comparer deux choses
prompt-compare-ask = SQLite ou Postgres pour le service d’une petite équipe : lequel, et pourquoi ?
prompt-claim = Vérifier une affirmation
prompt-claim-ask = Est-il vrai que la Grande Muraille de Chine se voit de l’espace ?
discord-unknown = gorkd ne connaît pas ce type de commande.
discord-old-button = Ce bouton ne fonctionne plus.
discord-late = Cela a pris trop de temps. Veuillez réessayer.
discord-unknown-command = Cette commande n’existe plus dans gorkd.
discord-lacks-here = Je ne peux pas répondre ici. Demandez à un admin du serveur de m’accorder { $lacking }.
discord-lacks-where-asked = Je ne peux pas répondre là où vous avez posé la question. Demandez à un admin du serveur de m’accorder { $lacking }.
discord-lacks-there = Je ne peux pas répondre là-bas. Demandez à un admin du serveur de m’accorder { $lacking }.
discord-cannot-answer = Je ne peux pas répondre ici ({ $why }). Demandez à un admin du serveur de m’accorder « View Channel ».
discord-in-thread = Je fais la recherche dans le fil de ce message.
discord-asked-by = demandé par
discord-answered-in = réponse dans
discord-closed = Je n’ai pas pu vous envoyer de message privé. Autorisez les messages privés de ce serveur, ou utilisez /research avec private pour être la seule personne à voir la réponse.
discord-cannot-see = Je ne vois pas ce salon. Demandez à un admin du serveur de m’accorder « View Channel ».
discord-answers-here = Les questions reçoivent leur réponse là où elles sont posées.
discord-answers-there = Les questions posées ici avec la commande reçoivent leur réponse dans #{ $channel }.
discord-answers-where = { $name } doit être { $shape }, et je dois pouvoir le voir.
discord-answers-open = Les questions d’un salon privé ne peuvent pas recevoir leur réponse dans un salon public.
discord-thread = Recherche
direct-not-allowed = Je ne peux pas écrire là où vous avez posé la question ; je vous écris donc ici. Invitez-moi là-bas pour recevoir les réponses dans le canal.
direct-forbidden = Je ne peux pas écrire là où vous avez posé la question ; je vous écris donc ici. Demandez à un admin de m’accorder { $what }.
direct-gone = L’endroit où vous avez posé la question est archivé ou supprimé ; je vous écris donc ici.
direct-expired = Cela a pris trop de temps pour vous le montrer là-bas à vous seul ; je vous écris donc ici.
direct-invalid = Le message n’a pas pu être publié là où vous avez posé la question ; le voici donc.

## Files that come with a question

file-too-large = { $name } n’a pas pu être lu : le fichier dépasse { $most } Mo.
file-too-many = { $name } a été laissé de côté : je lis au plus { $most } fichiers par message.
file-elsewhere = { $name } n’a pas pu être lu : il est hébergé sur un autre site. Importez-le ici.
file-unavailable = { $name } n’a pas pu être lu : le téléchargement a échoué. Veuillez le renvoyer.
file-forbidden = { $name } n’a pas pu être lu. Demandez à un admin de m’accorder { $what }.

## Discord's commands

menu-research = Faire une recherche
command-research = Faire une recherche ; chaque phrase s’appuie sur une citation vérifiée
command-history = Vos questions
command-help = Comment poser une question
command-settings = Réglages de ce salon
option-question = Que voulez-vous savoir ? Les liens cités sont lus en premier.
option-profile = Jusqu’où aller
option-planning = Poser des questions et montrer le plan d’abord ?
option-private = Vous seul voyez la réponse, jusqu’à ce que vous la partagiez
option-attachment = Un document à lire en premier
option-setting = Le réglage à changer ; laissez vide pour tous les voir
option-value = La nouvelle valeur ; laissez vide pour la valeur par défaut
planning-auto = répondre directement
planning-interactive = montrez-moi le plan
setting-answers-in = un salon ou forum de ce serveur, sous la forme #salon ou par son ID

## Installing in Slack

install-no-random = Cette machine ne peut pas produire de nombres aléatoires. Veuillez réessayer.
install-cancelled = gorkd n’a pas été installé. Vous pouvez fermer cette page.
install-incomplete = Il manque quelque chose dans cette adresse. Veuillez recommencer.
install-other-browser = Cette installation a été commencée dans un autre navigateur. Veuillez recommencer.
install-unconfirmed = Slack n’a pas confirmé l’installation. Veuillez recommencer.
install-done = gorkd est installé. Invitez-le dans un canal, mentionnez-le et posez votre question.
install-not-stored = L’installation n’a pas pu être enregistrée. Veuillez réessayer plus tard.
