### ما تقوله قواعد gorkd عن الإجابة بلغة السؤال.

## مدى الثقة بالإجابة

parts-open = أجزاء السؤال التي بقيت بلا إجابة: { $open } من { $total }.
answers-maybe-part = قد لا تغطي الإجابة سوى جزء من السؤال.
answers-part = أُجيب عن جزء من السؤال فقط.
answers-all = أُجيب عن جميع أجزاء السؤال.
draft-contradicted = { $count ->
    [one] ما قُرئ يناقض إحدى عبارات المسودة، فحُذفت.
    [two] ما قُرئ يناقض عبارتين من المسودة، فحُذفتا.
    [few] ما قُرئ يناقض { $count } عبارات من المسودة، فحُذفت.
    [many] ما قُرئ يناقض { $count } عبارة من المسودة، فحُذفت.
   *[other] ما قُرئ يناقض { $count } عبارة من المسودة، فحُذفت.
}
passage-misses = يطلب السؤال { $kind }، ولا يذكره المقطع.
statements-miss = يطلب السؤال { $kind }، ولا تذكره أي عبارة.
kind-time = تاريخًا أو سنة
kind-duration = مدة
kind-count = عددًا
kind-money = مبلغًا
kind-percent = حصة أو نسبة مئوية
kind-version = إصدارًا
disagree-mainly = تختلف المصادر في النقطة الرئيسية: { $values }.
disagree-point = تختلف المصادر في نقطة واحدة: { $values }.
statements-held = العبارات المدعومة تمامًا: { $held } من { $total }.
passage-fits = يناسب المقطع السؤال جيدًا.
passage-doubtful = لا يناسب المقطع السؤال إلا جزئيًا.
passage-rivaled = تناسب مقاطع أخرى السؤال بالقدر نفسه تقريبًا.
passage-has-words = يحتوي المقطع على كلمات السؤال.
passage-has-some-words = لا يحتوي المقطع إلا على بعض كلمات السؤال.
statements-checked = جرت مطابقة كل عبارة مع المقطع الذي تستشهد به.
statements-reworded = بعض العبارات بصياغة غير صياغة المقاطع، ولم يقارن أي نموذج بينهما.
one-work-trusted = الإجابة مأخوذة من عمل واحد، وهو رسمي، أو صادر عن صاحب الموضوع نفسه، أو من مستنداتك.
one-work = الإجابة مأخوذة من عمل واحد.
main-work-trusted = الملخص مأخوذ من عمل واحد، وهو رسمي، أو صادر عن صاحب الموضوع نفسه، أو من مستنداتك.
main-works = { $works ->
    [one] الملخص مأخوذ من عمل مستقل واحد، والتفاصيل من غيره أيضًا.
    [two] الملخص مأخوذ من عملين مستقلين، والتفاصيل من غيرهما أيضًا.
    [few] الملخص مأخوذ من { $works } أعمال مستقلة، والتفاصيل من غيرها أيضًا.
    [many] الملخص مأخوذ من { $works } عملًا مستقلًا، والتفاصيل من غيرها أيضًا.
   *[other] الملخص مأخوذ من { $works } عمل مستقل، والتفاصيل من غيرها أيضًا.
}
many-works = { $works ->
    [one] الإجابة مأخوذة من عمل مستقل واحد.
    [two] الإجابة مأخوذة من عملين مستقلين.
    [few] الإجابة مأخوذة من { $works } أعمال مستقلة.
    [many] الإجابة مأخوذة من { $works } عملًا مستقلًا.
   *[other] الإجابة مأخوذة من { $works } عمل مستقل.
}
sources-official = المصادر رسمية، أو خاضعة لمراجعة تحريرية، أو صادرة عن صاحب الموضوع نفسه.
sources-open = يمكن لأي شخص أن يكتب في المواقع التي أُخذت منها الإجابة.

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
    [one] قُرئ الجزء الأول فقط من مصدر واحد لكبر حجمه.
    [two] قُرئ الجزء الأول فقط من مصدرين لكبر حجمهما.
    [few] قُرئ الجزء الأول فقط من { $count } مصادر لكبر حجمها.
    [many] قُرئ الجزء الأول فقط من { $count } مصدرًا لكبر حجمها.
   *[other] قُرئ الجزء الأول فقط من { $count } مصدر لكبر حجمها.
}
limit-outdated = مُعلَّم بأنه قديم: { $titles }
limit-one-source = تستند الإجابة كلها إلى مصدر واحد، ولا يؤكدها مصدر ثانٍ.
limit-no-table = لا تكفي بيانات المصادر لجدول من صفين، فكُتب ملخص بدلًا منه.
table-item = البند
table-says = ما تقوله المصادر
limit-first-part = لم يُقرأ إلا الجزء الأول من { $what }.
limit-version = السؤال عن { $asked }، لكن ما قُرئ يخص { $found }.
limit-unanswered = بلا إجابة: { $question }
limit-perhaps-unanswered = ربما بلا إجابة: { $question }
limit-gap = لم يرد فيما قُرئ: { $gap }
limit-weak = { $count ->
    [one] عبارة واحدة غير مؤكدة بما يكفي للاعتماد عليها وحدها.
    [two] عبارتان غير مؤكدتين بما يكفي للاعتماد عليهما وحدهما.
    [few] { $count } عبارات غير مؤكدة بما يكفي للاعتماد عليها وحدها.
    [many] { $count } عبارة غير مؤكدة بما يكفي للاعتماد عليها وحدها.
   *[other] { $count } عبارة غير مؤكدة بما يكفي للاعتماد عليها وحدها.
}
limit-private = { $count ->
    [one] لم يُعرض مقطع واحد من مستند خاص على { $model } لأنه يعمل على جهاز آخر.
    [two] لم يُعرض مقطعان من مستندات خاصة على { $model } لأنه يعمل على جهاز آخر.
    [few] لم تُعرض { $count } مقاطع من مستندات خاصة على { $model } لأنه يعمل على جهاز آخر.
    [many] لم يُعرض { $count } مقطعًا من مستندات خاصة على { $model } لأنه يعمل على جهاز آخر.
   *[other] لم يُعرض { $count } مقطع من مستندات خاصة على { $model } لأنه يعمل على جهاز آخر.
}
limit-not-academic = لا يوجد مصدر أكاديمي بين المصادر المقروءة.
limit-no-dates = لا يذكر أي مصدر تاريخ نشره.
limit-old = عمر أحدث مصدر { $age }.
limit-language = لغة السؤال هي { $asked }، أما لغة المصادر فهي { $found }. اسأل بلغة المصادر لتجد المزيد.
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
next-second = هل يؤكد ذلك مصدر ثانٍ مستقل: { $statement }
worked-out = محسوب من الأرقام المقتبسة: { $sum }.
mark-weak = غير مؤكد بما يكفي للاعتماد عليه وحده. تحقق منه في مصدر آخر.
premise-denied = تقول المصادر غير ذلك: «{ $quote }»
partly-supported = (مدعوم جزئيًا فقط)
newer-source = هذا المصدر أحدث.
weightier-source = هذا المصدر أوثق.
neither-source = لا يتفوق أي من المصدرين بوضوح.
limit-one-side = كل ما استُشهد به صادر عن { $name }، ولم يُستشهد بأي طرف آخر.
limit-no-contrary = بُحث عن أدلة مخالفة، ولم يُعثر على ما يناقض ذلك.
disclaimer-medical = هذه معلومات عامة من المصادر المستشهد بها، وليست نصيحة طبية. اسأل طبيبًا أو صيدليًا عن حالتك.
disclaimer-legal = هذه معلومات عامة من المصادر المستشهد بها، وليست استشارة قانونية، والقوانين تختلف من مكان إلى آخر. اسأل محاميًا عن حالتك.
disclaimer-financial = هذه معلومات عامة من المصادر المستشهد بها، وليست نصيحة مالية. استشر مختصًا قبل أن تقرر.
or-list = { $first } أو { $second }
and-list = { $first } و{ $second }
or-list-more = { $first } أو { $second }
or-list-last = { $first } أو { $second }
and-list-more = { $first } و{ $second }
and-list-last = { $first } و{ $second }
quoted = «{ $text }»

