### ما تقوله قواعد gorkd عن الإجابة بلغة السؤال.

## مدى الثقة بالإجابة

parts-open = لم يُجب عن { $open } من { $total } من أجزاء السؤال.
answers-maybe-part = ربما تجيب عن جزء من السؤال فقط.
answers-part = أُجيب عن جزء من السؤال فقط.
answers-all = أُجيب عن كل أجزاء السؤال.
draft-contradicted = يناقض ما قُرئ إحدى عبارات المسودة، فحُذفت.
passage-misses = يطلب السؤال { $kind }، ولا يذكره المقطع.
statements-miss = يطلب السؤال { $kind }، ولا تذكره أي عبارة.
kind-time = تاريخًا أو سنة
kind-duration = مدة
kind-count = عددًا
kind-money = مبلغًا
kind-percent = حصة أو نسبة مئوية
disagree-mainly = تختلف المصادر في النقطة الرئيسية.
disagree-points = عدد النقاط التي تختلف فيها المصادر: { $count }.
statements-held = العبارات المدعومة تمامًا: { $held } من { $total }.
passage-fits = يناسب المقطع السؤال جيدًا؛ اقرأه لترى هل يجيب عنه.
passage-doubtful = قد لا يجيب المقطع عن السؤال؛ اقرأه قبل أن تعتمد عليه.
passage-has-words = يحتوي المقطع على كلمات السؤال؛ اقرأه لترى هل يجيب عنه.
passage-has-some-words = يحتوي المقطع على بعض كلمات السؤال؛ اقرأه لترى هل يجيب عنه.
statements-checked = قورنت كل عبارة بالمقطع الذي تستشهد به.
one-work-verbatim = مأخوذة من عمل واحد يقولها بهذه الكلمات تقريبًا.
one-work = مأخوذة من عمل واحد.
main-work-verbatim = الملخص مأخوذ من عمل واحد يقوله بهذه الكلمات تقريبًا.
main-works = عدد الأعمال المستقلة التي أُخذ منها الملخص: { $works }، أما التفاصيل فمن غيرها أيضًا.
many-works = عدد الأعمال المستقلة التي أُخذت منها: { $works }.
sources-official = المصادر رسمية أو محرَّرة أو صادرة عن صاحب الموضوع.
sources-open = يستطيع أي شخص الكتابة في المواقع التي أُخذت منها.

## حدودها وما ينبغي التحقق منه

