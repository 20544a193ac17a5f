//! The rules that come with gorkd: requests for help with clearly harmful acts, and as few of them as that takes.
//!
//! Each has the form of a request ("How do I make …"), because questions about a hard topic are fine: its history, its
//! law, its medicine, and how to guard against it. So these rules say nothing about answers.

/// Named fragments that rules are built from.
pub const PARTS: [(&str, &str); 7] = [
    (
        "{ask}",
        r"\b(?:how (?:(?:do|can|could|would|should|might) (?:i|we|you|one|someone|somebody)|to)|(?:instructions|recipe|guide|tutorial|manual|blueprints?|steps) (?:for|to|on)|(?:best|easiest|safest|simplest|cheapest|quickest|fastest) way to|help me|teach me|show me how to|tell me how to|explain how to) (?:to |best |quickly |secretly |easily )?",
    ),
    (
        "{where}",
        r"\b(?:where (?:do|can|could|should) (?:i|we|you|one)|how (?:do|can|could) i|help me|how to|show me|send me|give me|find me) ",
    ),
    (
        "{few}",
        r"(?:(?:a|an|my|my own|some|real|simple|small|cheap|strong|pure|liquid|powerful|working|home-?made|improvised|deadly|illegal|untraceable|fake|the) ){0,4}",
    ),
    (
        "{end}",
        r"(?: (?:at|in|from|for|with|on|that|which|out|so|without|using|and|to|online|against|by)\b|\W*$|[.,;:!?])",
    ),
    (
        "{make}",
        r"(?:make|making|build|building|construct|constructing|assemble|create|creating|produce|cook|synthesi[sz]e|manufacture|prepare)",
    ),
    (
        "{whom}",
        r"(?:someone|somebody|(?:a|another) (?:person|man|woman|human|cop|police officer)|people|my (?:wife|husband|boss|ex|ex-?wife|ex-?husband|girlfriend|boyfriend|neighbou?r|mother|father|mom|mum|dad|parents|brother|sister|teacher|classmates?|coworkers?|colleagues?|roommate|family|baby|son|daughter))",
    ),
    (
        "{their}",
        r"(?:(?:someone|somebody|another person|a stranger)(?: else)?'s|(?:her|his|their)|my (?:wife|husband|boss|ex|ex-?girlfriend|ex-?boyfriend|girlfriend|boyfriend|partner|neighbou?r|friend|coworker|colleague|teacher|roommate|school)(?:'s)?)",
    ),
];