## ما ينقص، وما يُبحث عنه في المقابل

issue-few-citations = عدد المصادر المستشهد بها: { $count }؛ ويتطلب سؤال كهذا { $least } على الأقل.
issue-too-old = عمر أحدث مصدر { $age }؛ والحد الأقصى لسؤال كهذا { $most }.
issue-undated = لا يذكر أي مصدر مستشهد به تاريخ نشره؛ والحد الأقصى لعمر المصدر في سؤال كهذا { $most }.
issue-few-works = عدد الأعمال المستقلة التي تدعم «{ $part }»: { $works }؛ ويتطلب بحث كهذا { $least } على الأقل.
issue-untold = لا تتناول أي عبارة في الإجابة: { $part }
issue-claim-partly = العبارة { $id } مدعومة جزئيًا فقط بمصادرها: { $text }
issue-claim-unsupported = العبارة { $id } غير مدعومة بمصادرها: { $text }
issue-claim-contradicted = العبارة { $id } تناقضها مصادرها: { $text }
issue-claim-mark = العبارة { $id }: { $mark }
query-contrary = { $subject } نقد مشكلات جدل
issue-question-flagged = وضع نظام الإشراف علامة على السؤال: { $categories }.
issue-answer-flagged = وضع نظام الإشراف علامة على هذه الإجابة: { $categories }.
answer-moderated = كُتبت إجابة، لكنها تقع ضمن موضوع استبعده القائمون على gorkd، لذلك حُجبت.
answer-not-moderated = كُتبت إجابة، لكن تعذر التحقق من خلوها من الموضوعات المستبعدة، لذلك حُجبت. حاول مرة أخرى لاحقًا من فضلك.

