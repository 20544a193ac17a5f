### ما يقوله gorkd خارج البحث.

## المساعدة والتحية

help-title = كيف تسأل gorkd
help-ask = { $mention } سؤالك، أو { $command } سؤالك. تُقرأ العناوين الواردة فيه أولًا.
help-deep = { $command } سؤالك معمق: جولات وصفحات أكثر. سريع: أقل.
help-plan = { $command } سؤالك خطة: أسألك وأعرض الخطة قبل أن أبدأ.
help-private = { $command } سؤالك خاص: لا يرى الإجابة غيرك إلى أن تشاركها.
help-hears-all = تابع في سلسلة الرسائل: السؤال هناك متابعة لما سبق، دون إشارة إليّ.
help-hears-mentions = تابع في سلسلة الرسائل مبتدئًا بـ { $mention }: لا أرى إلا ما يوجَّه إليّ.
help-steer = أثناء عملي: الطلب («2025 فقط»، «دون مدونات الشركات») يوجّه البحث، والسؤال ينتظر دوره.
help-lists = { $command } threads: أسئلتك. { $command } memory: ما أتذكره عنك. { $command } watches: ما أعيد النظر فيه.
help-small = تستند كل جملة في الإجابة إلى اقتباس قُرئ وتم التحقق منه. ولا تذهب الأسئلة والصفحات إلا حيث يسمح المشغّل.
greeting = مرحبًا! أبحث في الأسئلة: أبحث وأقرأ الصفحات وأقارن كل جملة بمصدرها وأجيب هنا. اسأل بـ { $mention } أو { $command }؛ وللمزيد { $command } مساعدة.
sorry = حدث خطأ في gorkd أثناء استلام هذا، وليس منك. إن لم ينتج عنه شيء فحاول مرة أخرى.
again = انقطع gorkd وهو يعرض عليك شيئًا هنا، فربما لم تره.
button-show-again = عرض مجددًا
goes-on-directly = يستمر هذا في رسائلنا المباشرة.

## ما يُحفظ

memory-title = الذاكرة
memory-of-you = ما أتذكره عنك
memory-of-place = ما هو معتمد هنا
memory-nothing = لا شيء.
memory-how = { $command } memory set الاسم القيمة، { $command } memory forget الاسم، { $command } memory forget all. الأسماء: { $names }.
memory-usage = memory أو memory set الاسم القيمة أو memory forget الاسم. الأسماء: { $names }.
memory-forgotten = نُسي: { $count }.
threads-title = أسئلتك
threads-none = لم تسأل شيئًا بعد.
watches-title = ما تتابعه
watches-none = أنت لا تتابع شيئًا. اختر «متابعة التغيرات» تحت إجابة ليصلك خبر تغيّرها.
watch-line = { $question }: كل { $every }، والمرة القادمة { $next }.
button-unwatch = أوقف المتابعة: { $question }
watching = سأعيد النظر وأخبرك هنا عندما تتغير الإجابة.
unwatched = لم تعد قيد المتابعة.
watch-gone = أُزيلت هذه المتابعة من قبل.
feedback-month = الشهر الماضي: 👍 { $good }، 👎 { $bad }.
feedback-thanks = شكرًا. يمكن لمن يدير gorkd هنا أن يقرأه.
link-code = رمزك: { $code }. أدخله في صفحة gorkd على الويب خلال { $minutes ->
    [zero] { $minutes } دقيقة
    [one] دقيقة واحدة
    [two] دقيقتين
    [few] { $minutes } دقائق
    [many] { $minutes } دقيقة
   *[other] { $minutes } دقيقة
}. يصلح مرة واحدة. بعد ذلك يمكنك متابعة ما تسأله هنا هناك.
link-done = تم الربط. يمكنك الآن متابعة ما تسأله في هذه المحادثة على الويب.
link-unknown = هذا الرمز غير صالح: استُخدم من قبل، أو انتهت مدته، أو لم يُعطَ قط. مدة الرمز { $minutes ->
    [zero] { $minutes } دقيقة
    [one] دقيقة واحدة
    [two] دقيقتان
    [few] { $minutes } دقائق
    [many] { $minutes } دقيقة
   *[other] { $minutes } دقيقة
}. اطلب رمزًا جديدًا.
link-same-side = الرمز المأخوذ من الويب يُدخل في محادثة، والرمز المأخوذ من محادثة يُدخل على الويب. اطلب رمزًا من الجانب الآخر.
link-too-many = أدخلت رموزًا كثيرة. انتظر بضع دقائق ثم حاول مرة أخرى.
link-in-private = الرمز لك وحدك. اطلبه بالأمر { $command } link، أو في رسالة خاصة إليّ.
settings-title = الإعدادات
settings-memory = يعرض ما أحفظه عنك ويغيّره: اللغة والملف والمواقع.
settings-watches = يعرض ما أعيد النظر فيه.

