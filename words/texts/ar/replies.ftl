### ما يقوله gorkd خارج البحث.

## المساعدة والتحية

help-title = كيف تسأل gorkd
help-ask = للسؤال: { $mention } سؤالك، أو { $command } سؤالك. تُقرأ أولًا الروابط الواردة فيه.
help-deep = لبحث أوسع: { $command } معمق: سؤالك. جولات وصفحات أكثر، ومع «سريع:» أقل.
help-plan = لرؤية الخطة: { $command } خطة: سؤالك. أستوضح منك وأعرض الخطة قبل أن أبدأ.
help-private = لإجابة خاصة: { $command } خاص: سؤالك. لا يرى الإجابة غيرك حتى تشاركها.
help-hears-all = تابع في سلسلة الرسائل: السؤال هناك متابعة لما سبق، ولا حاجة إلى الإشارة إليّ.
help-hears-mentions = تابع في سلسلة الرسائل مبتدئًا بالإشارة { $mention }: لا أرى إلا الرسائل التي تشير إليّ.
help-steer = أثناء عملي: الطلب («2025 فقط»، «دون مدونات الشركات») يوجّه البحث، والسؤال ينتظر دوره.
help-lists = أسئلتك: { $command } threads. ما أتذكره عنك: { $command } memory. الإجابات التي أعيد التحقق منها: { $command } watches.
help-small = كل جملة في الإجابة يدعمها اقتباس جرى التحقق منه. ولا تصل الأسئلة والصفحات إلا إلى حيث يسمح المشغّل.
greeting = مرحبًا! أبحث لك عن الإجابات: أفتش وأقرأ الصفحات وأطابق كل جملة مع مصدرها ثم أجيب هنا. اسأل عبر { $mention } أو { $command }؛ وللمزيد: { $command } مساعدة.
what-it-does = يجيب gorkd عن الأسئلة مما يجده ويقرؤه، مع ذكر مصدر لكل جملة. اطرح عليه سؤالًا، مثل: كيف يعمل وضع WAL في SQLite؟
sorry = حدث خطأ في gorkd، ولا ذنب لك فيه. إن لم تصلك إجابة فحاول مرة أخرى من فضلك.
again = انقطع gorkd بينما كان يعرض لك شيئًا هنا، فربما لم تره.
button-show-again = عرض مرة أخرى
goes-on-directly = نتابع هذا في رسائلنا المباشرة.

## ما يُحفظ

memory-title = الذاكرة
memory-of-you = ما أتذكره عنك
memory-of-place = إعدادات هذا المكان
memory-nothing = لا شيء.
memory-how = للحفظ: { $command } memory set الاسم القيمة. للحذف: { $command } memory forget الاسم، أو { $command } memory forget all للكل. الأسماء: { $names }.
memory-usage = الصيغ: memory أو memory set الاسم القيمة أو memory forget الاسم. الأسماء: { $names }.
memory-forgotten = عدد ما نُسي: { $count }.
threads-title = أسئلتك
threads-none = لم تسأل شيئًا بعد.
watches-title = ما تتابعه
watches-none = أنت لا تتابع أي سؤال. اختر «متابعة التغيرات» تحت أي إجابة لتعلم متى تتغير.
watch-line = { $question }: كل { $every }، والتحقق التالي { $next }.
button-unwatch = إيقاف المتابعة: { $question }
watching = سأعيد التحقق وأخبرك هنا عندما تتغير الإجابة.
unwatched = لم تعد تتابع هذا السؤال.
watch-gone = أُزيلت هذه المتابعة من قبل.
feedback-month = آخر شهر: 👍 { $good }، 👎 { $bad }.
feedback-thanks = شكرًا. يمكن للقائمين على gorkd هنا قراءة ذلك.
link-code = رمزك: { $code }. أدخله في صفحة gorkd على الويب خلال { $minutes ->
    [zero] { $minutes } دقيقة
    [one] دقيقة واحدة
    [two] دقيقتين
    [few] { $minutes } دقائق
    [many] { $minutes } دقيقة
   *[other] { $minutes } دقيقة
}. يصلح لمرة واحدة. بعد ذلك يمكنك أن تتابع هناك ما تسأله هنا.
link-done = تم الربط. ما تسأله في هذه الدردشة يمكنك الآن متابعته على الويب.
link-unknown = هذا الرمز غير صالح: استُخدم من قبل، أو انتهت صلاحيته، أو لم يوجد أصلًا. مدة صلاحية الرمز { $minutes ->
    [zero] { $minutes } دقيقة
    [one] دقيقة واحدة
    [two] دقيقتان
    [few] { $minutes } دقائق
    [many] { $minutes } دقيقة
   *[other] { $minutes } دقيقة
}. اطلب رمزًا جديدًا.
link-same-side = أدخل رمز الويب في دردشة، ورمز الدردشة على الويب. احصل على رمز من الجانب الآخر.
link-too-many = أدخلت رموزًا كثيرة. انتظر بضع دقائق ثم حاول مرة أخرى.
link-in-private = الرموز لك وحدك. احصل على رمز بالأمر { $command } link، أو في رسالة مباشرة إليّ.
settings-title = الإعدادات
settings-memory = يعرض ما أتذكره عنك ويغيّره: اللغة والنمط والمواقع.
settings-watches = يعرض الإجابات التي أعيد التحقق منها.

