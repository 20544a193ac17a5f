//! The list of messages with their arguments. A message is called after its id in the texts: `ButtonTryAgain` is
//! `button-try-again`.

use crate::{Count, Text};
use fluent_bundle::FluentArgs;

macro_rules! messages {
    ($($name:ident $({ $($arg:ident: $kind:ident),+ })?;)+) => {
        /// Something that people read, with what stands in it.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Msg { $($name $({ $($arg: $kind),+ })?,)+ }

        impl Msg {
            /// Its id in the texts.
            pub fn id(&self) -> String {
                match self { $(Msg::$name { .. } => kebab(stringify!($name)),)+ }
            }

            #[allow(unused_mut, reason = "most messages have no arguments")]
            pub(crate) fn args(&self) -> FluentArgs<'_> {
                let mut args = FluentArgs::new();
                match self {
                    $(Msg::$name $({ $($arg),+ })? => { $($(args.set(stringify!($arg), $arg.clone());)+)? })+
                }
                args
            }

            /// One of each, with this number and this text for arguments.
            #[cfg(test)]
            pub(crate) fn samples(number: Count, text: &str) -> Vec<Msg> {
                vec![$(Msg::$name $({ $($arg: <$kind as Sample>::of(number, text)),+ })?,)+]
            }
        }
    };
}

/// `ButtonTryAgain` as `button-try-again`.
fn kebab(name: &str) -> String {
    let mut id = String::with_capacity(name.len() + 4);
    for (at, c) in name.char_indices() {
        if at > 0 && c.is_ascii_uppercase() {
            id.push('-');
        }
        id.push(c.to_ascii_lowercase());
    }
    id
}

#[cfg(test)]
pub(crate) trait Sample {
    fn of(number: Count, text: &str) -> Self;
}

#[cfg(test)]
impl Sample for Count {
    fn of(number: Count, _: &str) -> Self {
        number
    }
}

#[cfg(test)]
impl Sample for Text {
    fn of(_: Count, text: &str) -> Self {
        text.to_owned()
    }
}

