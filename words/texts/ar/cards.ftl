### ما تقوله البطاقات في الدردشات.

## الأوقات والمبالغ والأعداد

duration-seconds = { $seconds } ث
duration-minutes = { $minutes } د
duration-minutes-seconds = { $minutes } د { $seconds } ث
duration-hours = { $hours } س
duration-hours-minutes = { $hours } س { $minutes } د
money = { $amount } دولار
money-nothing = 0 دولار
money-less = أقل من { $amount } دولار
count-sources = { $count ->
    [zero] بلا مصادر
    [one] مصدر واحد
    [two] مصدران
    [few] { $count } مصادر
    [many] { $count } مصدرًا
   *[other] { $count } مصدر
}
and-more = { $shown } و{ $count } أخرى

## سير البحث

step-plan = التخطيط
step-search = البحث
step-read = القراءة
step-check = التحقق
step-write = الكتابة
now-queued = في انتظار دوري
now-clarifying = أتأكد من وضوح السؤال
now-planning = أضع الخطة
now-searching = أبحث
now-searching-for = أبحث عن: { $queries }
now-choosing = أختار ما سأقرؤه
now-reading = { $count ->
    [one] أقرأ صفحة واحدة
    [two] أقرأ صفحتين
    [few] أقرأ { $count } صفحات
    [many] أقرأ { $count } صفحة
   *[other] أقرأ { $count } صفحة
}: { $hosts }
now-checking = أتحقق من كفاية ما قرأته
now-writing = { $count ->
    [zero] أكتب الإجابة
    [one] أكتب الإجابة من مصدر واحد
    [two] أكتب الإجابة من مصدرين
    [few] أكتب الإجابة من { $count } مصادر
    [many] أكتب الإجابة من { $count } مصدرًا
   *[other] أكتب الإجابة من { $count } مصدر
}
now-verifying = أطابق كل جملة مع مصدرها
now-waiting-answer = في انتظار الإجابة: { $question }
now-waiting-approval = في انتظار الموافقة: { $question }
now-finishing = أوشك على الانتهاء
now-done = تم
now-failed = فشل
now-cancelled = أُلغي
field-round = الجولة
field-pages = الصفحات
field-time = الوقت
field-spent = الإنفاق
of-at-most = { $now } (الحد الأقصى { $most })
pages-read-of = قُرئت { $read } من { $chosen }
pages-read-failed = قُرئت { $read } من { $chosen }، وتعذرت قراءة { $failed }
pages-read = { $count ->
    [zero] لم تُقرأ أي صفحة.
    [one] قُرئت صفحة واحدة.
    [two] قُرئت صفحتان.
    [few] قُرئت { $count } صفحات.
    [many] قُرئت { $count } صفحة.
   *[other] قُرئت { $count } صفحة.
}
it-took = استغرق { $time }.
waits-for-turn = في انتظار دوره.
waits-next = دوره التالي.
waits-number = ترتيبه { $place } في قائمة الانتظار.
waits-next-until = دوره التالي؛ يُتوقع وصول الإجابة خلال { $time }.
waits-number-until = ترتيبه { $place } في قائمة الانتظار؛ يُتوقع وصول الإجابة خلال { $time }.
about-a-minute = دقيقة تقريبًا
about-minutes = { $count ->
    [one] دقيقة
    [two] دقيقتين
    [few] { $count } دقائق
    [many] { $count } دقيقة
   *[other] { $count } دقيقة
} تقريبًا
about-hours = { $count ->
    [one] ساعة
    [two] ساعتين
    [few] { $count } ساعات
    [many] { $count } ساعة
   *[other] { $count } ساعة
} تقريبًا
waits-for-you = في انتظار إجابتك أدناه.
it-failed = فشل البحث؛ انظر أدناه.
it-was-cancelled = أُلغي البحث.
resumed = استؤنف البحث بعد إعادة التشغيل؛ ما أُنجز لا يُعاد.
you-asked-for = ما طلبته: { $wishes }
late-wishes = { $count ->
    [one] وصل طلب واحد بعد فوات الأوان على هذا البحث، وحُفظ لسؤال لاحق.
    [two] وصل طلبان بعد فوات الأوان على هذا البحث، وحُفظا لسؤال لاحق.
    [few] وصلت { $count } طلبات بعد فوات الأوان على هذا البحث، وحُفظت لسؤال لاحق.
    [many] وصل { $count } طلبًا بعد فوات الأوان على هذا البحث، وحُفظت لسؤال لاحق.
   *[other] وصل { $count } طلب بعد فوات الأوان على هذا البحث، وحُفظت لسؤال لاحق.
}
answered-budget = الإجابة جاهزة؛ نفدت ميزانية هذا البحث.
answered-time = الإجابة جاهزة؛ انتهى وقت هذا البحث.
answered-stopped = كُتبت الإجابة مبكرًا مما قُرئ، كما طلبت.
answered-nothing = لم يُعثر على شيء؛ انظر أدناه.
answered-below = الإجابة أدناه.
budget-near = أُنفق معظم ميزانية الشهر ({ $whose }): { $spent } من { $limit }. تتجدد في { $day } (UTC).
budget-refused = نفدت ميزانية الشهر ({ $whose }): أُنفق { $spent } من { $limit }، ولا يكفي الباقي للطلب المدفوع التالي. حتى { $day } (UTC) يعمل gorkd دون عمليات بحث أو نماذج مدفوعة. يمكن لأي مشرف رفع الحد.
budget-full = للمشرفين: نفدت ميزانية الشهر ({ $whose })، وأُنفق { $spent } من { $limit }. حتى { $day } (UTC) يعمل gorkd هناك دون عمليات بحث أو نماذج مدفوعة. ارفع الحد لتغيير ذلك.
budget-yours = ميزانيتك
budget-of-asker = صاحب السؤال
budget-of-key = هذا المفتاح
budget-of-place = هذه الدردشة
budget-of-channel = هذه القناة
budget-of-workspace = مساحة العمل هذه
budget-of-everybody = الجميع معًا
button-stop = الإيقاف والإجابة
button-steer = توجيه
button-cancel = إلغاء