## أثناء البحث

button-ask-instead = طرحه سؤالًا
queued-next = هذا هو التالي، فور انتهاء البحث الجاري.
queued-number = هذا ينتظر دوره: ترتيبه { $place } في هذه السلسلة.
button-steer-instead = استخدامه لتوجيه البحث الجاري
edited = غيّرت سؤالك. يستمر البحث بصيغته الأولى.
edited-privately = غيّرت سؤالك. لتحصل على إجابة عن الصيغة الجديدة، اطرحها مرة أخرى.
button-ask-changed = طرح السؤال المعدَّل
stop-noted = يتوقف البحث هنا؛ وتُكتب الإجابة مما قُرئ.
steer-noted = سُجّل: سيُراعى في القرار التالي.
steer-late = بدأت الكتابة؛ حُفظ هذا لسؤال لاحق.
cancelled = تم الإلغاء.
cancel-left = لن تصلك هذه الإجابة. يستمر البحث لأجل الآخرين الذين سألوا.
cancel-others = ينتظر آخرون الإجابة نفسها، لذا يستمر البحث من أجلهم.
worked-on-already = أعمل على ذلك بالفعل.

## ما فعلته الأزرار

picked-pinned = المثبَّت: { $titles }.
picked-left-out = المستبعَد: { $titles }.
picked-nothing = لم يُثبَّت شيء ولم يُستبعد شيء.
pick-first = ثبّت مصدرًا أو استبعده أولًا: اضغط «المصادر».
deepest-already = كان هذا أعمق نمط متاح.
not-there-any-more = لم يعد هذا الخيار موجودًا. اكتبه من فضلك.
links-revoked = أُبطلت كل روابط هذه الإجابة.
shared = تمت المشاركة.
share-nowhere = لا يوجد هنا مكان لمشاركتها.
no-answer-yet = لا توجد إجابة بعد.
already-decided = اتُّخذ القرار في ذلك من قبل.
always-done = تم. لن أسأل عن ذلك هنا مرة أخرى. لإعادة تفعيله: { $undo }.
file-what-says = ماذا يقول { $name }؟
file-unnamed = الملف
summary-ask = ماذا تقول الرسائل أعلاه؟
messages-above = الرسائل أعلاه

## النماذج

form-answer = إجابتك
form-answer-label = بكلماتك أنت
form-answer-hint = الغرض منه، والفترة المطلوبة، …
form-plan = تعديل الخطة
form-plan-label = عملية بحث في كل سطر
form-bad = ما الخطأ؟
form-bad-label = التفاصيل
form-bad-placeholder = مصدر خاطئ، ليس ما سألت عنه، أطول من اللازم، …
form-bad-hint = يمكن للقائمين على gorkd هنا قراءته.
form-steer = توجيه البحث
form-steer-label = ما الذي ينبغي مراعاته؟
form-steer-hint = 2025 فقط؛ دون مدونات الشركات؛ تحقق من الترخيص أيضًا
form-send = إرسال
form-back = رجوع
form-late = تأخر فتح النموذج. حاول مرة أخرى من فضلك.
form-refused = لا يسمح لي Slack بفتح نموذج هنا ({ $why }).
form-failed = تعذر فتح النموذج.
good-answer = إجابة جيدة
bad-answer = إجابة سيئة

# مكان ما كتبه من حُذفت بياناته.
words-erased = (محذوف)

## الرفض