messages! {
    // Times, sums, counts.
    DurationSeconds { seconds: Count }; DurationMinutes { minutes: Count };
    DurationMinutesSeconds { minutes: Count, seconds: Count }; DurationHours { hours: Count };
    DurationHoursMinutes { hours: Count, minutes: Count }; Money { amount: Text }; MoneyNothing;
    MoneyLess { amount: Text }; CountSources { count: Count };
    AndMore { shown: Text, count: Count };
    // The status of a run.
    StepPlan; StepSearch; StepRead; StepCheck; StepWrite; NowQueued; NowClarifying; NowPlanning; NowSearching;
    NowSearchingFor { queries: Text }; NowChoosing; NowReading { count: Count, hosts: Text }; NowChecking;
    NowWriting { count: Count }; NowVerifying; NowWaitingAnswer { question: Text };
    NowWaitingApproval { question: Text }; NowFinishing; NowDone; NowFailed; NowCancelled; FieldRound; FieldPages;
    FieldTime; FieldSpent; OfAtMost { now: Text, most: Text }; PagesReadOf { read: Count, chosen: Count };
    PagesReadFailed { read: Count, chosen: Count, failed: Count }; PagesRead { count: Count };
    ItTook { time: Text }; WaitsForTurn; WaitsNext; WaitsNumber { place: Count }; WaitsNextUntil { time: Text };
    WaitsNumberUntil { place: Count, time: Text }; AboutAMinute; AboutMinutes { count: Count };
    AboutHours { count: Count }; WaitsForYou; ItFailed; ItWasCancelled; Resumed; YouAskedFor { wishes: Text };
    LateWishes { count: Count }; AnsweredBudget; AnsweredTime; AnsweredStopped; AnsweredNothing; AnsweredBelow;
    BudgetNear { whose: Text, spent: Text, limit: Text, day: Text };
    BudgetRefused { whose: Text, spent: Text, limit: Text, day: Text };
    BudgetFull { whose: Text, spent: Text, limit: Text, day: Text }; BudgetYours; BudgetOfAsker; BudgetOfKey;
    BudgetOfPlace; BudgetOfChannel; BudgetOfWorkspace; BudgetOfEverybody;
    ButtonStop; ButtonSteer; ButtonCancel;
    // Questions back, and what needs leave.
    QuestionTitle; QuestionRest { until: Text }; QuestionGuessed; QuestionAnswer { answer: Text }; AllOfThese;
    JustGo; ButtonAllOfThese; ButtonOwnWords; ButtonJustGo; PlanTitle; PlanParts; PlanSearches;
    PlanAsk { takes: Text }; PlanForm { form: Text }; FormBrief; FormReport; FormTable; FormComparison;
    RefinedQuestion { question: Text }; PlanRest { until: Text }; HarvestTitle; HarvestAsk { takes: Text };
    HarvestRest { until: Text }; PublishTitle; PublishAsk; PublishRest { until: Text };
    PublishHeld { count: Count, level: Text }; Takes { searches: Count, pages: Count, time: Text, price: Text };
    TakesSeconds { count: Count }; TakesMinutes { count: Count }; TakesFree; TakesPrice { price: Text };
    ButtonStart; ButtonEditPlan; ButtonCheaper; ButtonDeeperPlan; ButtonDoNotStart; ButtonReadOn; ButtonAnswerNow;
    ButtonAlways; ButtonPublish; ButtonShowMe; ButtonWithhold; DecidedPlan; DecidedHarvest; DecidedPublish;
    DecidedApproved { what: Text }; DecidedDeclined { what: Text }; DecidedByDefault { what: Text };
    DecidedChanged { what: Text }; DecidedNeedless { what: Text };
    // The answer.
    ClosestPassage; HelpsInTerminal; HelpsInTerminalLocal; QuotedFrom; NoAnswerFound; TryWordsAgain; TryWordsDeeper;
    TryWords; MoreOfThem { count: Count };
    NotEnoughEvidence; Confidence { level: Text }; ConfidenceStop { level: Text }; ConfidenceHigh;
    ConfidenceMedium; ConfidenceLow; ConfidenceInsufficient; SourcesDisagree; KnownAlready { when: Text };
    LinkFullAnalysis; LinkOpenWeb; NothingChanged { day: Text }; ChangedSince { day: Text };
    ChangeChanged { before: Text, after: Text }; ChangeNew { after: Text }; ChangeGone { before: Text };
    WhereSourcesDisagree; Preferred { value: Text, why: Text }; HeadingSources; MoreSourcesBelow { count: Count };
    KeepInMind { what: Text }; PagesUnread { unread: Count, all: Count, reasons: Text };
    CheckedAgainst { count: Count, when: Text }; ByModel; ByRules; ButtonShare; ButtonTryAgain; ButtonSources;
    ButtonFullAnswer; ButtonWhy; ButtonGoDeeper; ButtonGoDeeperFor { price: Text }; ButtonCheckAgain;
    ButtonWatchDaily; ButtonWatchWeekly; ButtonWatchMonthly; ButtonRevokeLinks; ButtonDownload { format: Text };
    ButtonFromPlan; ButtonFromRound { round: Count }; ButtonMore; NoAnswer; WasWithheld;
    // Why pages could not be read.
    UnreadCrashed; UnreadDropped; UnreadTimedOut; UnreadUnreachable; UnreadRateLimited; UnreadUnauthorized;
    UnreadQuota; UnreadDenied; UnreadCaptcha; UnreadPaywall; UnreadNotFound; UnreadBlocked; UnreadTooLarge;
    UnreadType; UnreadEncrypted; UnreadEmpty; UnreadTooComplex; UnreadMalformed; UnreadResourceLimit;
    UnreadServerError; UnreadInvalidReply; UnreadFiltered; UnreadContext; UnreadBudget; UnreadNotAllowed;
    UnreadNotConfigured; UnreadInternal;
    // Sources, why to trust the answer, files.
    NothingWasRead; SourcesRange { first: Count, last: Count, count: Count }; PagesNotRead { count: Count };
    ButtonPin; ButtonLeaveOut; ButtonMoreSources; ButtonRewrite; PickHint; WhyTitle; WhyHow;
    WhyScores { relevance: Text, quality: Text, recency: Text, completeness: Text, corroboration: Text, contradiction: Text };
    WhyMore { count: Count }; SupportSupported; SupportPartly; SupportUnsupported; SupportContradicted;
    ExportDone { format: Text }; ExportFailed;
    // Help and greetings.
    HelpTitle; HelpAsk { mention: Text, command: Text }; HelpDeep { command: Text }; HelpPlan { command: Text };
    HelpPrivate { command: Text }; HelpHearsAll; HelpHearsMentions { mention: Text }; HelpSteer;
    HelpLists { command: Text }; HelpSmall; Greeting { mention: Text, command: Text };
    WhatItDoes; Sorry; Again;
    ButtonShowAgain; GoesOnDirectly;
    // What is kept.
    MemoryTitle; MemoryOfYou; MemoryOfPlace; MemoryNothing; MemoryHow { command: Text, names: Text };
    MemoryUsage { names: Text }; MemoryForgotten { count: Count }; ThreadsTitle; ThreadsNone; WatchesTitle;
    WatchesNone; WatchLine { question: Text, every: Text, next: Text }; ButtonUnwatch { question: Text }; Watching;
    Unwatched; WatchGone; FeedbackMonth { good: Count, bad: Count }; FeedbackThanks;
    LinkCode { code: Text, minutes: Count }; LinkDone; LinkUnknown { minutes: Count }; LinkSameSide; LinkTooMany;
    LinkInPrivate { command: Text }; SettingsTitle; SettingsMemory;
    SettingsWatches;
    // While a run is under way.
    ButtonAskInstead; QueuedNext; QueuedNumber { place: Count }; ButtonSteerInstead; Edited; EditedPrivately; ButtonAskChanged;
    StopNoted; SteerNoted; SteerLate; Cancelled; CancelLeft; CancelOthers; WorkedOnAlready;
    // What buttons did.
    PickedPinned { titles: Text }; PickedLeftOut { titles: Text }; PickedNothing; PickFirst; DeepestAlready;
    NotThereAnyMore; LinksRevoked; Shared; ShareNowhere; NoAnswerYet; AlreadyDecided; AlwaysDone { undo: Text };
    FileWhatSays { name: Text }; FileUnnamed; SummaryAsk; MessagesAbove;
    // Forms.
    FormAnswer; FormAnswerLabel; FormAnswerHint; FormPlan; FormPlanLabel; FormBad; FormBadLabel;
    FormBadPlaceholder; FormBadHint; FormSteer; FormSteerLabel; FormSteerHint; FormSend; FormBack; FormLate;
    FormRefused { why: Text }; FormFailed; GoodAnswer; BadAnswer;
    // In place of what somebody typed who was erased.
    WordsErased;
    // Refusals.
    TryAgainIn { time: Text }; NotTheirs; NotOwner; NotAsker; NotAdminPlace; NotAdminFeedback; NotAdminApprovals;
    NotAdminDeep; ProfilesOnly { names: Text }; PlaceChannel; PlaceWorkspace; PlaceServer;
    RunsAnHour { place: Text, runs: Count, minutes: Count };
    RateLimitedSeconds { runs: Count, minutes: Count, wait: Count };
    RateLimitedMinutes { runs: Count, minutes: Count, wait: Count }; StoreSilent; StoreFull; CannotTake; LineFull;
    AddressSpaceShort { limit: Count, needed: Count }; SummaryNeedsModel;
    NotToldHere; RunOver; RunOverFollowUp; RunStillGoing; NothingFailed; QuestionSettled;
    NoDeeperProfile { profile: Text }; NoCheaperProfile { profile: Text }; PlanSize; ApproveOrDecline; NoOptionsHere; OptionsAre { count: Count };
    ChooseOne; OnlyAnAnswer; SayWhatChanges; BudgetUsedUp; NothingToCheck; NothingToWatch;
    WatchLimits { minutes: Count }; WatchesMost { count: Count }; NothingToShare; SharingOff; SharingLocal;
    QuestionEmpty; QuestionLong { length: Count, most: Count }; QuestionNoLetters; QuestionAttack; QuestionNoWords;
    QuestionModerated; ModerationDown;
    // What a platform does not let gorkd do.
    MembersOnly; AnswersDirectly; CannotWriteDirectly; Asks { name: Text }; YouAsked; YouAskedIn { channel: Text };
    SlackNotInChannel; SlackArchived; SlackMayNotWrite { why: Text }; SlackBusy; SlackFileIsThere { name: Text };
    SlackFileFailed { why: Text }; SlackFilePermission { what: Text }; SlackFileBusy;
    SlackPrompts; SlackReads;
    SlackAboutChannel { channel: Text }; SlackAboutChannelAsk { words: Text }; PromptKnown; PromptKnownAsk;
    PromptCompare; PromptCompareAsk; PromptClaim; PromptClaimAsk; DiscordUnknown; DiscordOldButton; DiscordLate;
    DiscordUnknownCommand; DiscordLacksHere { lacking: Text }; DiscordLacksWhereAsked { lacking: Text };
    DiscordLacksThere { lacking: Text }; DiscordCannotAnswer { why: Text }; DiscordInThread;
    DiscordAskedBy; DiscordAnsweredIn; DiscordClosed; DiscordCannotSee; DiscordAnswersHere;
    DiscordAnswersThere { channel: Text }; DiscordAnswersWhere { name: Text, shape: Text }; DiscordAnswersOpen;
    DiscordThread;
    // Why an answer comes as a direct message.
    DirectNotAllowed; DirectForbidden { what: Text }; DirectGone; DirectExpired; DirectInvalid;
    // Files that come with a question.
    FileTooLarge { name: Text, most: Count }; FileTooMany { name: Text, most: Count }; FileElsewhere { name: Text };
    FileUnavailable { name: Text }; FileForbidden { name: Text, what: Text };
    // Discord's commands.
    MenuResearch; CommandResearch; CommandHistory; CommandHelp; CommandSettings; OptionQuestion; OptionProfile;
    OptionPlanning; OptionPrivate; OptionAttachment; OptionSetting; OptionValue; PlanningAuto; PlanningInteractive;
    SettingAnswersIn;
    // Installing in Slack.
    InstallNoRandom; InstallCancelled; InstallIncomplete; InstallOtherBrowser; InstallUnconfirmed; InstallDone;
    InstallNotStored;
    // How sure an answer is.
    PartsOpen { open: Count, total: Count }; AnswersMaybePart; AnswersPart; AnswersAll;
    DraftContradicted { count: Count }; PassageMisses { kind: Text }; StatementsMiss { kind: Text }; KindTime;
    KindDuration; KindCount; KindMoney; KindPercent; KindVersion; DisagreeMainly { values: Text }; DisagreePoint { values: Text };
    StatementsHeld { held: Count, total: Count };
    PassageFits; PassageDoubtful; PassageRivaled; PassageHasWords; PassageHasSomeWords; StatementsChecked; StatementsReworded;
    OneWorkTrusted; OneWork; MainWorkTrusted; MainWorks { works: Count }; ManyWorks { works: Count };
    SourcesOfficial; SourcesOpen;
    // Its limits, and what to check next.
    LimitLeftOut { count: Count }; LimitUnread { count: Count }; LimitLarge { count: Count }; LimitOutdated { titles: Text };
    LimitOneSource;
    LimitNoTable; TableItem; TableSays;
    LimitFirstPart { what: Text }; LimitVersion { asked: Text, found: Text }; LimitUnanswered { question: Text };
    LimitPerhapsUnanswered { question: Text };
    LimitGap { gap: Text };
    LimitWeak { count: Count }; LimitPrivate { count: Count, model: Text }; LimitNotAcademic; LimitNoDates;
    LimitOld { age: Text }; LimitLanguage { asked: Text, found: Text }; AgeDays { count: Count };
    AgeMonths { count: Count }; AgeYears { count: Count }; LanguageEn; LanguageDe; LanguageEs; LanguageFr;
    LanguageRu; LanguageZh; LanguageAr; LanguageIt; LanguagePt; LanguageJa; NextStillSo; NextChanged { age: Text };
    NextWhich { values: Text, about: Text }; NextSecond { statement: Text };
    WorkedOut { sum: Text }; MarkWeak; PremiseDenied { quote: Text }; PartlySupported; NewerSource;
    WeightierSource; NeitherSource; LimitOneSide { name: Text }; LimitNoContrary; DisclaimerMedical; DisclaimerLegal;
    DisclaimerFinancial; OrList { first: Text, second: Text }; AndList { first: Text, second: Text };
    OrListMore { first: Text, second: Text }; OrListLast { first: Text, second: Text };
    AndListMore { first: Text, second: Text }; AndListLast { first: Text, second: Text };
    Quoted { text: Text };
    // What falls short, and what is searched for against it.
    IssueFewCitations { count: Count, least: Count }; IssueTooOld { age: Text, most: Text };
    IssueUndated { most: Text }; IssueFewWorks { part: Text, works: Count, least: Count };
    IssueUntold { part: Text }; IssueClaimPartly { id: Text, text: Text };
    IssueClaimUnsupported { id: Text, text: Text }; IssueClaimContradicted { id: Text, text: Text };
    IssueClaimMark { id: Text, mark: Text }; QueryContrary { subject: Text };
    // Moderation.
    IssueQuestionFlagged { categories: Text }; IssueAnswerFlagged { categories: Text }; AnswerModerated;
    AnswerNotModerated;
    // When there is no answer.
    UnmentionedInPassages { names: Text }; Unmentioned { names: Text }; NowhereToSearch; LibraryEmptyAlone;
    LibraryEmptyFailed; SearchesFailed; SearchesSomeFailed; SearchesNothing; FoundUnreadable { count: Count };
    FoundUnworthy; ReadUnsupported { count: Count }; ReadUnanswering { count: Count };
    LookedFor { queries: Text, places: Text }; PlaceLibrary; HelpLine { helps: Text }; HelpAdd;
    HelpAddAbout; HelpSwitchOn; HelpAnotherProvider; HelpWeb; HelpWords; HelpLanguage; HelpRetry; HelpLoosen;
    ReasonNothingRead; ReasonNothingAnswers; ReasonUnsupported; ReasonWeak; ReasonNotAcademic;
    ReasonUntold { word: Text };
    LimitPages { count: Count };
    // What a terminal shows while a run goes on.
    FactPlanned { parts: Count, queries: Count }; FactSearched { place: Text, count: Count };
    FactSearchedFor { searched: Text, query: Text }; FactKnown { fact: Text };
    FactRead { title: Text, place: Text, count: Count }; FactNotRead { place: Text, why: Text };
    FactChecked { round: Count }; FactWarning { text: Text }; FactWriting;
    // Questions back.
    AskScope { subject: Text }; AskScopeWhat; AskScopeHow; AskScopeCompare; AskScopeNew; AskTime; AskTimeDay;
    AskTimeWeek; AskTimeMonth; AskTimeYear; AskTimeNow; AskTimeFiveYears; AskTimeAny; AskDepth; AskDepthShort;
    AskDepthOverview; AskDepthDetails; AskDepthEverything; AskDepthPick; AskDepthDifferences; AskDepthPoints;
    AskDepthMeasured; AskUse; AskUseDecide; AskUseLearn; AskUseWrite; AskUseBuild; AskUseOnce; AskUseForGood;
    AskUseUnderstand; AskUseExplain; AskSense { name: Text }; AskPointer { word: Text }; AskAbout;
    AskWhich { count: Count }; AskLong { subject: Text }; AskLongMain; AskLongFigures; AskLongAll;
    // What stands around an answer as a whole.
    AnswerKeepInMind; AnswerWorthChecking; AnswerWentWrong; AnswerNotRead; AnswerNotCited { count: Count };
    AnswerNonePreferred { why: Text }; AnswerASource; AnswerFirstPart; AnswerNoneBecause { why: Text };
    AnswerWaitsForReply; AnswerInProgress; AnswerPagesRead { count: Count }; AnswerAsked { places: Text };
    AnswerTokens { count: Count, model: Text }; AnswerNoModel; AnswerOutOfBudget; AnswerOutOfTime; AnswerStopped;
    AnswerMore { count: Count }; AnswerClosest; AnswerLibrary; AnswerLocalFile;
    // The page that a share link opens.
    SharedMotto; SharedBasis; SharedByModel { model: Text }; SharedByRules; SharedGone; SharedGoneWhy; SharedLater;
    SharedLaterWhy;
}
