### ما تقوله البطاقات في الدردشات.

## الأوقات والمبالغ والأعداد

duration-seconds = { $seconds } ث
duration-minutes = { $minutes } د
duration-minutes-seconds = { $minutes } د { $seconds } ث
duration-hours = { $hours } س
duration-hours-minutes = { $hours } س { $minutes } د
money = { $amount } دولار
money-nothing = لا شيء
money-less = أقل من { $amount } دولار
count-sources = { $count ->
    [zero] بلا مصادر
    [one] مصدر واحد
    [two] مصدران
    [few] { $count } مصادر
    [many] { $count } مصدرًا
   *[other] { $count } مصدر
}
and-more = { $shown } و{ $count } غيرها

## سير البحث

step-plan = التخطيط
step-search = البحث
step-read = القراءة
step-check = التحقق
step-write = الكتابة
now-queued = في انتظار الدور
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
now-checking = أتحقق من كفاية ما وجدت
now-writing = { $count ->
    [one] أكتب من مصدر واحد
    [two] أكتب من مصدرين
    [few] أكتب من { $count } مصادر
    [many] أكتب من { $count } مصدرًا
   *[other] أكتب من { $count } مصدر
}
now-verifying = أقارن كل جملة بمصدرها
now-waiting-answer = في انتظار إجابة: { $question }
now-waiting-approval = في انتظار الموافقة: { $question }
now-finishing = أوشك على الانتهاء
now-done = تم
now-failed = فشل
now-cancelled = أُلغي
field-round = الجولة
field-pages = الصفحات
field-time = الوقت
field-spent = التكلفة
of-at-most = { $now } من { $most } على الأكثر
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
waits-for-turn = في انتظار الدور.
waits-next = التالي في الدور.
waits-number = رقم { $place } في الدور.
waits-next-until = التالي في الدور؛ يُتوقع وصول الإجابة خلال { $time }.
waits-number-until = رقم { $place } في الدور؛ يُتوقع وصول الإجابة خلال { $time }.
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
resumed = استُؤنف بعد إعادة التشغيل؛ وما أُنجز لا يُعاد.
you-asked-for = طلبت: { $wishes }
late-wishes = { $count ->
    [one] وصل طلب واحد متأخرًا على هذا البحث، وسيبقى لسؤال لاحق.
    [two] وصل طلبان متأخرين على هذا البحث، وسيبقيان لسؤال لاحق.
    [few] وصلت { $count } طلبات متأخرة على هذا البحث، وستبقى لسؤال لاحق.
    [many] وصل { $count } طلبًا متأخرًا على هذا البحث، وستبقى لسؤال لاحق.
   *[other] وصل { $count } طلب متأخر على هذا البحث، وستبقى لسؤال لاحق.
}
answered-budget = تمت الإجابة؛ نفدت ميزانية هذا البحث.
answered-time = تمت الإجابة؛ انتهى وقت هذا البحث.
answered-stopped = تمت الإجابة مما توفر، كما طلبت.
answered-nothing = لم يُعثر على شيء؛ انظر أدناه.
answered-below = الإجابة أدناه.
budget-near = أُنفق معظم ميزانية الشهر ({ $whose }): { $spent } من { $limit }. تبدأ من جديد في { $day } (UTC).
budget-refused = لا تكفي ميزانية الشهر لمزيد من الطلبات المدفوعة ({ $whose }): أُنفق { $spent } من { $limit }. حتى { $day } (UTC) يعمل gorkd دون عمليات بحث ونماذج مدفوعة. يمكن لمشرف رفع الحد.
budget-full = للمشرفين: نفدت ميزانية الشهر ({ $whose })، { $spent } من { $limit }. حتى { $day } (UTC) يعمل gorkd هناك دون عمليات بحث ونماذج مدفوعة. ارفعوا الحد لتغيير ذلك.
budget-yours = ميزانيتك
budget-of-asker = صاحب السؤال
budget-of-key = هذا المفتاح
budget-of-place = هذه المحادثة
budget-of-channel = هذه القناة
budget-of-workspace = مساحة العمل هذه
budget-of-everybody = الجميع معًا
button-stop = أوقف وأجب
button-steer = وجّه
button-cancel = إلغاء

## الأسئلة المقابلة والموافقات