try-again-in = حاول مرة أخرى بعد { $time }.
not-theirs = لا يمكن ذلك إلا لصاحب السؤال وللمشرفين. اطرح السؤال بنفسك ليكون لك بحثك الخاص.
not-owner = لا يمكن ذلك إلا لمالكه.
not-asker = لا يمكن أن يجيب عن ذلك إلا صاحب السؤال أو مشرف. يسعدني سؤالك بعد انتهاء هذا البحث.
not-admin-place = لا يمكن تغيير إعدادات هذا المكان إلا للمشرفين.
not-admin-feedback = لا يمكن قراءة الآراء في الإجابات إلا للمشرفين.
not-admin-approvals = لا يمكن إيقاف الموافقات هنا إلا للمشرفين.
not-admin-deep = البحث المعمق هنا للمشرفين فقط. اسأل دون كلمة «معمق»، أو اطلب ذلك من أحدهم.
profiles-only = لا يُسمح هنا إلا بهذه الأنماط: { $names }.
place-channel = هذه القناة
place-workspace = مساحة العمل هذه
place-server = هذا الخادم
runs-an-hour = يُسمح في { $place } { $runs ->
    [one] ببحث واحد في الساعة
    [two] ببحثين في الساعة
    [few] بعدد { $runs } أبحاث في الساعة
    [many] بعدد { $runs } بحثًا في الساعة
   *[other] بعدد { $runs } بحث في الساعة
}. حاول مرة أخرى بعد { $minutes } د.
rate-limited-seconds = بدأت { $runs ->
    [one] بحثًا واحدًا
    [two] بحثين
    [few] { $runs } أبحاث
    [many] { $runs } بحثًا
   *[other] { $runs } بحث
} خلال آخر { $minutes } د، وهذا هو الحد الأقصى. يمكن بدء التالي بعد { $wait ->
    [one] ثانية واحدة
    [two] ثانيتين
    [few] { $wait } ثوانٍ
    [many] { $wait } ثانية
   *[other] { $wait } ثانية
}.
rate-limited-minutes = بدأت { $runs ->
    [one] بحثًا واحدًا
    [two] بحثين
    [few] { $runs } أبحاث
    [many] { $runs } بحثًا
   *[other] { $runs } بحث
} خلال آخر { $minutes } د، وهذا هو الحد الأقصى. يمكن بدء التالي بعد { $wait ->
    [one] دقيقة واحدة
    [two] دقيقتين
    [few] { $wait } دقائق
    [many] { $wait } دقيقة
   *[other] { $wait } دقيقة
}.
store-silent = لا يستطيع gorkd حفظ أي شيء الآن. حاول مرة أخرى من فضلك.
store-full = القرص الذي يكتب عليه gorkd ممتلئ. على من يدير gorkd أن يوفّر مساحة؛ وكل ما حُفظ من قبل سليم.
cannot-take = لا يستطيع gorkd استقبال الأسئلة الآن. حاول مرة أخرى من فضلك.
line-full = الأسئلة المنتظرة الآن كثيرة جدًا، لذلك لم يُقبل هذا السؤال.
address-space-short = حد مساحة العناوين المتاحة لـ gorkd (ulimit -v) هو { $limit } ميغابايت، ويحتاج gorkd إلى { $needed } ميغابايت على الأقل. ارفع الحد، مثلًا بالأمر `ulimit -v unlimited`، وقيّد الذاكرة بمجموعة تحكم بدلًا منه: MemoryMax في systemd أو --memory في Docker.
summary-needs-model = لا أستطيع التلخيص هنا، إذ لا يُسمح لأي نموذج لغوي بقراءة ما كتبه الناس. اسأل عن شيء قيل وسأقتبسه.
not-told-here = لا يُعرض هذا البحث هنا.
run-over = انتهى هذا البحث بالفعل.
run-over-follow-up = انتهى هذا البحث. اطرح ذلك سؤالَ متابعة.
run-still-going = ما زال هذا البحث جاريًا؛ لا يوجد ما تُعاد محاولته بعد.
nothing-failed = لم يفشل شيء في هذا البحث، فلا يوجد ما تُعاد محاولته. اطرح سؤال متابعة بدلًا من ذلك.
question-settled = أُجيب عن هذا السؤال، أو انتهى وقته.
no-deeper-profile = لا يوجد نمط أعمق من { $profile }.
no-cheaper-profile = لا يوجد نمط أقل تكلفة من { $profile }.
plan-size = تضم الخطة من 1 إلى 20 عملية بحث، لا تتجاوز كل منها 500 حرف.
approve-or-decline = لا يمكن هنا إلا الموافقة أو الرفض.
no-options-here = لا خيارات هنا: وافق أو ارفض.
options-are = عدد الخيارات: { $count }.
choose-one = اختر أحد الخيارات.
only-an-answer = أجب عن السؤال من فضلك.
say-what-changes = اكتب ما ينبغي تغييره، من 1 إلى 500 حرف.
budget-used-up = نفدت ميزانية هذه الفترة.
nothing-to-check = لا توجد بعد إجابة يمكن التحقق منها مجددًا.
nothing-to-watch = لا توجد بعد إجابة يمكن متابعتها.
watch-limits = يمكن أن تتكرر المتابعة كل { $minutes } دقيقة على الأكثر، ومرة في السنة على الأقل.
watches-most = عدد ما تتابعه الآن: { $count }. أوقف متابعة واحدة أولًا.
nothing-to-share = لا توجد بعد إجابة لمشاركتها.
sharing-off = المشاركة متوقفة هنا.
sharing-local = يجب أن يبقى هذا البحث على هذا الجهاز، فلا يمكن مشاركته.
question-empty = السؤال فارغ. اسأل بجملة أو ببضع كلمات.
question-long = السؤال أطول من اللازم: عدد حروفه { $length }، والحد الأقصى { $most }. اختصره، أو ضع المادة الطويلة في ملف.
question-no-letters = لا توجد حروف في السؤال. اسأل بجملة أو ببضع كلمات.
question-attack = يبدو هذا أمرًا بمهاجمة شيء أو كشف معلومات خاصة، لا سؤالًا. اسأل عن الموضوع نفسه وسأبحث عنه.
question-no-words = تعذر تمييز أي كلمة هنا. اسأل بجملة أو ببضع كلمات.
question-moderated = لا يُجاب عن هذا هنا: فهو يقع ضمن موضوع استبعده القائمون على gorkd. اسأل عن شيء آخر، أو تواصل معهم.
moderation-down = لا يمكن فحص الأسئلة الآن، لذلك لا تُقبل أي أسئلة. حاول مرة أخرى بعد بضع دقائق من فضلك.