## الأسئلة المقابلة والموافقات

question-title = سؤال قبل أن أبدأ
question-rest = إن لم تصل إجابة قبل { $until } فسأعتمد أفضل تقدير لدي. لا يمكن أن يجيب إلا صاحب السؤال.
question-guessed = لم يصل رد في الوقت المناسب، فاعتمدت أفضل تقدير لدي.
question-answer = الإجابة: { $answer }
all-of-these = كل ما سبق
just-go = البدء مباشرة
button-all-of-these = كل ما سبق
button-own-words = بكلماتي…
button-just-go = البدء مباشرة
plan-title = الخطة
plan-parts = ما سأبحث عنه
plan-searches = عمليات البحث الأولى
plan-ask = هل أبدأ بهذه الخطة؟ تتطلب { $takes }.
plan-form = شكل الإجابة: { $form }
form-brief = ملخص
form-report = تقرير
form-table = جدول
form-comparison = مقارنة
refined-question = فُهم السؤال هكذا: { $question }
plan-rest = إن لم يُتخذ قرار قبل { $until } فسأبدأ، ما لم تكن التكلفة أكبر من أن أبدأ دون موافقة. القرار لصاحب السؤال أو لمشرف فقط.
harvest-title = قبل أن أتابع القراءة
harvest-ask = هل أتابع؟ تتطلب هذه الجولة { $takes }. إن رفضت فسأجيب بما لدي.
harvest-rest = إن لم يُتخذ قرار قبل { $until } فسأجيب بما لدي. القرار لصاحب السؤال أو لمشرف فقط.
publish-title = الإجابة جاهزة
publish-ask = كُتبت الإجابة وجرى التحقق منها. هل تُنشر؟
publish-rest = إن لم يُتخذ قرار قبل { $until } فلن تُنشر الإجابة. القرار لصاحب السؤال أو لمشرف فقط.
publish-held = { $count ->
    [zero] لا تستند الإجابة إلى أي مصدر
    [one] تستند الإجابة إلى مصدر واحد
    [two] تستند الإجابة إلى مصدرين
    [few] تستند الإجابة إلى { $count } مصادر
    [many] تستند الإجابة إلى { $count } مصدرًا
   *[other] تستند الإجابة إلى { $count } مصدر
}. درجة الثقة: { $level }.
takes = { $searches ->
    [one] عملية بحث واحدة
    [two] عمليتي بحث
    [few] { $searches } عمليات بحث
    [many] { $searches } عملية بحث
   *[other] { $searches } عملية بحث
}، وحتى { $pages ->
    [one] صفحة واحدة
    [two] صفحتين
    [few] { $pages } صفحات
    [many] { $pages } صفحة
   *[other] { $pages } صفحة
}، وحتى { $time }، { $price }
takes-seconds = { $count ->
    [one] ثانية واحدة
    [two] ثانيتين
    [few] { $count } ثوانٍ
    [many] { $count } ثانية
   *[other] { $count } ثانية
}
takes-minutes = { $count ->
    [one] دقيقة واحدة
    [two] دقيقتين
    [few] { $count } دقائق
    [many] { $count } دقيقة
   *[other] { $count } دقيقة
}
takes-free = مجانًا
takes-price = بتكلفة لا تتجاوز { $price }
button-start = بدء
button-edit-plan = تعديل الخطة…
button-cheaper = أقل تكلفة
button-deeper-plan = أعمق
button-do-not-start = عدم البدء
button-read-on = متابعة القراءة
button-answer-now = الإجابة الآن
button-always = السماح دائمًا هنا
button-publish = نشر
button-show-me = عرضها لي
button-withhold = عدم النشر
decided-plan = الخطة
decided-harvest = متابعة القراءة
decided-publish = نشر الإجابة
decided-approved = { $what }: تمت الموافقة.
decided-declined = { $what }: تم الرفض.
decided-by-default = { $what }: لم يقرر أحد في الوقت المناسب، فطُبق الخيار الافتراضي.
decided-changed = { $what }: تم التعديل.
decided-needless = { $what }: لم يعد ذلك مطلوبًا.