## أثناء البحث

button-ask-instead = اطرحه سؤالًا
queued-next = هذا هو التالي، فور انتهاء البحث الجاري.
queued-number = هذا ينتظر دوره: رقم { $place } في هذه السلسلة.
button-steer-instead = اعتبره طلبًا للبحث الجاري
edited = غيّرت سؤالك. يستمر البحث بما سألته أولًا.
edited-privately = غيّرت سؤالك. لتحصل على إجابة السؤال الجديد، اطرحه مرة أخرى.
button-ask-changed = اطرح السؤال المعدَّل
stop-noted = انتهى البحث؛ تُكتب الإجابة مما توفر.
steer-noted = سُجّل: سيؤخذ به في القرار التالي.
steer-late = بدأت الكتابة؛ سيبقى هذا لسؤال لاحق.
cancelled = أُلغي.
cancel-left = لن تصلك هذه الإجابة. ويستمر البحث لمن سألوا غيرك.
cancel-others = ينتظر آخرون الإجابة نفسها، لذا يستمر البحث من أجلهم.
worked-on-already = يجري العمل عليه بالفعل.

## ما فعلته الأزرار

picked-pinned = مثبَّت: { $titles }.
picked-left-out = مستبعَد: { $titles }.
picked-nothing = لا شيء مثبَّت أو مستبعَد.
pick-first = ثبّت مصدرًا أو استبعده أولًا: اضغط «المصادر».
deepest-already = كان هذا أعمق ملف متاح.
not-there-any-more = لم يعد موجودًا. اكتبه من فضلك.
links-revoked = أُبطلت كل روابط هذه الإجابة.
shared = تمت المشاركة.
share-nowhere = لا مكان هنا لمشاركتها.
no-answer-yet = لا توجد إجابة بعد.
already-decided = تقرر ذلك من قبل.
always-done = تم. لن أسأل عن ذلك هنا مجددًا. لإعادة تفعيله: { $undo }.
file-what-says = ماذا يقول { $name }؟
file-unnamed = الملف
summary-ask = ماذا تقول الرسائل أعلاه؟
messages-above = الرسائل أعلاه

## النماذج

form-answer = إجابتك
form-answer-label = بكلماتك
form-answer-hint = لماذا تريد معرفته، ومن أي فترة، …
form-plan = تعديل الخطة
form-plan-label = عملية بحث في كل سطر
form-bad = ما الخطأ؟
form-bad-label = كلماتك
form-bad-placeholder = مصدر خاطئ، ليس ما سألت عنه، طويلة جدًا، …
form-bad-hint = يقرؤه من يدير gorkd هنا.
form-steer = توجيه البحث
form-steer-label = ما الذي ينبغي مراعاته؟
form-steer-hint = 2025 فقط؛ دون مدونات الشركات؛ تحقق من الترخيص أيضًا
form-send = إرسال
form-back = رجوع
form-late = تأخر فتح النموذج. اضغط مرة أخرى من فضلك.
form-refused = لا يسمح لي Slack بفتح نموذج هنا ({ $why }).
form-failed = تعذر فتح النموذج.
good-answer = إجابة جيدة
bad-answer = إجابة سيئة

# In place of what somebody typed who was erased.
words-erased = (محذوف)

## الرفض