## ما لا تسمح به المنصة

members-only = لا أجيب إلا أعضاء مساحة العمل هذه. اطلب من أحدهم أن يسأل، أو اطلب من القائمين على gorkd هنا السماح للضيوف.
answers-directly = سأجيب في رسائلنا المباشرة.
cannot-write-directly = لا أستطيع إرسال رسائل مباشرة إليك، لذلك لم أقبل سؤالك. اسمح برسائلي، أو اسأل مرة أخرى دون كلمة «خاص».
asks = سؤال من { $name }
you-asked = سألت
you-asked-in = سألت في #{ $channel }
slack-not-in-channel = لست عضوًا في هذه القناة. ادعني (/invite @gorkd) واسأل مرة أخرى، أو اسألني في رسالة مباشرة.
slack-archived = هذه القناة مؤرشفة. اسألني في مكان آخر من فضلك.
slack-may-not-write = لا يسمح لي Slack بالكتابة هنا ({ $why })، لذلك لم أقبل سؤالك.
slack-busy = لا يقبل Slack رسائلي الآن. اسأل مرة أخرى بعد بضع دقائق من فضلك.
slack-file-is-there = الملف { $name } في رسائلنا المباشرة.
slack-file-failed = تعذر إرسال الملف: { $why }.
slack-file-permission = ينقصني إذن في مساحة العمل هذه ({ $what })
slack-file-busy = لم يقبله Slack؛ أعد تصديره لاحقًا من فضلك
slack-prompts = ماذا تريد أن تعرف؟
slack-reads = يقرأ سؤالك…
slack-about-channel = عن القناة #{ $channel }
slack-about-channel-ask = ماذا نعرف عن { $words }؟
prompt-known = ما المعروف عن …
prompt-known-ask = ما المعروف عن المضخات الحرارية في البيوت القديمة؟
prompt-compare = المقارنة بين شيئين
prompt-compare-ask = أيهما أنسب لخدمة فريق صغير، SQLite أم Postgres، ولماذا؟
prompt-claim = التحقق من ادعاء
prompt-claim-ask = هل صحيح أن سور الصين العظيم يُرى من الفضاء؟
discord-unknown = لا يعرف gorkd أمرًا من هذا النوع.
discord-old-button = لم يعد هذا الزر يعمل.
discord-late = استغرق ذلك وقتًا طويلًا. اضغط مرة أخرى من فضلك.
discord-unknown-command = لم يعد لدى gorkd هذا الأمر.
discord-lacks-here = لا أستطيع الإجابة هنا. اطلب من مشرف الخادم أن يمنحني: { $lacking }.
discord-lacks-where-asked = لا أستطيع الإجابة حيث سألت. اطلب من مشرف الخادم أن يمنحني: { $lacking }.
discord-lacks-there = لا أستطيع الإجابة هناك. اطلب من مشرف الخادم أن يمنحني: { $lacking }.
discord-cannot-answer = لا أستطيع الإجابة هنا ({ $why }). اطلب من مشرف الخادم أن يمنحني إذن View Channel.
discord-in-thread = أبحث عن ذلك في سلسلة تلك الرسالة.
discord-asked-by = سؤال من
discord-answered-in = الإجابة في
discord-closed = تعذر إرسال رسالة مباشرة إليك. اسمح بالرسائل المباشرة من هذا الخادم، أو استخدم الأمر /research مع private كي لا يرى الإجابة غيرك.
discord-cannot-see = لا أستطيع رؤية هذه القناة. اطلب من مشرف الخادم أن يمنحني إذن View Channel.
discord-answers-here = يُجاب عن الأسئلة حيث تُطرح.
discord-answers-there = الأسئلة التي تُطرح هنا بالأمر يُجاب عنها في #{ $channel }.
discord-answers-where = يجب أن تكون قيمة { $name } { $shape }، وأن أستطيع رؤيته.
discord-answers-open = لا يمكن الإجابة في قناة عامة عن أسئلة من قناة خاصة.
discord-thread = بحث
direct-not-allowed = لا أستطيع الكتابة حيث سألت، فإليك الإجابة هنا. ادعني إلى هناك لأجيب في القناة.
direct-forbidden = لا أستطيع الكتابة حيث سألت، فإليك الإجابة هنا. اطلب من مشرف أن يمنحني { $what }.
direct-gone = المكان الذي سألت فيه مؤرشف أو لم يعد موجودًا، فإليك الإجابة هنا.
direct-expired = استغرق ذلك وقتًا أطول من أن أعرضه هناك لك وحدك، فإليك الإجابة هنا.
direct-invalid = تعذر نشر الرسالة حيث سألت، فإليك الرسالة هنا.