limit-left-out = { $count ->
    [one] حُذفت عبارة واحدة من المسودة لأنه لا مصدر يدعمها.
    [two] حُذفت عبارتان من المسودة لأنه لا مصدر يدعمهما.
    [few] حُذفت { $count } عبارات من المسودة لأنه لا مصدر يدعمها.
    [many] حُذفت { $count } عبارة من المسودة لأنه لا مصدر يدعمها.
   *[other] حُذفت { $count } عبارة من المسودة لأنه لا مصدر يدعمها.
}
limit-unread = { $count ->
    [one] تعذرت قراءة صفحة واحدة.
    [two] تعذرت قراءة صفحتين.
    [few] تعذرت قراءة { $count } صفحات.
    [many] تعذرت قراءة { $count } صفحة.
   *[other] تعذرت قراءة { $count } صفحة.
}
limit-large = { $count ->
    [one] مصدر واحد كبير إلى حد أنه لم يُقرأ منه إلا أوله.
    [two] مصدران كبيران إلى حد أنه لم يُقرأ منهما إلا أولهما.
    [few] { $count } مصادر كبيرة إلى حد أنه لم يُقرأ منها إلا أولها.
    [many] { $count } مصدرًا كبيرًا إلى حد أنه لم يُقرأ منها إلا أولها.
   *[other] { $count } مصدر كبير إلى حد أنه لم يُقرأ منها إلا أولها.
}
limit-one-source = يستند كل شيء إلى مصدر واحد، ولا يؤكده مصدر آخر.
limit-no-table = لا تسمح المصادر بجدول: ليس فيها ما يكفي لصفين. هذا ملخص بدلاً منه.
table-item = البند
table-says = ما تقوله المصادر
limit-first-part = لم يُقرأ إلا الجزء الأول من { $what }.
limit-version = السؤال عن { $asked }، وما قُرئ عن { $found }.
limit-unanswered = لا شيء مما قُرئ يجيب عن: { $question }
limit-gap = لم يُعثر عليه فيما قُرئ: { $gap }
limit-weak = { $count ->
    [zero] لا عبارة تنقصها التأكيدات.
    [one] عبارة واحدة غير مؤكدة بما يكفي للاعتماد عليها وحدها.
    [two] عبارتان غير مؤكدتين بما يكفي للاعتماد عليهما وحدهما.
    [few] { $count } عبارات غير مؤكدة بما يكفي للاعتماد عليها وحدها.
    [many] { $count } عبارة غير مؤكدة بما يكفي للاعتماد عليها وحدها.
   *[other] { $count } عبارة غير مؤكدة بما يكفي للاعتماد عليها وحدها.
}
limit-private = { $count ->
    [zero] لم يُحجب أي مقطع عن { $model }.
    [one] لم يُعرض مقطع واحد من مستند خاص على { $model } لأنه يعمل على جهاز آخر.
    [two] لم يُعرض مقطعان من مستندات خاصة على { $model } لأنه يعمل على جهاز آخر.
    [few] لم تُعرض { $count } مقاطع من مستندات خاصة على { $model } لأنه يعمل على جهاز آخر.
    [many] لم يُعرض { $count } مقطعًا من مستندات خاصة على { $model } لأنه يعمل على جهاز آخر.
   *[other] لم يُعرض { $count } مقطع من مستندات خاصة على { $model } لأنه يعمل على جهاز آخر.
}
limit-not-academic = لا يوجد مصدر أكاديمي بين المصادر المقروءة.
limit-no-dates = لا يذكر أي مصدر تاريخ نشره.
limit-old = عمر أحدث مصدر { $age }.
limit-language = السؤال بـ{ $asked }، لكن المصادر بـ{ $found }. السؤال بـ{ $found } يجد أكثر.
age-days = { $count ->
    [one] يوم واحد
    [two] يومان
    [few] { $count } أيام
    [many] { $count } يومًا
   *[other] { $count } يوم
}
age-months = { $count ->
    [one] شهر واحد
    [two] شهران
    [few] { $count } أشهر
    [many] { $count } شهرًا
   *[other] { $count } شهر
}
age-years = { $count ->
    [one] سنة واحدة
    [two] سنتان
    [few] { $count } سنوات
    [many] { $count } سنة
   *[other] { $count } سنة
}
language-en = الإنجليزية
language-de = الألمانية
language-es = الإسبانية
language-fr = الفرنسية
language-ru = الروسية
language-zh = الصينية
language-ar = العربية
language-it = الإيطالية
language-pt = البرتغالية
language-ja = اليابانية
next-still-so = هل ما زال الأمر كذلك اليوم؟
next-changed = هل تغيّر شيء منذ ذلك الحين ({ $age })؟
next-which = أيها الصحيح: { $values }؟ ({ $about })
next-source = هل يوجد مصدر لكل هذا: { $statement }
next-second = هل يؤكد هذا مصدر ثانٍ مستقل: { $statement }
worked-out = محسوب من الأرقام المقتبسة: { $sum }.
mark-weak = غير مؤكد بما يكفي للاعتماد عليه وحده. تحقق منه في مصدر آخر.
premise-denied = تقول المصادر غير ذلك: «{ $quote }»
partly-supported = (مدعوم جزئيًا فقط)
heading-partly = مدعوم جزئيًا فقط
newer-source = إنه المصدر الأحدث
weightier-source = إنه المصدر الأكثر موثوقية
neither-source = لا مصدر أفضل بوضوح
limit-one-side = كل ما استُشهد به صادر عن { $name } نفسه، ولا صوت لغيره.
limit-no-contrary = بُحث عمّا يعارض ذلك، ولم يُعثر على ما يناقضه.
disclaimer-medical = هذه معلومات عامة من المصادر المذكورة، وليست نصيحة طبية. اسأل طبيبًا أو صيدليًا عن حالتك.
disclaimer-legal = هذه معلومات عامة من المصادر المذكورة، وليست استشارة قانونية، والقوانين تختلف من مكان إلى آخر. اسأل محاميًا عن حالتك.
disclaimer-financial = هذه معلومات عامة من المصادر المذكورة، وليست نصيحة مالية. استشر مختصًا قبل أن تقرر.
or-list = { $first } أو { $second }
and-list = { $first } و{ $second }
quoted = «{ $text }»