try-again-in = حاول مجددًا بعد { $time }.
not-theirs = لا يمكن ذلك إلا لصاحب السؤال وللمشرفين. اطرح السؤال بنفسك ليكون لك بحث خاص بك.
not-owner = لا يمكن ذلك إلا لمالكه.
not-asker = لا يجيب إلا صاحب السؤال أو أحد المشرفين. نرحب بسؤالك بعد انتهاء هذا البحث.
not-admin-place = المشرفون وحدهم يقررون ما هو معتمد هنا.
not-admin-feedback = المشرفون وحدهم يقرؤون آراء الآخرين في الإجابات.
not-admin-approvals = المشرفون وحدهم يمكنهم إيقاف الموافقات هنا.
not-admin-deep = البحث المعمق هنا للمشرفين فقط. اسأل دون «معمق» أو اطلب من أحدهم.
profiles-only = لا يُستخدم هنا إلا هذه الملفات: { $names }.
place-channel = هذه القناة
place-workspace = مساحة العمل هذه
place-server = هذا الخادم
runs-an-hour = يُسمح في { $place } { $runs ->
    [one] ببحث واحد في الساعة
    [two] ببحثين في الساعة
    [few] بـ { $runs } أبحاث في الساعة
    [many] بـ { $runs } بحثًا في الساعة
   *[other] بـ { $runs } بحث في الساعة
}. حاول مجددًا بعد { $minutes } د.
rate-limited-seconds = عدد الأبحاث التي بدأتها خلال آخر { $minutes } د: { $runs }، وهو الحد الأقصى. يمكن بدء التالي بعد { $wait ->
    [one] ثانية واحدة
    [two] ثانيتين
    [few] { $wait } ثوانٍ
    [many] { $wait } ثانية
   *[other] { $wait } ثانية
}.
rate-limited-minutes = عدد الأبحاث التي بدأتها خلال آخر { $minutes } د: { $runs }، وهو الحد الأقصى. يمكن بدء التالي بعد { $wait ->
    [one] دقيقة واحدة
    [two] دقيقتين
    [few] { $wait } دقائق
    [many] { $wait } دقيقة
   *[other] { $wait } دقيقة
}.
store-silent = مخزن gorkd لا يستجيب الآن. حاول مرة أخرى من فضلك.
store-full = القرص الذي يكتب عليه gorkd ممتلئ. على من يدير gorkd أن يوفّر مساحة؛ وما خُزّن من قبل سليم.
cannot-take = لا يستطيع gorkd استقبال الأسئلة الآن. حاول مرة أخرى من فضلك.
line-full = عدد الأسئلة المنتظرة الآن كبير جدًا، لذلك لم يُقبل هذا السؤال.
summary-needs-model = يحتاج التلخيص إلى نموذج يُسمح له بقراءة ما كُتب هنا، ولا يوجد. اسأل عن شيء قيل وسأقتبسه.
not-told-here = لا يُعرض هذا البحث في هذا المكان (أو لم يعد يُعرض).
run-over = انتهى هذا البحث.
run-over-follow-up = انتهى هذا البحث. اطرحه سؤالًا لاحقًا.
run-still-going = ما زال هذا البحث جاريًا؛ لا شيء لإعادة محاولته بعد.
question-settled = أُجيب عن هذا السؤال أو انتهى وقته.
no-deeper-profile = لا يوجد ملف أعمق من { $profile }.
no-cheaper-profile = لا يوجد ملف أقل تكلفة من { $profile }.
plan-size = تضم الخطة من 1 إلى 20 عملية بحث، كل منها 500 حرف على الأكثر.
approve-or-decline = لا يمكن هنا إلا الموافقة أو الرفض.
no-options-here = لا خيارات هنا: وافق أو ارفض.
options-are = عدد الخيارات: { $count }.
choose-one = اختر أحد الخيارات.
only-an-answer = لا يناسب هنا إلا إجابة.
say-what-changes = اذكر في 1 إلى 500 حرف ما ينبغي تغييره.
budget-used-up = نفدت ميزانية هذه الفترة.
nothing-to-check = لا توجد بعد إجابة يمكن التحقق منها مجددًا.
nothing-to-watch = لا توجد بعد إجابة يمكن متابعتها.
watch-limits = تكون المتابعة كل { $minutes } دقيقة على الأكثر ومرة في السنة على الأقل.
watches-most = عدد ما تتابعه: { $count }. أزل واحدة أولًا.
nothing-to-share = لا توجد بعد إجابة لمشاركتها.
sharing-off = المشاركة موقوفة هنا.
sharing-local = يجب أن يبقى هذا البحث على هذا الجهاز، فلا يمكن مشاركته.
question-empty = السؤال فارغ. اسأل بجملة أو ببضع كلمات.
question-long = عدد حروف السؤال { $length }، والحد الأقصى { $most }. اختصره أو ضع المادة الطويلة في ملف.
question-no-letters = لا حروف في السؤال. اسأل بجملة أو ببضع كلمات.
question-attack = يبدو هذا أمرًا بالهجوم أو بإفشاء ما هو خاص، لا سؤالًا. اسأل عن الموضوع نفسه وسأبحث عنه.
question-no-words = تعذر تمييز أي كلمات هنا. اسأل بجملة أو ببضع كلمات.
question-moderated = لا يُجاب عن هذا هنا: فهو من موضوع استبعده القائمون على gorkd. اطرح سؤالًا آخر أو تواصل معهم.
moderation-down = لا يمكن فحص الأسئلة الآن، لذلك لا يُقبل أي سؤال. يُرجى المحاولة مرة أخرى بعد بضع دقائق.