## حين لا توجد إجابة

unmentioned-in-passages = لا يذكر أي مقطع متعلق بالسؤال: { $names }.
unmentioned = لا يذكر شيء مما قُرئ: { $names }.
nowhere-to-search = لا يوجد مكان للبحث فيه: لم تُفعَّل أي خدمة بحث، والمكتبة غير مستخدمة.
library-empty-alone = المكتبة فارغة، ولا يُسمح بالبحث في أي مكان آخر.
library-empty-failed = المكتبة فارغة، وفشل البحث في الأماكن الأخرى.
searches-failed = فشلت كل عمليات البحث.
searches-some-failed = فشلت بعض عمليات البحث، ولم تجد البقية شيئًا.
searches-nothing = لم تجد عمليات البحث شيئًا.
found-unreadable = { $count ->
    [one] عُثر على صفحة واحدة، لكن تعذرت قراءتها.
    [two] عُثر على صفحتين، لكن تعذرت قراءتهما.
    [few] عُثر على { $count } صفحات، لكن تعذرت قراءتها.
    [many] عُثر على { $count } صفحة، لكن تعذرت قراءتها.
   *[other] عُثر على { $count } صفحة، لكن تعذرت قراءتها.
}
found-unworthy = لم يكن فيما عُثر عليه ما يستحق القراءة.
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
    [few] لا يجيب عن السؤال أيٌّ من المستندات المقروءة وعددها { $count }.
    [many] لا يجيب عن السؤال أيٌّ من المستندات المقروءة وعددها { $count }.
   *[other] لا يجيب عن السؤال أيٌّ من المستندات المقروءة وعددها { $count }.
}
looked-for = بُحث عن { $queries } في: { $places }.
place-library = المكتبة
help-line = ما قد يساعد: { $helps }.
help-add = إضافة مستندات إلى المكتبة
help-add-about = إضافة مستندات عن الموضوع إلى المكتبة
help-switch-on = تفعيل خدمة بحث في الإعدادات
help-another-provider = تفعيل خدمة بحث أخرى
help-web = السماح بالبحث في الويب (الخصوصية `hybrid`)
help-words = السؤال بكلمات أخرى
help-language = السؤال بلغة مستنداتك
help-retry = إعادة المحاولة لاحقًا، أو فحص الاتصال ومفاتيح خدمات البحث
help-loosen = تخفيف قيود البحث
reason-nothing-read = لم يُقرأ شيء يمكن أن يدعم إجابة.
reason-nothing-answers = لا شيء مما قُرئ يجيب عن السؤال.
reason-unsupported = لا يدعم ما قُرئ أي عبارة في المسودة.
reason-weak = معظم الملخص لا يؤكده عدد كافٍ من المصادر المستقلة.
reason-not-academic = لم يُقرأ أي مصدر أكاديمي، ويتطلب سؤال كهذا مصدرًا أكاديميًا.
reason-untold = لم يُذكر ما تشير إليه «{ $word }».
limit-pages = { $count ->
    [one] تعذرت قراءة صفحة واحدة.
    [two] تعذرت قراءة صفحتين.
    [few] تعذرت قراءة { $count } صفحات.
    [many] تعذرت قراءة { $count } صفحة.
   *[other] تعذرت قراءة { $count } صفحة.
}