## ما ينقص، وما يُبحث عنه في المقابل

issue-few-citations = عدد المصادر المستشهد بها: { $count }؛ وسؤال كهذا يتطلب { $least } على الأقل.
issue-too-old = عمر أحدث مصدر { $age }؛ وسؤال كهذا يتطلب مصدرًا لا يزيد عمره على { $most }.
issue-undated = لا يذكر أي مصدر مستشهد به تاريخ نشره؛ وسؤال كهذا يتطلب مصدرًا لا يزيد عمره على { $most }.
issue-few-works = عدد الأعمال المستقلة التي تدعم «{ $part }»: { $works }؛ وبحث كهذا يتطلب { $least } على الأقل.
issue-untold = لا تتناول أي عبارة في الإجابة: { $part }
issue-claim-partly = العبارة { $id } مدعومة جزئيًا فقط بمصادرها: { $text }
issue-claim-unsupported = العبارة { $id } غير مدعومة بمصادرها: { $text }
issue-claim-contradicted = العبارة { $id } تناقضها مصادرها: { $text }
issue-claim-mark = العبارة { $id }: { $mark }
query-contrary = { $subject } نقد مشكلات جدل
issue-question-flagged = وسم الإشراف السؤال: { $categories }.
issue-answer-flagged = وسم الإشراف هذه الإجابة: { $categories }.
answer-moderated = كُتبت إجابة، لكنها من موضوع استبعده القائمون على gorkd، لذلك حُجبت.
answer-not-moderated = كُتبت إجابة، لكن تعذّر التحقق من خلوّها من الموضوعات المستبعدة، لذلك حُجبت. يُرجى المحاولة مرة أخرى لاحقًا.

## حين لا توجد إجابة

unmentioned-in-passages = لا يذكر أي مقطع عن السؤال { $names }.
unmentioned = لا شيء مما قُرئ يذكر { $names }.
nowhere-to-search = لا مكان للبحث: لا خدمة بحث مفعّلة، والمكتبة غير مستخدمة.
library-empty-alone = المكتبة فارغة، ولا يُسمح بالبحث في مكان آخر.
library-empty-failed = المكتبة فارغة، وفشل البحث في أماكن أخرى.
searches-failed = تعذر البحث: فشلت كل الأماكن التي سُئلت.
searches-some-failed = فشلت بعض عمليات البحث، ولم تجد الأخرى شيئًا.
searches-nothing = لم تجد عمليات البحث شيئًا.
found-unreadable = { $count ->
    [one] عُثر على صفحة واحدة، لكن تعذرت قراءتها.
    [two] عُثر على صفحتين، لكن تعذرت قراءتهما.
    [few] عُثر على { $count } صفحات، لكن تعذرت قراءتها.
    [many] عُثر على { $count } صفحة، لكن تعذرت قراءتها.
   *[other] عُثر على { $count } صفحة، لكن تعذرت قراءتها.
}
found-unworthy = لا شيء مما عُثر عليه يستحق القراءة.
read-unsupported = { $count ->
    [one] قُرئ مستند واحد، لكن لم يمكن دعم أي عبارة عن السؤال باقتباس.
    [two] قُرئ مستندان، لكن لم يمكن دعم أي عبارة عن السؤال باقتباس.
    [few] قُرئت { $count } مستندات، لكن لم يمكن دعم أي عبارة عن السؤال باقتباس.
    [many] قُرئ { $count } مستندًا، لكن لم يمكن دعم أي عبارة عن السؤال باقتباس.
   *[other] قُرئ { $count } مستند، لكن لم يمكن دعم أي عبارة عن السؤال باقتباس.
}
read-unanswering = { $count ->
    [one] المستند الوحيد الذي قُرئ لا يجيب عن السؤال.
    [two] لا يجيب عن السؤال أي من المستندين اللذين قُرئا.
    [few] لا يجيب عن السؤال أي من المستندات الـ{ $count } التي قُرئت.
    [many] لا يجيب عن السؤال أي من المستندات الـ{ $count } التي قُرئت.
   *[other] لا يجيب عن السؤال أي من المستندات الـ{ $count } التي قُرئت.
}
looked-for = جرى البحث عن { $queries } في { $places }.
place-library = المكتبة
place-somewhere = الأماكن المتاحة
help-line = ما قد يساعد: { $helps }.
help-add = إضافة مستندات إلى المكتبة
help-add-about = إضافة مستندات عن الموضوع إلى المكتبة
help-switch-on = تفعيل خدمة بحث في الإعدادات
help-another-provider = تفعيل خدمة بحث أخرى
help-web = السماح بالبحث في الويب (الخصوصية `hybrid`)
help-words = السؤال بكلمات أخرى
help-retry = المحاولة لاحقًا، أو فحص الاتصال ومفاتيح خدمات البحث
help-loosen = تخفيف شروط البحث
reason-nothing-read = لم يُقرأ شيء يمكن أن يدعم إجابة.
reason-nothing-answers = لا شيء مما قُرئ يجيب عن السؤال.
reason-unsupported = لا عبارة في المسودة يدعمها ما قُرئ.
reason-weak = معظم الملخص لا تؤكده مصادر مستقلة كافية.
reason-not-academic = لم يُقرأ أي مصدر أكاديمي، وسؤال كهذا يحتاج إلى واحد.
limit-pages = { $count ->
    [one] صفحة واحدة تعذرت قراءتها.
    [two] صفحتان تعذرت قراءتهما.
    [few] { $count } صفحات تعذرت قراءتها.
    [many] { $count } صفحة تعذرت قراءتها.
   *[other] { $count } صفحة تعذرت قراءتها.
}