## الإجابة

quoted-from = مقتبس من
no-answer-found = لم أجد إجابة.
try-words-again = جرّب كلمات أخرى، أو اضغط «إعادة المحاولة»: بعض المصادر لم تستجب.
try-words-deeper = جرّب كلمات أخرى، أو اضغط «بحث أعمق» لتوسيع البحث.
try-words = جرّب كلمات أخرى.
more-of-them = { $count } أخرى
not-enough-evidence = الأدلة غير كافية
confidence = درجة الثقة: { $level }
confidence-stop = درجة الثقة: { $level }.
confidence-high = عالية
confidence-medium = متوسطة
confidence-low = منخفضة
confidence-insufficient = الأدلة غير كافية
sources-disagree = المصادر مختلفة فيما بينها
known-already = إجابة سابقة: بُحث في { $when }
link-full-analysis = عرض التحليل الكامل
link-open-web = فتح على الويب
nothing-changed = لم يتغير شيء منذ { $day }.
changed-since = ما تغيّر منذ { $day }
change-changed = تغيّر: كان «{ $before }» فصار «{ $after }»
change-new = جديد: { $after }
change-gone = لم يعد موجودًا: { $before }
where-sources-disagree = أوجه اختلاف المصادر
preferred = المرجَّح: { $value }. { $why }
heading-sources = المصادر
more-sources-below = و{ $count } أخرى: اضغط «المصادر».
keep-in-mind = للانتباه: { $what }
pages-unread = تعذرت قراءة { $unread } من أصل { $all } من الصفحات: { $reasons }.
checked-against = { $count ->
    [zero] لا مصادر للتحقق منها
    [one] جرى التحقق من مصدر واحد
    [two] جرى التحقق من مصدرين
    [few] جرى التحقق من { $count } مصادر
    [many] جرى التحقق من { $count } مصدرًا
   *[other] جرى التحقق من { $count } مصدر
}، { $when }
by-model = مُنشأ بالذكاء الاصطناعي
by-rules = مجمَّع من اقتباسات وفق قواعد
button-share = مشاركة في القناة
button-try-again = إعادة المحاولة
button-sources = المصادر
button-full-answer = الإجابة الكاملة
button-why = لماذا تثق بهذه الإجابة
button-go-deeper = بحث أعمق
button-go-deeper-for = بحث أعمق (حتى { $price })
button-check-again = إعادة التحقق
button-watch-daily = متابعة التغيرات: يوميًا
button-watch-weekly = متابعة التغيرات: أسبوعيًا
button-watch-monthly = متابعة التغيرات: شهريًا
button-revoke-links = إبطال روابط هذه الإجابة
button-download = تنزيل بصيغة { $format }
button-from-plan = إعادة المحاولة من الخطة
button-from-round = إعادة المحاولة من الجولة { $round }
button-more = المزيد
no-answer = لا توجد إجابة.
was-withheld = جرى التحقق من الإجابة، لكن لم يوافق أحد على نشرها.