## أسئلة مقابلة

ask-scope = ماذا تريد أن تعرف عن { $subject }؟
ask-scope-what = ما هو
ask-scope-how = كيف يعمل
ask-scope-compare = مقارنته بغيره
ask-scope-new = ما الجديد
ask-time = ما الفترة التي ينبغي أن تغطيها الإجابة؟
ask-time-day = آخر يوم
ask-time-week = آخر أسبوع
ask-time-month = آخر شهر
ask-time-year = آخر سنة
ask-time-now = الوضع الحالي
ask-time-five-years = آخر خمس سنوات
ask-time-any = أي وقت
ask-depth = ما مدى التفصيل المطلوب في الإجابة؟
ask-depth-short = إجابة قصيرة
ask-depth-overview = نظرة عامة
ask-depth-details = التفاصيل
ask-depth-everything = كل ما يمكن العثور عليه
ask-depth-pick = أيها أختار، في جملة واحدة
ask-depth-differences = الفروق الرئيسية
ask-depth-points = نقطة بنقطة
ask-depth-measured = مع قياسات
ask-use = ما الغرض من الإجابة؟
ask-use-decide = لاتخاذ قرار
ask-use-learn = للتعلم
ask-use-write = للكتابة عنه
ask-use-build = للبناء عليه
ask-use-once = للقيام به مرة واحدة
ask-use-for-good = لإعداده بصورة دائمة
ask-use-understand = لفهمه
ask-use-explain = لشرحه للآخرين
ask-sense = يُطلق اسم «{ $name }» على أشياء عدة. أيها تقصد؟
ask-pointer = إلامَ تشير «{ $word }»؟ لم يُذكر شيء قبلها.
ask-about = ما موضوع السؤال؟
ask-which = { $count ->
    [one] هذا سؤال واحد. ما الأهم فيه؟
    [two] هذان سؤالان في واحد. أيهما الأهم؟
    [few] هذه { $count } أسئلة في سؤال واحد. أيها الأهم؟
    [many] هذه { $count } سؤالًا في سؤال واحد. أيها الأهم؟
   *[other] هذه { $count } سؤال في سؤال واحد. أيها الأهم؟
}
ask-long = سيكون هذا البحث طويلًا. ما الذي يهمك في { $subject }؟
ask-long-main = النقاط الرئيسية
ask-long-figures = أرقام وتواريخ
ask-long-all = كل شيء، مهما طال الوقت