## أسئلة مقابلة

ask-scope = ماذا تريد أن تعرف عن { $subject }؟
ask-scope-what = ما هو
ask-scope-how = كيف يعمل
ask-scope-compare = كيف يقارن بغيره
ask-scope-new = ما الجديد
ask-time = ما الفترة التي ينبغي أن تغطيها الإجابة؟
ask-time-day = اليوم الأخير
ask-time-week = الأسبوع الأخير
ask-time-month = الشهر الأخير
ask-time-year = السنة الأخيرة
ask-time-now = كما هو الآن
ask-time-five-years = السنوات الخمس الأخيرة
ask-time-any = أي وقت
ask-depth = ما مدى عمق الإجابة؟
ask-depth-short = إجابة قصيرة
ask-depth-overview = نظرة عامة
ask-depth-details = التفاصيل
ask-depth-everything = كل ما يمكن العثور عليه
ask-depth-pick = أيها أختار، في جملة
ask-depth-differences = الفروق الرئيسية
ask-depth-points = نقطة بنقطة
ask-depth-measured = مع قياسات
ask-use = لأي غرض الإجابة؟
ask-use-decide = لاتخاذ قرار
ask-use-learn = للتعلم
ask-use-write = للكتابة عنه
ask-use-build = للبناء عليه
ask-use-once = لفعله مرة واحدة
ask-use-for-good = لإعداده على الدوام
ask-use-understand = لفهمه
ask-use-explain = لشرحه للآخرين
ask-sense = هناك أشياء عدة تسمى { $name }. أيها تقصد؟
ask-pointer = إلامَ تشير «{ $word }»؟ لم يُقل شيء من قبل.
ask-about = عمَّ السؤال؟
ask-about-product = منتج أو شركة
ask-about-person = شخص
ask-about-place = مكان أو حدث
ask-about-term = مصطلح أو طريقة
ask-which = هذه { $count } أسئلة في سؤال واحد. أيها الأهم؟
ask-long = سيكون هذا بحثًا طويلًا. ما الذي يهمك في { $subject }؟
ask-long-main = النقاط الرئيسية
ask-long-figures = أرقام وتواريخ
ask-long-all = كل شيء، مهما طال الوقت