## ما لا تسمح به المنصة

members-only = لا أجيب إلا أعضاء مساحة العمل هذه. اسأل أحدهم، أو اطلب ممن يدير gorkd هنا السماح للضيوف.
answers-directly = سأجيب في رسائلنا المباشرة.
cannot-write-directly = لا أستطيع إرسال رسائل مباشرة إليك، فلم أستقبل سؤالك. اسمح بها، أو اسأل مجددًا دون «خاص».
asks = { $name } يسأل
you-asked = سألت
you-asked-in = سألت في #{ $channel }
slack-not-in-channel = لست في هذه القناة. ادعني (/invite @gorkd) واسأل مجددًا، أو اسألني في رسالة مباشرة.
slack-archived = هذه القناة مؤرشفة. اسألني في مكان آخر من فضلك.
slack-may-not-write = لا يسمح لي Slack بالكتابة هنا ({ $why }). لم يُستقبل سؤالك.
slack-busy = لا يقبل Slack رسائلي الآن. اسأل مجددًا بعد بضع دقائق من فضلك.
slack-file-is-there = الملف { $name } في رسائلنا المباشرة.
slack-file-failed = تعذر تسليم الملف: { $why }.
slack-file-permission = ينقصني إذن في مساحة العمل هذه ({ $what })
slack-file-busy = لم يقبله Slack؛ صدّره مجددًا بعد قليل
slack-prompts = ماذا تريد أن تعرف؟
slack-reads = يقرأ سؤالك…
slack-about-channel = عن #{ $channel }
slack-about-channel-ask = ماذا نعرف عن { $words }؟
prompt-known = ما المعروف عن …
prompt-known-ask = ما المعروف عن المضخات الحرارية في البيوت القديمة؟
prompt-compare = قارن بين شيئين
prompt-compare-ask = SQLite أم Postgres لخدمة فريق صغير: أيهما، ولماذا؟
prompt-claim = تحقق من ادعاء
prompt-claim-ask = هل صحيح أن سور الصين العظيم يُرى من الفضاء؟
discord-unknown = لا يعرف gorkd ما يفعل بهذا.
discord-old-button = لم يعد هذا الزر يعمل.
discord-late = استغرق ذلك وقتًا طويلًا. اضغط مرة أخرى من فضلك.
discord-unknown-command = لم يعد gorkd يعرف هذا الأمر.
discord-lacks-here = لا يُسمح لي بالإجابة هنا. ينقصني: { $lacking }. يمكن لمن يدير هذا الخادم منحه.
discord-lacks-where-asked = لا يُسمح لي بالإجابة حيث سألت. ينقصني: { $lacking }. يمكن لمن يدير الخادم منحه.
discord-lacks-there = لا يُسمح لي بالإجابة هناك. ينقصني: { $lacking }.
discord-cannot-answer = لا أستطيع الإجابة هنا ({ $why }). أحتاج إلى «View Channel» وما يذكره `gorkd discord invite`.
discord-in-thread = يجري البحث، في سلسلة تلك الرسالة.
discord-asked-by = سؤال من
discord-answered-in = الإجابة في
discord-closed = تعذر إرسال رسالة مباشرة إليك. اسمح بالرسائل المباشرة من هذا الخادم، أو استخدم /research مع private: لا يرى النتيجة غيرك.
discord-cannot-see = لا أرى هذه القناة. أحتاج إلى «View Channel».
discord-answers-here = تظهر الإجابات حيث يُطرح السؤال.
discord-answers-there = ما يُسأل هنا بالأمر يُجاب عنه في #{ $channel }.
discord-answers-where = يجب أن يكون { $name } { $shape }، وأن أراه.
discord-answers-open = ما يُسأل في قناة مغلقة لا يُجاب عنه في قناة مفتوحة.
discord-thread = بحث
direct-not-allowed = لا أستطيع الكتابة حيث سألت، فها هي الإجابة هنا. ادعني إلى هناك لأجيب في القناة.
direct-forbidden = لا أستطيع الكتابة حيث سألت، فها هي الإجابة هنا. اطلب من مشرف أن يمنحني { $what }.
direct-gone = المكان الذي سألت فيه مؤرشف أو محذوف، فها هي الإجابة هنا.
direct-expired = استغرق هذا وقتًا أطول من أن أعرضه هناك لك وحدك، فها هي الإجابة هنا.
direct-invalid = تعذر نشر الرسالة حيث سألت، فها هي هنا.