## الملفات المرفقة بالسؤال

file-too-large = تعذرت قراءة { $name }: حجمه أكبر من { $most } ميغابايت.
file-too-many = استُبعد { $name }: أقصى عدد ملفات أقرؤه في الرسالة الواحدة هو { $most }.
file-elsewhere = تعذرت قراءة { $name }: الملف محفوظ في موقع آخر. ارفعه هنا.
file-unavailable = تعذرت قراءة { $name }: فشل التنزيل. أرسله مرة أخرى من فضلك.
file-forbidden = تعذرت قراءة { $name }. اطلب من مشرف أن يمنحني { $what }.

## أوامر Discord

menu-research = البحث في هذا
command-research = البحث في سؤال؛ كل جملة يدعمها اقتباس جرى التحقق منه
command-history = أسئلتك
command-help = كيف تسأل
command-settings = إعدادات هذه القناة
option-question = ماذا تريد أن تعرف؟ تُقرأ أولًا الروابط الواردة فيه.
option-profile = النمط: مدى عمق البحث
option-planning = هل أستوضح وأعرض الخطة أولًا؟
option-private = لا يرى الإجابة غيرك حتى تشاركها
option-attachment = مستند يُقرأ أولًا
option-setting = الإعداد المراد تغييره؛ اتركه فارغًا لعرض الكل
option-value = القيمة الجديدة؛ اتركها فارغة للقيمة الافتراضية
planning-auto = الإجابة مباشرة
planning-interactive = عرض الخطة
setting-answers-in = قناة أو منتدى في هذا الخادم، بصيغة #قناة أو بالمعرّف

## التثبيت في Slack

install-no-random = لا يستطيع هذا الجهاز إنشاء أرقام عشوائية. حاول مرة أخرى من فضلك.
install-cancelled = لم يُثبَّت gorkd. يمكنك إغلاق هذه الصفحة.
install-incomplete = في هذا العنوان نقص. ابدأ من جديد من فضلك.
install-other-browser = بدأ هذا التثبيت في متصفح آخر. ابدأ من جديد من فضلك.
install-unconfirmed = لم يؤكد Slack التثبيت. ابدأ من جديد من فضلك.
install-done = ثُبّت gorkd. ادعه إلى قناة وأشِر إليه واسأل.
install-not-stored = تعذر حفظ التثبيت. حاول مرة أخرى لاحقًا من فضلك.