/// Category and pattern, over a text in lower case with single spaces.
pub const RULES: [(&str, &str); 33] = [
    (
        "weapons",
        r"{ask}{make} {few}(?:(?:pipe|nail|car|dirty|letter|fertili[sz]er|pressure cooker) bombs?|bombs?|explosive devices?|explosives|ieds?|molotov(?: cocktails?)?|napalm|nerve (?:gas|agents?)|sarin|ricin|mustard gas|bioweapons?|anthrax){end}",
    ),
    (
        "weapons",
        r"{ask}(?:grow|culture|weaponi[sz]e|aerosoli[sz]e|spread) {few}(?:anthrax|smallpox|ebola|plague bacteria|botulinum){end}",
    ),
    ("weapons", r"{ask}(?:3d[ -])?print {few}(?:gun|pistol|firearm|glock)s?{end}"),
    (
        "weapons",
        r"{where}(?:buy|get|order) {few}(?:gun|pistol|firearm|rifle)s? (?:without (?:a )?(?:background check|licen[cs]e|permit)|illegally|on the dark ?(?:web|net))",
    ),
    (
        "weapons",
        r"\bwie (?:baue|bau|bastle|bastel|mache|kann) (?:ich|man|wir) (?:mir )?(?:eine )?(?:rohr|nagel|auto|brief)?bombe(?:\W*$| (?:aus|bauen|basteln|herstellen|zu hause|selber|selbst))",
    ),
    (
        "weapons",
        r"\bкак (?:сделать|собрать|изготовить) (?:самодельную )?бомбу(?:\W*$| (?:в домашних|дома|из|своими))",
    ),
    (
        "weapons",
        r"\bc[oó]mo (?:hago|hacer|fabrico|fabricar|construir|puedo (?:hacer|fabricar|construir)) una bomba (?:molotov|lapa|explosiva)\b",
    ),
    (
        "weapons",
        r"\bcomment (?:fabriquer|faire|construire|je (?:fabrique|fais)) une bombe (?:artisanale|explosive)\b",
    ),
    (
        "drugs",
        r"{ask}{make} {few}(?:crystal )?(?:meth|methamphetamine|heroin|fentanyl|mdma|ecstasy|crack|crack cocaine|cocaine|ghb){end}",
    ),
    (
        "drugs",
        r"\brecipe (?:for|of) {few}(?:crystal )?(?:meth|methamphetamine|heroin|fentanyl|mdma|ghb){end}",
    ),
    (
        "drugs",
        r"{where}(?:buy|order|score) {few}(?:crystal )?(?:meth|heroin|fentanyl|mdma|ecstasy|cocaine|crack){end}",
    ),
    (
        "drugs",
        r"{ask}smuggle {few}(?:drugs|cocaine|heroin|weapons|guns|people) (?:into|across|through|past|out)\b",
    ),
    (
        "self-harm",
        r"\b(?:how (?:do|can|could|should|would) i|how to|way to|ways to|i want to|i'm going to|need to|pills to) (?:best |just |quickly |painlessly |safely |secretly )?(?:kill|hang|starve|drown|hurt|harm) myself(?: (?:painlessly|quickly|without|with|at|in|and|so|tonight|today|now)\b|\W*$)",
    ),
    (
        "self-harm",
        r"\b(?:how (?:do|can|could|should) i|how to|(?:best|easiest|quickest|painless|fastest) ways? to|i want to) (?:commit suicide|end my (?:own )?life|take my own life)\b",
    ),
    (
        "self-harm",
        r"\b(?:painless|quickest|easiest|fastest)(?: and \w+)? ways? to (?:die|kill myself|overdose)(?: (?:painlessly|quickly|at home|without|by)\b|\W*$)",
    ),
    (
        "violence",
        r"{ask}(?:kill|murder|poison|strangle|assassinate|stab) {whom}(?: (?:without|and|with|so|using)\b|\W*$)",
    ),
    (
        "violence",
        r"{ask}(?:plan|commit|carry out|do|organi[sz]e) {few}(?:(?:mass|school) shooting|terror(?:ist)? attack|massacre|bombing){end}",
    ),
    (
        "violence",
        r"\b(?:how (?:do|can|could) i|where (?:do|can|could) i|how to|help me) (?:find|hire|get|pay) {few}(?:hit ?man|contract killer|assassin|hired killer){end}",
    ),
    (
        "sexual",
        r"{where}(?:(?:find|watch|see|download|get|buy|trade) )?(?:some |free )?(?:child|kiddie|preteen|underage|teen) porn(?:ography)?{end}",
    ),
    (
        "sexual",
        r"\b(?:nudes?|naked (?:pictures|photos|pics)|sex (?:videos?|pictures|photos)|porn) of (?:underage|minor|preteen|little|young) (?:girls?|boys?|kids|children)\b",
    ),
    (
        "sexual",
        r"{ask}(?:seduce|groom|sleep with|have sex with|molest|meet) (?:a |an |some )?(?:child|children|kids?|minors?|underage (?:girls?|boys?)|little (?:girls?|boys?))(?: (?:online|without|on|in|and|for sex)\b|\W*$)",
    ),
    (
        "sexual",
        r"{ask}(?:drug|roofie|rape) (?:a |my |some )?(?:girls?|wom[ae]n|someone|somebody|date|girlfriend)(?: (?:at|without|and|in|so|with)\b|\W*$)",
    ),
    (
        "hacking",
        r"{ask}(?:hack(?: into)?|break into) {their} (?:[a-z-]+ )?(?:accounts?|e-?mails?|phone|facebook|instagram|whatsapp|snapchat|wi-?fi|computer|laptop|webcam|bank account|icloud)\b",
    ),
    (
        "hacking",
        r"{ask}(?:write|make|create|build|code|develop|spread|deploy) {few}(?:ransomware|key ?loggers?|malware|computer virus(?:es)?|botnets?|spyware){end}",
    ),
    (
        "hacking",
        r"{ask}(?:write|make|create|build|send|set up) {few}phishing (?:e-?mails?|pages?|sites?|kits?|messages?){end}",
    ),
    (
        "hacking",
        r"{ask}(?:launch|start|run|perform|carry out) {few}(?:ddos|dos|denial[- ]of[- ]service) attacks? (?:on|against)\b",
    ),
    (
        "fraud",
        r"{ask}(?:make|create|forge|print|get|buy) (?:a |an |some )?(?:fake|counterfeit|forged|false) (?:ids?|id cards?|passports?|money|bills|banknotes|driver'?s licen[cs]es?|prescriptions?|diplomas?|birth certificates?|visas?){end}",
    ),
    (
        "fraud",
        r"{where}(?:buy|get|find|use) (?:some )?stolen (?:credit ?cards?|card numbers|identities|passports)",
    ),
    (
        "fraud",
        r"{ask}(?:steal|clone|skim) (?:(?:someone|somebody)(?: else)?'s|people's|other people's|a stranger's) (?:identity|identities|credit ?cards?|card|car|money)\b",
    ),
    ("fraud", r"{ask}launder (?:my |drug |dirty |stolen |some )*(?:money|cash){end}"),
    (
        "stalking",
        r"{ask}(?:spy on|track|stalk|bug|monitor|follow) {their}(?: [a-z-]+)? (?:without (?:her|him|them|his|their|being)|secretly)\b",
    ),
    (
        "stalking",
        r"\b(?:how (?:do|can|could) i|how to|help me) secretly (?:track|spy on|follow|stalk|record|monitor) (?:my (?:wife|husband|ex|ex-?girlfriend|ex-?boyfriend|girlfriend|boyfriend|partner|neighbou?r)|someone|somebody)\b",
    ),
    (
        "stalking",
        r"\bwhere my ex(?:-\w+)? (?:lives|works|is)\b.{0,40}\b(?:hurt|kill|beat|punish|get back at)\b",
    ),
];

/// Words that only sound like it.
pub const ALLOWED: [&str; 3] = [
    r"bath bombs?",
    r"(?:fork|zip|logic|seed|cherry|photo|time|glitter|stink) bombs?",
    r"bomb (?:shelters?|calorimeters?|squads?|disposal)",
];