## سبب تعذر قراءة الصفحات

unread-crashed = تعطّل أثناء القراءة
unread-dropped = لم يعد مطلوبًا
unread-timed-out = بطيء جدًا
unread-unreachable = تعذر الوصول
unread-rate-limited = طلبات كثيرة جدًا
unread-unauthorized = المفتاح مفقود أو خاطئ
unread-quota = نفدت الحصة
unread-denied = طلب تسجيل دخول أو قبول ملفات الارتباط أو منع في robots.txt
unread-captcha = اختبار كابتشا
unread-paywall = محتوى مدفوع
unread-not-found = غير موجود
unread-blocked = عنوان محظور
unread-too-large = كبير جدًا
unread-type = نوع غير مدعوم
unread-encrypted = مشفّر
unread-empty = بلا نص
unread-too-complex = معقد جدًا
unread-malformed = تالف
unread-resource-limit = بلغ حد الموارد
unread-server-error = خطأ في الخادم
unread-invalid-reply = رد غير مفهوم
unread-filtered = رفضه خادم النموذج
unread-context = أطول مما يقبله النموذج
unread-budget = نفدت الميزانية
unread-not-allowed = لا تسمح به إعدادات الخصوصية
unread-not-configured = غير مُعَدّ
unread-internal = خطأ في gorkd

## المصادر والأسباب والملفات

nothing-was-read = لم يُقرأ شيء
sources-range = المصادر { $first } إلى { $last } من { $count }
pages-not-read = { $count ->
    [zero] قُرئت كل الصفحات
    [one] لم تُقرأ: صفحة واحدة
    [two] لم تُقرأ: صفحتان
    [few] لم تُقرأ: { $count } صفحات
    [many] لم تُقرأ: { $count } صفحة
   *[other] لم تُقرأ: { $count } صفحة
}
button-pin = تثبيت
button-leave-out = استبعاد
button-more-sources = مصادر أخرى
button-rewrite = إعادة كتابة الإجابة
pick-hint = ثبّت مصادر أو استبعدها، ثم أعد كتابة الإجابة دون بحث جديد.
why-title = لماذا تثق بهذه الإجابة
why-how = جرت مطابقة كل جملة مع مصدرها: يجب أن ترد كلماتها فيه، وأن تتفق الأرقام والتواريخ والأسماء والنفي.
why-scores = المقطع: الصلة { $relevance }، المصدر { $quality }، الحداثة { $recency }، الاكتمال { $completeness }، التأكيد { $corroboration }، التناقض { $contradiction }.
why-more = { $count ->
    [one] توجد جملة أخرى واحدة في الملف المصدَّر.
    [two] توجد جملتان أخريان في الملف المصدَّر.
    [few] توجد { $count } جمل أخرى في الملف المصدَّر.
    [many] توجد { $count } جملة أخرى في الملف المصدَّر.
   *[other] توجد { $count } جملة أخرى في الملف المصدَّر.
}
support-supported = مدعومة
support-partly = مدعومة جزئيًا
support-unsupported = غير مدعومة
support-contradicted = يناقضها المصدر
export-done = الإجابة بصيغة { $format }.
export-failed = تعذر إنشاء الملف. جرّب صيغة أخرى من فضلك.