## Files that come with a question

file-too-large = تعذرت قراءة { $name }: حجمه أكبر من { $most } ميغابايت.
file-too-many = تُرك { $name }: عدد الملفات التي أقرؤها في كل رسالة لا يتجاوز { $most }.
file-elsewhere = تعذرت قراءة { $name }: الملف محفوظ في موقع آخر. ارفعه هنا.
file-unavailable = تعذرت قراءة { $name }: فشل التنزيل. أرسله مرة أخرى من فضلك.
file-forbidden = تعذرت قراءة { $name }. اطلب من مشرف أن يمنحني { $what }.

## Discord's commands

menu-research = ابحث في هذا
command-research = ابحث في سؤال؛ كل جملة تستند إلى اقتباس مُتحقَّق منه
command-history = أسئلتك
command-help = كيف تسأل
command-settings = إعدادات هذه القناة
option-question = ماذا تريد أن تعرف؟ تُقرأ العناوين الواردة فيه أولًا.
option-profile = مدى العمق
option-planning = هل أستوضح وأعرض الخطة أولًا؟
option-private = لا يرى الإجابة سواك حتى تشاركها
option-attachment = مستند يُقرأ أولًا
option-setting = الإعداد المراد تغييره؛ اتركه فارغًا لعرض الكل
option-value = القيمة الجديدة؛ اتركها فارغة للقيمة الافتراضية
planning-auto = أجب مباشرة
planning-interactive = اعرض الخطة
setting-answers-in = قناة أو منتدى في هذا الخادم، بصيغة #قناة أو برقمها

## Installing in Slack

install-no-random = لا يستطيع هذا الجهاز إنشاء أرقام عشوائية. حاول مرة أخرى.
install-cancelled = لم يُثبَّت gorkd. يمكنك إغلاق هذه الصفحة.
install-incomplete = ينقص هذا العنوان شيء. ابدأ من جديد من فضلك.
install-other-browser = بدأ هذا التثبيت في متصفح آخر. ابدأ من جديد من فضلك.
install-unconfirmed = لم يؤكد Slack التثبيت. ابدأ من جديد من فضلك.
install-done = ثُبِّت gorkd. ادعه إلى قناة واذكره واسأل.
install-not-stored = تعذر حفظ التثبيت. حاول لاحقًا من فضلك.