question-title = سؤال قبل أن أبدأ
question-rest = إن لم تصل إجابة قبل { $until } فسأمضي بأفضل تقدير لدي. لا يجيب إلا صاحب السؤال.
question-guessed = لم يصل رد في الوقت المناسب، فمضيت بأفضل تقدير لدي.
question-answer = الإجابة: { $answer }
all-of-these = كل ما سبق
just-go = ابدأ مباشرة
button-all-of-these = كل ما سبق
button-own-words = بكلماتي…
button-just-go = ابدأ مباشرة
plan-title = الخطة
plan-parts = ما سأبحث عنه
plan-searches = عمليات البحث الأولى
plan-ask = هل أبدأ بهذه الخطة؟ تتطلب { $takes }.
plan-form = الشكل: { $form }
form-brief = ملخص
form-report = تقرير
form-table = جدول
form-comparison = مقارنة
refined-question = فُهم على أنه: { $question }
plan-rest = إن لم يُتخذ قرار قبل { $until } فسأبدأ، إلا إذا كانت التكلفة كبيرة. القرار لصاحب السؤال أو لمشرف فقط.
harvest-title = قبل أن أتابع القراءة
harvest-ask = هل أتابع؟ تتطلب هذه الجولة { $takes }. وعند الرفض تُكتب الإجابة مما توفر.
harvest-rest = إن لم يُتخذ قرار قبل { $until } فسأجيب مما توفر. القرار لصاحب السؤال أو لمشرف فقط.
publish-title = الإجابة جاهزة
publish-ask = كُتبت الإجابة وتم التحقق منها. هل تُنشر؟
publish-rest = إن لم يُتخذ قرار قبل { $until } فلن تُنشر. القرار لصاحب السؤال أو لمشرف فقط.
publish-held = { $count ->
    [zero] لا تستند إلى مصادر
    [one] تستند إلى مصدر واحد
    [two] تستند إلى مصدرين
    [few] تستند إلى { $count } مصادر
    [many] تستند إلى { $count } مصدرًا
   *[other] تستند إلى { $count } مصدر
}. درجة الثقة: { $level }.
takes = { $searches ->
    [zero] صفر عملية بحث
    [one] عملية بحث واحدة
    [two] عمليتي بحث
    [few] { $searches } عمليات بحث
    [many] { $searches } عملية بحث
   *[other] { $searches } عملية بحث
}، وحتى { $pages ->
    [zero] صفر صفحة
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
takes-price = بتكلفة { $price } على الأكثر
button-start = ابدأ
button-edit-plan = تعديل الخطة…
button-cheaper = أقل تكلفة
button-deeper-plan = أعمق
button-do-not-start = لا تبدأ
button-read-on = تابع القراءة
button-answer-now = أجب مما توفر
button-always = اسمح دائمًا هنا
button-publish = انشر
button-show-me = أرني إياها
button-withhold = لا تنشر
decided-plan = الخطة
decided-harvest = متابعة القراءة
decided-publish = نشر الإجابة
decided-approved = { $what }: تمت الموافقة.
decided-declined = { $what }: رُفض ذلك.
decided-by-default = { $what }: لم يقرر أحد في الوقت المناسب؛ طُبق الخيار التلقائي.
decided-changed = { $what }: جرى التعديل.
decided-needless = { $what }: لم تعد هناك حاجة.

## الإجابة

quoted-from = مقتبس من
no-answer-found = لم أجد إجابة.
try-words-again = جرّب كلمات أخرى أو اضغط «أعد المحاولة»: بعض المواقع لم تستجب.
try-words-deeper = جرّب كلمات أخرى أو اضغط «بحث أعمق».
try-words = جرّب كلمات أخرى.
more-of-them = { $count } غيرها
not-enough-evidence = الأدلة غير كافية
confidence = درجة الثقة: { $level }
confidence-stop = درجة الثقة: { $level }.
confidence-high = عالية
confidence-medium = متوسطة
confidence-low = منخفضة
confidence-insufficient = الأدلة غير كافية
sources-disagree = المصادر مختلفة
known-already = معروف من قبل: بُحث في { $when }
link-full-analysis = عرض التحليل الكامل
link-open-web = فتح في الويب
nothing-changed = لم يتغير شيء منذ { $day }.
changed-since = ما تغيّر منذ { $day }
change-changed = تغيّر: «{ $before }» صار «{ $after }»
change-new = جديد: { $after }
change-gone = لم يعد موجودًا: { $before }
where-sources-disagree = حيث تختلف المصادر
preferred = المرجَّح: { $value }. { $why }
heading-sources = المصادر
more-sources-below = و{ $count } غيرها: اضغط «المصادر».
keep-in-mind = انتبه: { $what }
pages-unread = تعذرت قراءة { $unread } من { $all } من الصفحات: { $reasons }.
checked-against = { $count ->
    [zero] لا مصادر للتحقق
    [one] تم التحقق من مصدر واحد
    [two] تم التحقق من مصدرين
    [few] تم التحقق من { $count } مصادر
    [many] تم التحقق من { $count } مصدرًا
   *[other] تم التحقق من { $count } مصدر
}، { $when }
by-model = من إنشاء الذكاء الاصطناعي
by-rules = مركَّب من اقتباسات وفق قواعد
button-share = شارك في القناة
button-try-again = أعد المحاولة
button-sources = المصادر
button-full-answer = الإجابة الكاملة
button-why = لماذا تثق بهذه الإجابة
button-go-deeper = بحث أعمق
button-go-deeper-for = بحث أعمق (حتى { $price })
button-check-again = تحقق مجددًا
button-watch-daily = متابعة التغيرات: يوميًا
button-watch-weekly = متابعة التغيرات: أسبوعيًا
button-watch-monthly = متابعة التغيرات: شهريًا
button-revoke-links = إبطال روابط هذه الإجابة
button-download = تنزيل بصيغة { $format }
button-from-plan = إعادة المحاولة من الخطة
button-from-round = إعادة المحاولة من الجولة { $round }
button-more = المزيد
no-answer = لا توجد إجابة.
was-withheld = تم التحقق من الإجابة، ولم يوافق أحد على نشرها.

## سبب تعذر قراءة الصفحات

unread-crashed = تعطّل أثناء القراءة
unread-dropped = لم تعد مطلوبة
unread-timed-out = بطيئة جدًا
unread-unreachable = يتعذر الوصول إليها
unread-rate-limited = طلبات كثيرة جدًا
unread-unauthorized = المفتاح ناقص أو خاطئ
unread-quota = نفدت الحصة
unread-denied = تسجيل دخول أو إشعار كوكيز أو robots.txt
unread-captcha = اختبار تحقق
unread-paywall = وصول مدفوع
unread-not-found = غير موجودة
unread-blocked = عنوان لا يجوز فتحه
unread-too-large = كبيرة جدًا
unread-type = نوع لا يُقرأ
unread-encrypted = مشفّرة
unread-empty = بلا نص
unread-too-complex = معقدة جدًا
unread-malformed = تالفة
unread-resource-limit = عمل أكثر من اللازم
unread-server-error = خطأ في الخادم
unread-invalid-reply = رد غير مفهوم
unread-filtered = رفضها خادم النموذج
unread-context = أطول من سعة النموذج
unread-budget = نفدت الميزانية
unread-not-allowed = غير مسموح مع هذه الخصوصية
unread-not-configured = غير مُعدّ
unread-internal = خلل في gorkd

## المصادر والأسباب والملفات

nothing-was-read = لم يُقرأ شيء
sources-range = المصادر { $first } إلى { $last } من { $count }
pages-not-read = لم تُقرأ: { $count ->
    [zero] لا شيء
    [one] صفحة واحدة
    [two] صفحتان
    [few] { $count } صفحات
    [many] { $count } صفحة
   *[other] { $count } صفحة
}
button-pin = تثبيت
button-leave-out = استبعاد
button-more-sources = مصادر أخرى
button-rewrite = أعد كتابة الإجابة
pick-hint = ثبّت مصادر أو استبعدها ثم أعد كتابة الإجابة: لن يُبحث عن شيء مجددًا.
why-title = لماذا تثق بهذه الإجابة
why-how = قورنت كل جملة بكلمات مصدرها: أنها موجودة فيه، وأن الأرقام والتواريخ والأسماء والنفي متطابقة.
why-scores = المقطع: الصلة { $relevance }، المصدر { $quality }، الحداثة { $recency }، الاكتمال { $completeness }، التأكيد { $corroboration }، التناقض { $contradiction }.
why-more = { $count ->
    [one] توجد جملة أخرى في الملف المصدَّر.
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
export-failed = تعذر إنشاء الملف. جرّب صيغة أخرى.
