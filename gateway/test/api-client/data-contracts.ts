// Written by `npm run docs`.
export type YearOccasion = "year_end" | "anniversary";

export type WishStatus = "open" | "redeemed" | "fulfilled";

/** The actions that a person may take on a wish at this moment; the server derives them from its table. */
export type WishAction =
  | "change_details"
  | "redeem"
  | "give_back"
  | "confirm"
  | "delete";

export type VoiceStatus = "processing" | "ready" | "played" | "failed";

export type Visibility = "shared" | "surprise";

export type TogetherPart =
  | "goals"
  | "stories"
  | "wishes"
  | "lists"
  | "gestures";

export type TemplateWho = "both" | "either" | "proposer" | "partner";

export type StoryStatus = "invited" | "active" | "finished" | "left";

export type StoryNodeKind = "scene" | "prompt" | "choice" | "ending";

export type StoryIntensity = "playful" | "tender" | "adventurous";

/** The actions that a person has on a reading at this moment. */
export type StoryAction = "accept" | "reject" | "choose" | "keep";

export type StickerId =
  | "love"
  | "hug"
  | "kiss"
  | "together"
  | "miss-you"
  | "smitten"
  | "proud"
  | "shy"
  | "thanks"
  | "sorry"
  | "please"
  | "flowers"
  | "laugh"
  | "wow"
  | "cry"
  | "angry"
  | "yes"
  | "no"
  | "thinking"
  | "on-my-way"
  | "good-morning"
  | "coffee"
  | "hungry"
  | "cheers"
  | "birthday"
  | "dance"
  | "get-well"
  | "good-night";

export type StepType = "do" | "answer" | "photo" | "voice" | "question";

export type StepReveal = "at_once" | "when_both";

export type StepProof = "none" | "text" | "photo" | "voice";

/** The actions a person may take on one step at this moment. `skip` asks, or agrees where the other has asked. */
export type StepAction = "complete" | "undo" | "skip";

export type SearchKind = "text" | "photo" | "video" | "voice" | "file" | "link";

export type SearchGroup =
  | "memories"
  | "challenges"
  | "goals"
  | "stories"
  | "wishes"
  | "lists"
  | "questions"
  | "dates"
  | "messages";

export type RequestAction = "accept" | "reject";

export type ReportReason =
  | "harassment"
  | "threat"
  | "impersonation"
  | "minor"
  | "spam"
  | "other";

export type ProofFileKind = "image" | "voice";

export type OpenRule = "either" | "together";

export type NudgeKind = "thinking" | "miss" | "proud" | "goodnight";

export type NoticeKind =
  | "request_received"
  | "partner_linked"
  | "unlinked"
  | "date_reminder"
  | "daily_question"
  | "daily_answered"
  | "daily_revealed"
  | "capsule_created"
  | "capsule_sealed"
  | "capsule_ready"
  | "capsule_date_proposed"
  | "capsule_opens_in_week"
  | "capsule_opens_tomorrow"
  | "capsule_completed"
  | "challenge_proposed"
  | "challenge_accepted"
  | "challenge_due_tomorrow"
  | "challenge_overdue"
  | "challenge_completed"
  | "restitution_ready"
  | "goal_proposed"
  | "goal_achieved"
  | "story_invited"
  | "story_waiting"
  | "story_finished"
  | "wish_redeemed"
  | "list_created"
  | "nudge_thinking"
  | "nudge_miss"
  | "nudge_proud"
  | "nudge_goodnight"
  | "mood_shared";

export type Mood =
  | "happy"
  | "calm"
  | "in_love"
  | "tired"
  | "sad"
  | "angry"
  | "stressed"
  | "ill";

export type MessageType =
  | "text"
  | "image"
  | "video"
  | "voice"
  | "file"
  | "notice";

export type MessageStatus =
  | "sending"
  | "sent"
  | "delivered"
  | "read"
  | "failed";

export type ListKind = "shopping" | "packing" | "films" | "places" | "other";

export type GoalType = "checklist" | "counter" | "habit" | "date";

export type GoalStatus =
  | "proposed"
  | "active"
  | "paused"
  | "achieved"
  | "let_go";

export type GoalOwnership = "ours" | "mine_with_support";

export type GoalCategory =
  | "us"
  | "home"
  | "health"
  | "learning"
  | "adventure"
  | "money";

/** The actions that a person may take on a goal at this moment; the server derives them from its table. */
export type GoalAction =
  | "accept"
  | "reject"
  | "change_details"
  | "add_entry"
  | "complete_milestone"
  | "pause"
  | "resume"
  | "let_go"
  | "cheer"
  | "keep"
  | "delete";

export type Findable = "everyone" | "username" | "nobody";

export type ErrorCode =
  | "VALIDATION_FAILED"
  | "BAD_REQUEST"
  | "CANNOT_LINK_SELF"
  | "OPTIONS_INVALID"
  | "HOLIDAY_INVALID"
  | "SCHEDULE_IN_THE_PAST"
  | "SCHEDULE_TOO_FAR"
  | "FILES_MISSING"
  | "TOO_MANY_FILES"
  | "CANNOT_BLOCK_SELF"
  | "TOKEN_INVALID"
  | "AVATAR_MISSING"
  | "CODE_INVALID"
  | "ACCESS_DENIED"
  | "PASSKEY_INVALID"
  | "PASSKEY_EXPIRED"
  | "PASSKEY_UNKNOWN"
  | "NOT_YOURS"
  | "WRONG_PASSWORD"
  | "EMAIL_UNVERIFIED"
  | "NO_PARTNER"
  | "PART_HIDDEN"
  | "NOT_FOUND"
  | "USER_NOT_FOUND"
  | "SESSION_NOT_FOUND"
  | "PASSKEY_NOT_FOUND"
  | "REQUEST_NOT_FOUND"
  | "INVITE_NOT_FOUND"
  | "MESSAGE_NOT_FOUND"
  | "QUESTION_NOT_FOUND"
  | "CONVERSATION_NOT_FOUND"
  | "EXCLUSION_NOT_FOUND"
  | "CAPSULE_NOT_FOUND"
  | "CONTRIBUTION_NOT_FOUND"
  | "COMMENT_NOT_FOUND"
  | "CHALLENGE_NOT_FOUND"
  | "STEP_NOT_FOUND"
  | "TEMPLATE_NOT_FOUND"
  | "GOAL_NOT_FOUND"
  | "STORY_NOT_FOUND"
  | "MILESTONE_NOT_FOUND"
  | "ENTRY_NOT_FOUND"
  | "LIST_NOT_FOUND"
  | "ITEM_NOT_FOUND"
  | "WISH_NOT_FOUND"
  | "DATE_NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "EMAIL_TAKEN"
  | "USERNAME_TAKEN"
  | "ALREADY_LINKED"
  | "SELF_ALREADY_LINKED"
  | "NOT_LINKED"
  | "SECOND_FACTOR_ON"
  | "SECOND_FACTOR_OFF"
  | "PASSKEY_TAKEN"
  | "TOO_MANY_PASSKEYS"
  | "PUSH_OFF"
  | "PUSH_UNAVAILABLE"
  | "MESSAGE_NOT_EDITABLE"
  | "TOO_MANY_REACTIONS"
  | "TOO_MANY_PINS"
  | "TOO_MANY_EXCLUSIONS"
  | "TOO_MANY_SCHEDULED"
  | "VERSION_CONFLICT"
  | "QUESTION_REVEALED"
  | "QUESTION_CLOSED"
  | "SWAP_USED"
  | "TOO_MANY_QUESTIONS"
  | "CAPSULE_SEALED"
  | "CAPSULE_STATE"
  | "PARTNER_CONTENT"
  | "TOO_MANY_CAPSULES"
  | "TOO_MANY_CONTRIBUTIONS"
  | "DUPLICATE_FILE"
  | "TOO_MANY_COMMENTS"
  | "CHALLENGE_STATE"
  | "STEP_NOT_OPEN"
  | "ALREADY_DONE"
  | "TOO_MANY_CHALLENGES"
  | "TOO_MANY_TEMPLATES"
  | "GOAL_STATE"
  | "TOO_MANY_GOALS"
  | "TOO_MANY_ENTRIES"
  | "STORY_STATE"
  | "TOO_MANY_STORIES"
  | "TOO_MANY_LISTS"
  | "TOO_MANY_ITEMS"
  | "NOTHING_TO_PICK"
  | "WISH_STATE"
  | "NOT_ENOUGH_POINTS"
  | "TOO_MANY_WISHES"
  | "TOO_MANY_DATES"
  | "TOO_MANY_REQUESTS_OPEN"
  | "PAYLOAD_TOO_LARGE"
  | "FILE_TOO_LARGE"
  | "QUOTA_EXCEEDED"
  | "VOICE_TOO_LONG"
  | "AVATAR_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "AVATAR_TYPE_UNSUPPORTED"
  | "FILE_TYPE_UNSUPPORTED"
  | "FILE_UNREADABLE"
  | "IMAGE_TOO_MANY_PIXELS"
  | "AVATAR_UNREADABLE"
  | "AVATAR_TOO_MANY_PIXELS"
  | "IDEMPOTENCY_MISMATCH"
  | "CAPSULE_LOCKED"
  | "UNAUTHENTICATED"
  | "TOKEN_EXPIRED"
  | "SECOND_FACTOR_REQUIRED"
  | "INVALID_CREDENTIALS"
  | "RATE_LIMITED"
  | "INTERNAL"
  | "UNAVAILABLE"
  | "TIMEOUT";

export type EntityType =
  | "couple"
  | "user"
  | "partner_request"
  | "important_date"
  | "date_reminder"
  | "daily_question"
  | "capsule"
  | "capsule_reminder"
  | "challenge"
  | "challenge_reminder"
  | "restitution"
  | "goal"
  | "list"
  | "wish"
  | "story"
  | "nudge"
  | "mood";

export type DisappearAfter = 3600 | 86400 | 604800 | 2592000;

export type DailyType = "open" | "single" | "scale" | "this_or_that" | "guess";

/** `open`: no answer. `mine`, `theirs`: one answer. `revealed`: both have answered and see both answers. */
export type DailyState = "open" | "mine" | "theirs" | "revealed";

export type DailyCategory =
  | "everyday"
  | "memories"
  | "dreams"
  | "us"
  | "fun"
  | "values"
  | "gratitude"
  | "intimacy"
  | "conflict";

export type ContributionKind =
  | "text"
  | "place"
  | "photo"
  | "video"
  | "voice"
  | "message"
  | "answer"
  | "challenge"
  | "step"
  | "story";

export type ChallengeStatus =
  | "proposed"
  | "active"
  | "paused"
  | "completed"
  | "declined"
  | "cancelled"
  | "expired";

export type ChallengeCategory =
  | "talk"
  | "play"
  | "care"
  | "adventure"
  | "grow"
  | "apart";

/** The actions a person may take on a challenge at this moment; the server derives it from its table. */
export type ChallengeAction =
  | "accept"
  | "reject"
  | "change_details"
  | "pause"
  | "resume"
  | "extend"
  | "let_go"
  | "cancel"
  | "reflect"
  | "keep"
  | "delete";

export type CardType =
  | "capsule"
  | "challenge"
  | "goal"
  | "story"
  | "list"
  | "date";

export type CapsuleTheme =
  | "paper"
  | "night"
  | "sea"
  | "forest"
  | "rose"
  | "sun";

export type CapsuleStatus = "collecting" | "sealed" | "ready" | "completed";

/** The origin of a capsule: a person, a kept message or answer, the end of a year, a completed challenge, a finished story, or an achieved goal. */
export type CapsuleSource =
  | "manual"
  | "chat"
  | "year"
  | "challenge"
  | "story"
  | "goal";

export type CapsuleKind = "timed" | "keepsake";

/** The actions a person may take on a capsule at this moment; the server derives it from its table of transitions. */
export type CapsuleAction =
  | "contribute"
  | "change_details"
  | "change_appearance"
  | "seal"
  | "undo_seal"
  | "propose_date"
  | "answer_date"
  | "open"
  | "finish"
  | "reopen"
  | "react"
  | "comment"
  | "take_along"
  | "delete"
  | "restore";

export type BadgeId =
  | "capsule_first"
  | "reveal_first"
  | "rhythm_7"
  | "rhythm_30"
  | "rhythm_100"
  | "challenges_1"
  | "challenges_10"
  | "challenges_50"
  | "together_100"
  | "together_365"
  | "together_1000"
  | "story_finished";

export type AttachmentKind = "image" | "video" | "voice" | "file";

/** The activities that the couple's list stores. */
export type ActivityKind =
  | "linked"
  | "unlinked"
  | "avatar_changed"
  | "profile_updated"
  | "timezone_changed"
  | "together_since_changed"
  | "date_added"
  | "daily_answered"
  | "daily_revealed"
  | "capsule_created"
  | "capsule_sealed"
  | "capsule_opened"
  | "capsule_kept"
  | "challenge_proposed"
  | "challenge_accepted"
  | "challenge_completed"
  | "goal_proposed"
  | "goal_achieved"
  | "story_invited"
  | "story_finished"
  | "wish_redeemed"
  | "wish_fulfilled"
  | "list_created"
  | "nudge";

export interface AccountSettings {
  /** Language of the texts where Duet has it (`TEXT_LANGUAGES`), and the format of dates and numbers. */
  language: "en" | "de" | "es" | "fr" | "it" | "pt";
}

export interface AccountSettingsDto {
  /** Language of the texts where Duet has it (`TEXT_LANGUAGES`), and the format of dates and numbers. */
  language?: "en" | "de" | "es" | "fr" | "it" | "pt";
}

/** An activity of the couple: who and what, never private text. */
export interface ActivityView {
  /** These, and activities that only open pages need. */
  kind: PartnerActivityKind;
  by?: {
    _id: string;
    firstName: string;
  };
  entity: {
    title?: string;
    type: EntityType;
    id: string;
  };
  /** For a profile: the names of the changed fields, without their values. */
  changed?: string[];
  /** For a list: its rev after the change. */
  rev?: number;
  at: string;
  id: string;
}

/** Words, a place, or both. */
export interface AddContributionDto {
  text?: string;
  place?: PlaceDto;
  /** The day it is about; today in the couple's calendar where it is left out. */
  happenedAt?: string;
  visibility?: Visibility;
  /**
   * The same id is the same contribution.
   * @format uuid
   */
  clientId: string;
}

export interface AddDateDto {
  title: string;
  /** `YYYY-MM-DD` in the couple's calendar. */
  date: string;
  yearly: boolean;
  /** @maxItems 5 */
  remindDaysBefore: (0 | 1 | 3 | 7 | 14)[];
  /** Visible to its author only, for a surprise. */
  private: boolean;
  /**
   * A repeated call with the same id returns the first one's date.
   * @format uuid
   */
  clientId: string;
}

/** A step forward, a note, or both. */
export interface AddGoalEntryDto {
  /**
   * Counters: units, negative to take some back. Habits and dates: 1. Nothing else moves; 0 where it is left out.
   * @min -1000000
   * @max 1000000
   */
  delta?: number;
  /**
   * Required without a delta.
   * @maxLength 500
   */
  note?: string;
  /**
   * The same id is the same entry.
   * @format uuid
   */
  clientId: string;
}

export interface AddListItemDto {
  text: string;
  /**
   * A member of the couple.
   * @format uuid
   */
  assignedTo?: string | null;
  /** @maxLength 40 */
  dueAt?: string | null;
  /**
   * The end of the list, where it is absent.
   * @min -1000000000
   * @max 1000000000
   */
  position?: number;
  /**
   * The same id is the same item.
   * @format uuid
   */
  clientId: string;
}

/** The verified part of the answer of `navigator.credentials.create`. */
export interface AddPasskeyDto {
  /** @maxLength 1364 */
  id: string;
  response: {
    clientDataJSON: string;
    /** Key, id and flags. Attestation is neither requested nor accepted. */
    attestationObject: string;
    /** The authenticator's transports as the browser names them. Later requests repeat them. */
    transports?: string[];
  };
}

export interface AnswerDailyDto {
  /**
   * @min 1
   * @max 2147483647
   */
  version: number;
  /**
   * @min 0
   * @max 10
   */
  value?: number;
  /**
   * @min 0
   * @max 10
   */
  guess?: number;
  text?: string;
  /**
   * The version of the caller's answer that this one replaces; 0 for none.
   * @min 0
   * @max 2147483647
   */
  answerVersion: number;
  /** @format uuid */
  clientId: string;
}

export interface AnswerUnlockDto {
  action: "accept" | "reject";
  /**
   * The proposed instant that the caller has seen: another one is not accepted unseen.
   * @maxLength 40
   */
  unlockAt?: string;
}

export interface AppearanceSettings {
  theme: "system" | "light" | "dark";
  accent: "rose" | "coral" | "amber" | "green" | "teal" | "blue" | "violet";
  textSize: "small" | "medium" | "large" | "extra-large";
  reducedMotion: "system" | "on" | "off";
  chatBackground: "plain" | "hearts" | "dots" | "gradient";
  timeFormat: "system" | "12h" | "24h";
  weekStart: "system" | "monday" | "sunday" | "saturday";
  emojiTone:
    | "default"
    | "light"
    | "medium-light"
    | "medium"
    | "medium-dark"
    | "dark";
}

export interface AppearanceSettingsDto {
  theme?: "system" | "light" | "dark";
  accent?: "rose" | "coral" | "amber" | "green" | "teal" | "blue" | "violet";
  textSize?: "small" | "medium" | "large" | "extra-large";
  reducedMotion?: "system" | "on" | "off";
  chatBackground?: "plain" | "hearts" | "dots" | "gradient";
  timeFormat?: "system" | "12h" | "24h";
  weekStart?: "system" | "monday" | "sunday" | "saturday";
  emojiTone?:
    | "default"
    | "light"
    | "medium-light"
    | "medium"
    | "medium-dark"
    | "dark";
}

/** Where a browser downloads the copy of a capsule. */
export interface ArchiveAddress {
  url: string;
}

export interface AttachmentCaptionDto {
  /** @format uuid */
  id: string;
  /** @maxLength 300 */
  caption: string;
}

/** A file of a message. `url` and `thumbnail` require a bearer token or a signed link (`mediaLinks`) and never change. `size` is in bytes, `width` and `height` in pixels as shown upright, `duration` in seconds, `waveform` 20 peaks from 0 to 1, `blur` a tiny picture as a data URL, `transcript` a voice note's transcript from the speaker's device. */
export interface AttachmentView {
  id: string;
  kind: AttachmentKind;
  url: string;
  filename: string;
  size: number;
  mimeType: string;
  thumbnail?: string;
  blur?: string;
  width?: number;
  height?: number;
  duration?: number;
  waveform?: number[];
  transcript?: string;
}

export interface AttachmentsDto {
  /**
   * @maxItems 50
   * @minItems 1
   */
  ids: string[];
}

/** The caller's avatar after a change. `version` grows with each change. */
export interface AvatarView {
  avatar: string | null;
  version: number;
}

export interface BadgeView {
  id: BadgeId;
  /**
   * Null while it is not earned.
   * @format date-time
   */
  earnedAt: string | null;
}

/** A person's own words about themselves, which the partner alone reads. Empty until they are written. */
export interface BioView {
  bio: string;
}

export interface BlockPersonDto {
  /** @format uuid */
  userId: string;
}

export interface CancelEmailChangeDto {
  /** @maxLength 200 */
  token: string;
}

export interface CapsuleCommentDto {
  text: string;
  /**
   * The same id is the same comment.
   * @format uuid
   */
  clientId: string;
}

/** Written by one of the two under an open capsule. */
export interface CapsuleCommentView {
  _id: string;
  user: string;
  text: string;
  /** @format date-time */
  createdAt: string;
}

/** The number of contributions of a capsule, which members may read in every state. */
export interface CapsuleCounts {
  total: number;
  byUser: Record<string, number>;
  byKind: {
    text?: number;
    place?: number;
    photo?: number;
    video?: number;
    voice?: number;
    message?: number;
    answer?: number;
    challenge?: number;
    step?: number;
    story?: number;
  };
}

/** The picture on the outside of a capsule. */
export interface CapsuleCover {
  id: string;
  /** `upload` was chosen for the outside and shows in every state; `picture` lies in the capsule and shows while both read it. */
  from: "upload" | "picture";
  /** The terms of links to the files of an entity: its present access epoch, and their lifetime in seconds. */
  access: FileAccess;
  /** Null while the file cannot be described; ask `POST /capsules/{id}/links` again. */
  file: EntityFileView | null;
}

export interface CapsuleReaction {
  emoji: string;
  user: string;
}

export interface CapsuleReactionDto {
  emoji: string;
}

/** A capsule without what lies in it: for lists. */
export interface CapsuleSummary {
  _id: string;
  coupleId: string;
  createdBy: string;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  updatedAt: string;
  kind: CapsuleKind;
  /** The origin of a capsule: a person, a kept message or answer, the end of a year, a completed challenge, a finished story, or an achieved goal. */
  source: CapsuleSource;
  title: string;
  description: string;
  emoji: string | null;
  /** Null for the colours of its state. The previous build sends none. */
  theme?: CapsuleTheme | null;
  cover: CapsuleCover | null;
  tags: string[];
  status: CapsuleStatus;
  /**
   * Timed capsules only. `unlockTz` is the zone in which the date was chosen.
   * @format date-time
   */
  unlockAt: string | null;
  unlockTz: string | null;
  openRule: OpenRule;
  sealConfirmedBy: string[];
  /**
   * When the first of them sealed it: a week later one is enough. Missing in an answer of the previous build.
   * @format date-time
   */
  sealConfirmedAt?: string | null;
  openConfirmedBy: string[];
  /** The person who wants it deleted, where both must agree. The request lapses after 7 days. */
  deleteConfirmedBy: string[];
  /** @format date-time */
  sealedAt: string | null;
  /** @format date-time */
  readyAt: string | null;
  /** @format date-time */
  completedAt: string | null;
  unlockProposal: UnlockProposal | null;
  /** The number of contributions of a capsule, which members may read in every state. */
  counts: CapsuleCounts;
  /** The caller's own. */
  favourite: boolean;
  hidden: boolean;
  /** @format date-time */
  deletedAt: string | null;
  version: number;
  /** Rises whenever access to the files shrinks; links of earlier epochs are dead. */
  accessEpoch: number;
  /** The actions the caller may take now. */
  actions: CapsuleAction[];
}

/** A capsule as its viewer may see it: sealed contributions are in no answer. */
export interface CapsuleView {
  _id: string;
  coupleId: string;
  createdBy: string;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  updatedAt: string;
  kind: CapsuleKind;
  /** The origin of a capsule: a person, a kept message or answer, the end of a year, a completed challenge, a finished story, or an achieved goal. */
  source: CapsuleSource;
  title: string;
  description: string;
  emoji: string | null;
  /** Null for the colours of its state. The previous build sends none. */
  theme?: CapsuleTheme | null;
  cover: CapsuleCover | null;
  tags: string[];
  status: CapsuleStatus;
  /**
   * Timed capsules only. `unlockTz` is the zone in which the date was chosen.
   * @format date-time
   */
  unlockAt: string | null;
  unlockTz: string | null;
  openRule: OpenRule;
  sealConfirmedBy: string[];
  /**
   * When the first of them sealed it: a week later one is enough. Missing in an answer of the previous build.
   * @format date-time
   */
  sealConfirmedAt?: string | null;
  openConfirmedBy: string[];
  /** The person who wants it deleted, where both must agree. The request lapses after 7 days. */
  deleteConfirmedBy: string[];
  /** @format date-time */
  sealedAt: string | null;
  /** @format date-time */
  readyAt: string | null;
  /** @format date-time */
  completedAt: string | null;
  unlockProposal: UnlockProposal | null;
  /** The number of contributions of a capsule, which members may read in every state. */
  counts: CapsuleCounts;
  /** The caller's own. */
  favourite: boolean;
  hidden: boolean;
  /** @format date-time */
  deletedAt: string | null;
  version: number;
  /** Rises whenever access to the files shrinks; links of earlier epochs are dead. */
  accessEpoch: number;
  /** The actions the caller may take now. */
  actions: CapsuleAction[];
  /** The first hundred, by `happenedAt`, then by age. */
  contributions: ContributionView[];
  /** The cursor of those that follow; null at the end. */
  nextContribution: string | null;
  reactions: CapsuleReaction[];
  comments: CapsuleCommentView[];
}

/** The thing that a message shows as a card. Only its form is checked: each viewer loads the thing with the rights that the viewer has. */
export interface CardDto {
  type: CardType;
  /** @format uuid */
  id: string;
}

/** A thing of the couple. The viewer loads it by its own call, and may find that it is gone. */
export interface CardView {
  type: string;
  id: string;
}

/** Points and badges belong to the couple. */
export interface ChallengeBadges {
  points: number;
  badges: BadgeView[];
}

/** Steps that count: skipped ones have left `total`, and with `anyN` it is at most `n`. */
export interface ChallengeProgress {
  done: number;
  total: number;
}

export interface ChallengeStepDto {
  title: string;
  /** @maxLength 500 */
  description?: string;
  type: StepType;
  who: TemplateWho;
  proof: StepProof;
  reveal: StepReveal;
  /**
   * The day of the challenge on which it opens, from 1; open from the start where it is left out.
   * @min 1
   * @max 365
   */
  opensAt?: number;
}

export interface ChallengeStepView {
  _id: string;
  title: string;
  description: string;
  type: StepType;
  /** `both`, `either`, or the id of the one who does it. */
  who: string;
  proof: StepProof;
  reveal: StepReveal;
  /**
   * When it opens; null while the challenge has not started.
   * @format date-time
   */
  opensAt: string | null;
  state: "todo" | "done" | "skipped";
  parts: StepPartView[];
  /** The person who wants to skip it. The request lapses after 7 days. */
  skipAskedBy: string | null;
  actions: StepAction[];
}

/** A challenge without its steps: for lists. */
export interface ChallengeSummary {
  _id: string;
  coupleId: string;
  templateId: string | null;
  title: string;
  description: string;
  category: ChallengeCategory;
  proposedBy: string;
  status: ChallengeStatus;
  /** The due date has passed: `extend` or `let_go`, else it expires 72 hours after it. */
  overdue: boolean;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  updatedAt: string;
  /**
   * The proposed start until it is accepted; from then on the start.
   * @format date-time
   */
  startAt: string | null;
  /** @format date-time */
  dueAt: string | null;
  /** @format date-time */
  pausedAt: string | null;
  /**
   * When the pending state ends: the proposal, the pause, or an overdue challenge.
   * @format date-time
   */
  lapsesAt: string | null;
  /** @format date-time */
  completedAt: string | null;
  /** The response of the other to the answer. */
  note: string | null;
  /** `all` steps, or any `n` of them. */
  completionRule: CompletionRule;
  /** Steps that count: skipped ones have left `total`, and with `anyN` it is at most `n`. */
  progress: ChallengeProgress;
  /** The points and badges it has earned the couple so far. */
  points: number;
  /** The keepsake made of it. */
  capsuleId: string | null;
  /** The person who wants it deleted, where both must agree. The request lapses after 7 days. */
  deleteConfirmedBy: string[];
  version: number;
  actions: ChallengeAction[];
}

export interface ChallengeTemplateView {
  title: string;
  description: string;
  category: ChallengeCategory;
  /** How long one of the two is busy with it, in all. */
  minutes: number;
  steps: TemplateStep[];
  /** `all` steps, or any `n` of them. */
  completionRule: CompletionRule;
  /** Works without being in one place. */
  distanceOk: boolean;
  /** 1 is light, 3 asks for courage. */
  intensity: 1 | 2 | 3;
  _id: string;
  author: "app" | "couple";
  /** The author, who alone changes it; null for templates of Duet. */
  createdBy: string | null;
  /** 0 for templates of Duet, which never change. */
  version: number;
}

/** A challenge as its viewer may see it. */
export interface ChallengeView {
  _id: string;
  coupleId: string;
  templateId: string | null;
  title: string;
  description: string;
  category: ChallengeCategory;
  proposedBy: string;
  status: ChallengeStatus;
  /** The due date has passed: `extend` or `let_go`, else it expires 72 hours after it. */
  overdue: boolean;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  updatedAt: string;
  /**
   * The proposed start until it is accepted; from then on the start.
   * @format date-time
   */
  startAt: string | null;
  /** @format date-time */
  dueAt: string | null;
  /** @format date-time */
  pausedAt: string | null;
  /**
   * When the pending state ends: the proposal, the pause, or an overdue challenge.
   * @format date-time
   */
  lapsesAt: string | null;
  /** @format date-time */
  completedAt: string | null;
  /** The response of the other to the answer. */
  note: string | null;
  /** `all` steps, or any `n` of them. */
  completionRule: CompletionRule;
  /** Steps that count: skipped ones have left `total`, and with `anyN` it is at most `n`. */
  progress: ChallengeProgress;
  /** The points and badges it has earned the couple so far. */
  points: number;
  /** The keepsake made of it. */
  capsuleId: string | null;
  /** The person who wants it deleted, where both must agree. The request lapses after 7 days. */
  deleteConfirmedBy: string[];
  version: number;
  actions: ChallengeAction[];
  steps: ChallengeStepView[];
  /** Links to the files of its proofs are signed for this epoch. */
  access: FileAccess;
  /** The caller's own at once; both once both are given. */
  reflections: ReflectionView[];
}

/** Absent fields stay as they are. `version` is the one that the change was made on. */
export interface ChangeCapsuleDto {
  title?: string;
  /** @maxLength 500 */
  description?: string;
  emoji?: string | null;
  /** Null for the colours of its state. */
  theme?: CapsuleTheme | null;
  /** @maxItems 10 */
  tags?: string[];
  /** @maxLength 40 */
  unlockAt?: string;
  unlockTz?: string;
  openRule?: OpenRule;
  /**
   * A picture of the capsule that both can see, for its cover; null for none.
   * @format uuid
   */
  coverId?: string | null;
  /**
   * @min 1
   * @max 2147483647
   */
  version: number;
}

/** Absent fields stay as they are; null clears. `version` is the one that the change was made on. */
export interface ChangeChallengeDto {
  title?: string;
  /** @maxLength 1000 */
  description?: string;
  /** @maxLength 40 */
  startAt?: string | null;
  /** @maxLength 40 */
  dueAt?: string | null;
  /**
   * @min 1
   * @max 2147483647
   */
  version: number;
}

/** Absent fields stay as they are. */
export interface ChangeContributionDto {
  /** @maxLength 5000 */
  text?: string;
  place?: PlaceDto | null;
  happenedAt?: string;
  visibility?: Visibility;
  /**
   * New captions of these attachments; the others keep theirs.
   * @maxItems 5
   */
  attachments?: AttachmentCaptionDto[];
}

/** Missing fields stay unchanged. `version` is the version that the caller has changed. */
export interface ChangeDateDto {
  title?: string;
  date?: string;
  yearly?: boolean;
  /** @maxItems 5 */
  remindDaysBefore?: (0 | 1 | 3 | 7 | 14)[];
  private?: boolean;
  /**
   * @min 1
   * @max 2147483647
   */
  version: number;
}

export interface ChangeEmailDto {
  email: string;
  password: string;
}

/** Absent fields stay as they are; null clears. `version` is the one that the change was made on. */
export interface ChangeGoalDto {
  title?: string;
  /** @maxLength 300 */
  why?: string;
  category?: GoalCategory;
  /** @maxLength 40 */
  dueAt?: string | null;
  /**
   * @min 1
   * @max 2147483647
   */
  version: number;
}

/** Absent fields stay as they are. `version` is the one that the change was made on. */
export interface ChangeListDto {
  title?: string;
  kind?: ListKind;
  /** False brings it back. */
  archived?: boolean;
  /**
   * @min 1
   * @max 2147483647
   */
  version: number;
}

/** Absent fields stay as they are; null clears. No field at all restores a deleted item. */
export interface ChangeListItemDto {
  text?: string;
  /** @format uuid */
  assignedTo?: string | null;
  /** @maxLength 40 */
  dueAt?: string | null;
  done?: boolean;
  /**
   * @min -1000000000
   * @max 1000000000
   */
  position?: number;
  /**
   * The item's rev that the author of the edit had seen.
   * @min 0
   * @max 2147483647
   */
  rev: number;
  /**
   * The same id is the same edit: a repeated one does not win over a later edit.
   * @format uuid
   */
  clientId: string;
}

export interface ChangePasswordDto {
  currentPassword: string;
  newPassword: string;
}

/** Absent fields stay as they are. `version` is the one that the change was made on. */
export interface ChangeTemplateDto {
  title?: string;
  /** @maxLength 1000 */
  description?: string;
  category?: ChallengeCategory;
  /**
   * @min 1
   * @max 10000
   */
  minutes?: number;
  /**
   * @maxItems 30
   * @minItems 1
   */
  steps?: ChallengeStepDto[];
  /** `all` steps, or any `n` of them. */
  completionRule?: CompletionRule;
  distanceOk?: boolean;
  intensity?: 1 | 2 | 3;
  /**
   * @min 1
   * @max 2147483647
   */
  version: number;
}

/** Absent fields stay as they are. `version` is the one that the change was made on. */
export interface ChangeWishDto {
  title?: string;
  /**
   * @min 1
   * @max 10000
   */
  points?: number;
  /**
   * @min 1
   * @max 2147483647
   */
  version: number;
}

export interface ChannelSettings {
  inApp: boolean;
  push: boolean;
  email: boolean;
}

export interface ChannelSettingsDto {
  inApp?: boolean;
  push?: boolean;
  email?: boolean;
}

/** A scene is read on without a choice; a choice has `choiceId`, a prompt `text`, also where it takes a photo. */
export interface ChooseInStoryDto {
  /** @maxLength 60 */
  nodeId: string;
  /** @maxLength 60 */
  choiceId?: string;
  /** @maxLength 300 */
  text?: string;
  /**
   * The one that the choice was made on.
   * @min 1
   * @max 2147483647
   */
  version: number;
}

export interface CompleteStepDto {
  /**
   * Required where the step's proof is `text`, and in place of the file where it is `photo` or `voice`.
   * @maxLength 1000
   */
  text?: string;
  /**
   * The same id is the same completion: a repeated call answers 200 instead of ALREADY_DONE.
   * @format uuid
   */
  clientId?: string;
}

/** `all` steps, or any `n` of them. */
export type CompletionRule =
  | "all"
  | {
      anyN: number;
    };

/** A picture, video or voice note of a contribution, or a document of a kept message. */
export interface ContributionAttachment {
  id: string;
  kind: AttachmentKind;
  /** Empty where its author wrote none. */
  caption: string;
  /** Of a kept voice note, from the speaker's device. */
  transcript: string | null;
  /** The camera's clock, with its offset from UTC where the camera wrote one. */
  takenAt: string | null;
  /** The place where a picture was taken, if the camera recorded it. */
  place: CoordinatesDto | null;
  /** Null while the file cannot be described; ask `POST /capsules/{id}/links` again. */
  file: EntityFileView | null;
}

export interface ContributionView {
  _id: string;
  capsuleId: string;
  coupleId: string;
  /** The member who put it in; of kept things the one who kept them. */
  author: string;
  kind: ContributionKind;
  /** The author's own words; of kept things a caption, which may be empty, and of a step the author's proof. */
  text: string;
  /** For the kind `message` only. */
  keptMessage: KeptMessageView | null;
  /** For the kind `answer` only. */
  keptAnswers: KeptAnswersView | null;
  /** For the kinds `challenge` and `step` only. */
  keptChallenge: KeptChallengeView | null;
  /** For the kind `story` only; the text is the author's answer. */
  keptStory: KeptStoryView | null;
  place: PlaceView | null;
  /** `YYYY-MM-DD`: the day it is about. */
  happenedAt: string;
  visibility: Visibility;
  /** At most five. */
  attachments: ContributionAttachment[];
  /** The terms of links to the files of an entity: its present access epoch, and their lifetime in seconds. */
  access: FileAccess;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  editedAt: string | null;
}

/** A change of a conversation: the whole new state of a message, a read marker or the settings. */
export type ConversationChange =
  | {
      kind: "settings";
      rev: number;
      /** The shared settings: messages disappear this many seconds after they were sent; null: never. */
      settings: ConversationSettingsView;
    }
  | {
      kind: "message";
      rev: number;
      /** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
      message: MessageView;
    }
  | {
      kind: "marker";
      rev: number;
      /** How far one person has read (`upTo`, a seq) and how far messages have reached a device of theirs (`deliveredUpTo`, never less). Both only move forward. While receipts are off, the partner sees no moves. `rev` is the revision of the last move that both see. Only the owner gets `ownRev`, the own revision of the last move; the previous build does not send it. */
      marker: ReadMarkerView;
    };

/** A page of history, ascending by seq, read in one snapshot at revision `asOf`. `hasMore` is for the direction of the query: newer messages for `after`, older ones otherwise. `unread` counts the partner's messages after the caller's marker, among the newest `LIMITS.unreadCounted` messages. */
export interface ConversationPage {
  chatId: string;
  messages: MessageView[];
  markers: ReadMarkerView[];
  /** The shared settings: messages disappear this many seconds after they were sent; null: never. */
  settings: ConversationSettingsView;
  asOf: number;
  hasMore: boolean;
  unread: number;
  /** The previous build does not send it. */
  own?: OwnSnapshot;
}

/** The shared settings: messages disappear this many seconds after they were sent; null: never. */
export interface ConversationSettingsView {
  disappearAfter: number | null;
  rev: number;
}

/** A spot in degrees. */
export interface CoordinatesDto {
  lat: number;
  lng: number;
}

/** The couple, as both members see it. `version` grows with every link and unlink. */
export interface CoupleView {
  _id: string;
  chatId: string;
  /** @format date-time */
  linkedAt: string;
  timezone: string;
  /** The day from which the couple counts, `YYYY-MM-DD`. By default the day of the link, in the couple's time zone. */
  togetherSince: string;
  /** Grows with every change of that day; 0 while it is not set. */
  togetherSinceVersion: number;
  /** The parts that are switched off for both. It does not say by whom. */
  hiddenParts: TogetherPart[];
  version: number;
}

export interface CreateCapsuleDto {
  title: string;
  kind: CapsuleKind;
  /** @maxLength 40 */
  unlockAt?: string;
  unlockTz?: string;
  openRule?: OpenRule;
  /** @maxLength 500 */
  description?: string;
  emoji?: string | null;
  theme?: CapsuleTheme | null;
  /** @maxItems 10 */
  tags?: string[];
  /**
   * The same id is the same capsule: a repeated call answers with the first one's.
   * @format uuid
   */
  clientId: string;
}

export interface CreateGoalDto {
  title: string;
  /** @maxLength 300 */
  why?: string;
  category: GoalCategory;
  type: GoalType;
  ownership: GoalOwnership;
  /**
   * Required for counters, in units, and for habits, in weeks.
   * @min 1
   * @max 1000000
   */
  target?: number;
  /**
   * For counters.
   * @maxLength 20
   */
  unit?: string;
  /**
   * Required for habits.
   * @min 1
   * @max 7
   */
  perWeek?: number;
  /**
   * Required for dates.
   * @maxLength 40
   */
  dueAt?: string;
  /**
   * Required for checklists.
   * @maxItems 30
   */
  milestones?: NewMilestoneDto[];
  /**
   * The same id is the same goal: a repeated call answers with the first one's.
   * @format uuid
   */
  clientId: string;
}

export interface CreateListDto {
  title: string;
  kind: ListKind;
  /**
   * A template whose items the list begins with.
   * @maxLength 60
   */
  templateId?: string;
  /**
   * The same id is the same list: a repeated call answers with the first one's.
   * @format uuid
   */
  clientId: string;
}

export interface CreateWishDto {
  title: string;
  /**
   * @min 1
   * @max 10000
   */
  points: number;
  /**
   * The same id is the same wish: a repeated call answers with the first one's.
   * @format uuid
   */
  clientId: string;
}

/** One person's answer. `value` and `guess` are indexes of the options, from 0; for a scale `value` is 1 to 5. */
export interface DailyAnswerView {
  value: number | null;
  /** The guess of the partner's answer, for the type `guess` only. */
  guess: number | null;
  text: string;
  /** @format date-time */
  answeredAt: string;
  /** Grows with every change. */
  version: number;
}

/** The caller's categories, and the shared preferences. */
export interface DailyPreferences {
  categories: DailyCategory[];
  rhythmShown: boolean;
  /** The last day of the holiday; null when there is none. */
  holiday: {
    until: string;
  } | null;
  /** The version of the shared preferences. */
  version: number;
}

/** Missing fields stay unchanged. `categories` are the caller's own; the rest is shared and requires `version`. */
export interface DailyPreferencesDto {
  categories?: DailyCategory[];
  rhythmShown?: boolean;
  /** null ends the holiday. */
  holiday?: HolidayDto | null;
  /**
   * @min 1
   * @max 2147483647
   */
  version?: number;
}

/** The question of one day, as one member may see it. */
export interface DailyQuestionView {
  _id: string;
  /** `YYYY-MM-DD` in the couple's time zone. */
  dayKey: string;
  text: string;
  type: DailyType;
  options: string[];
  /** null for a question that a member has written. */
  category: DailyCategory | null;
  /** Its author; null for the app's questions and after the author's account was deleted. */
  writtenBy: {
    _id: string;
    firstName: string;
  } | null;
  /** `open`: no answer. `mine`, `theirs`: one answer. `revealed`: both have answered and see both answers. */
  state: DailyState;
  partnerAnswered: boolean;
  mine: DailyAnswerView | null;
  /** null until both have answered. */
  theirs: DailyAnswerView | null;
  reactions: ReactionView[];
  /** Whether it can be exchanged: once a day, before the first answer. */
  canSwap: boolean;
  /**
   * The last day on which it can be answered.
   * @format date-time
   */
  answerableUntil: string;
  /** Grows when the question is exchanged. */
  version: number;
}

export interface DailyToday {
  /** The question of one day, as one member may see it. */
  question: DailyQuestionView;
  /** Earlier questions that the caller can still answer, newest first. */
  pending: DailyQuestionView[];
  /** null while the couple hides it. */
  rhythm: RhythmView | null;
  /** The last day of the current holiday. */
  holidayUntil: string | null;
}

/** The question's version that the caller has seen. An older one is refused with VERSION_CONFLICT. */
export interface DailyVersionDto {
  /**
   * @min 1
   * @max 2147483647
   */
  version: number;
}

/** The next dates first, past ones last. All days are in the couple's time zone. */
export interface DateList {
  dates: ImportantDateView[];
  milestones: MilestoneView[];
  today: string;
  timezone: string;
}

/** The seq of the first message of a day or, where that has none, of the next day with messages; null after the last one. */
export interface DayFound {
  seq: number | null;
}

export interface DeleteAccountDto {
  password: string;
}

export interface DescribedFile {
  id: string;
  /** A file of an entity, as its viewer may load it. `url`, `display` and `thumbnail` are signed links that need no token and end at `expiresAt`, or at once when the entity grants less than before. A voice note has no `url` and no `waveform` until `voiceStatus` is `ready`. Other fields as in `AttachmentView`. */
  file: EntityFileView;
}

/** Seconds; null: never. Existing messages keep their time. With a `chatId` the call fails unless that conversation is the caller's current one. */
export interface DisappearingDto {
  /** @format uuid */
  chatId?: string;
  seconds?: 3600 | 86400 | 604800 | 2592000;
}

export interface DismissYearDto {
  /**
   * This year or the last.
   * @min 1900
   * @max 9999
   */
  year: number;
  /** 31 December, unless given. */
  occasion?: YearOccasion;
}

/** The answer of a call without a result. */
export interface Done {
  done: true;
}

/** A draft, as of `version`. An empty `content` is no draft. */
export interface DraftView {
  chatId: string;
  content: string;
  replyTo: string | null;
  version: number;
  /** @format date-time */
  updatedAt: string;
}

export interface EditDto {
  content: string;
}

/** A file of an entity, as its viewer may load it. `url`, `display` and `thumbnail` are signed links that need no token and end at `expiresAt`, or at once when the entity grants less than before. A voice note has no `url` and no `waveform` until `voiceStatus` is `ready`. Other fields as in `AttachmentView`. */
export interface EntityFileView {
  url: string | null;
  display?: string;
  thumbnail?: string;
  filename: string;
  size: number;
  mimeType: string;
  blur?: string;
  width?: number;
  height?: number;
  duration?: number;
  waveform?: number[];
  voiceStatus?: "processing" | "ready" | "failed";
  /** @format date-time */
  expiresAt: string;
}

/** The subject of an activity or a notification. A reminder of a capsule or challenge has the id of that. */
export interface EntityReference {
  type: EntityType;
  id: string;
}

/** The body of every answer that is not 2xx. */
export interface ErrorBody {
  success: false;
  code: ErrorCode;
  /** The sentence of the code, in English. */
  message: string;
  /** The values in the sentence: `name` for FILE_TOO_LARGE; `at` and `timeZone` for CAPSULE_LOCKED. */
  params?: ErrorParams;
  errors?: FieldError[];
  /** The current state, for VERSION_CONFLICT; `{contributionId}`, for DUPLICATE_FILE. */
  current?: any;
  requestId: string;
}

/** Values of a sentence. */
export type ErrorParams = Record<string, string | number>;

/** The link to download an export, valid until `expiresAt`. */
export interface ExportLink {
  url: string;
  /** @format date-time */
  expiresAt: string;
}

/** The export in the settings, and until when it includes the history with a former partner. */
export interface ExportState {
  status: "none" | "preparing" | "ready" | "failed";
  /** @format date-time */
  requestedAt: string | null;
  /** @format date-time */
  expiresAt: string | null;
  /** @format date-time */
  historyUntil: string | null;
}

export interface ExtendChallengeDto {
  /**
   * After the present due date, and ahead.
   * @maxLength 40
   */
  dueAt: string;
}

/** A validation error, which the form shows beside its field. */
export interface FieldError {
  field: string;
  /** Names the sentence, so that a client can say it in its own language; it never changes its meaning. */
  code: string;
  /** The numbers in the sentence, such as `max`. */
  params?: ErrorParams;
  /** The sentence in English. */
  message: string;
}

/** The terms of links to the files of an entity: its present access epoch, and their lifetime in seconds. */
export interface FileAccess {
  epoch: number;
  seconds: number;
}

/** A completed challenge. */
export interface FinishedChallenge {
  challengeId: string;
  title: string;
  /** @format date-time */
  completedAt: string;
}

export interface ForgotPasswordDto {
  email: string;
}

export interface FoundDates {
  hits: ImportantDateView[];
  /** Whether more match. */
  more: boolean;
}

export interface FoundMemories {
  hits: MemoryHit[];
  /** Whether more match. */
  more: boolean;
}

export interface FoundMessages {
  hits: MessageView[];
  more: boolean;
}

export interface FoundQuestions {
  hits: DailyQuestionView[];
  more: boolean;
}

export interface FoundTitles {
  hits: TitledHit[];
  more: boolean;
}

export interface GalleryPage {
  messages: MessageView[];
  hasMore: boolean;
}

export interface GoalEntryView {
  _id: string;
  user: string;
  delta: number;
  note: string;
  at: string;
}

/** The keepsake of a goal. */
export interface GoalKept {
  capsuleId: string;
}

export interface GoalMilestoneView {
  _id: string;
  title: string;
  /** @format date-time */
  doneAt: string | null;
  doneBy: string | null;
}

export interface GoalProgress {
  /** Milestones, units or full weeks; 1 of 1 for a date that has come true. */
  done: number;
  total: number;
  /** Days of this week with an entry; null unless the goal is a habit. */
  thisWeek: number | null;
}

/** A goal without its entries: for lists. */
export interface GoalSummary {
  _id: string;
  coupleId: string;
  createdBy: string;
  title: string;
  why: string;
  category: GoalCategory;
  type: GoalType;
  /** Units of a counter, weeks of a habit. */
  target: number | null;
  unit: string | null;
  perWeek: number | null;
  /** @format date-time */
  dueAt: string | null;
  ownership: GoalOwnership;
  status: GoalStatus;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  updatedAt: string;
  /** @format date-time */
  achievedAt: string | null;
  milestones: GoalMilestoneView[];
  progress: GoalProgress;
  /** Days on which the partner cheered. */
  cheers: number;
  /** Whether the caller has cheered today. */
  cheeredToday: boolean;
  /** The members who want it deleted, where both must agree. The request lapses after 7 days. */
  deleteAskedBy: string | null;
  version: number;
  actions: GoalAction[];
}

/** A goal as its viewer may see it. */
export interface GoalView {
  _id: string;
  coupleId: string;
  createdBy: string;
  title: string;
  why: string;
  category: GoalCategory;
  type: GoalType;
  /** Units of a counter, weeks of a habit. */
  target: number | null;
  unit: string | null;
  perWeek: number | null;
  /** @format date-time */
  dueAt: string | null;
  ownership: GoalOwnership;
  status: GoalStatus;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  updatedAt: string;
  /** @format date-time */
  achievedAt: string | null;
  milestones: GoalMilestoneView[];
  progress: GoalProgress;
  /** Days on which the partner cheered. */
  cheers: number;
  /** Whether the caller has cheered today. */
  cheeredToday: boolean;
  /** The members who want it deleted, where both must agree. The request lapses after 7 days. */
  deleteAskedBy: string | null;
  version: number;
  actions: GoalAction[];
  /** The newest, newest first. Empty for the partner of a `mine_with_support` goal. */
  entries: GoalEntryView[];
}

/** Messages and periods latest first, then capsules. */
export interface HiddenMemories {
  enabled: boolean;
  exclusions: HiddenMemory[];
}

/** A hidden memory: a message, a period of days, or a capsule with all that lies in it. */
export type HiddenMemory =
  | OnThisDayExclusion
  | {
      _id: string;
      kind: "capsule";
      capsule: {
        _id: string;
        title: string;
        emoji: string | null;
      };
    };

/** One of a message, a capsule, and a period of days (YYYY-MM-DD, both ends included). */
export interface HideMemoryDto {
  /** @format uuid */
  messageId?: string;
  /** @format uuid */
  capsuleId?: string;
  from?: string;
  to?: string;
}

export interface HolidayDto {
  /** The last day of the holiday, in the couple's time zone. */
  until: string;
}

/** An important date of the couple or of one member. Days are `YYYY-MM-DD` in the couple's time zone. */
export interface ImportantDateView {
  _id: string;
  id: string;
  title: string;
  date: string;
  yearly: boolean;
  remindDaysBefore: number[];
  /** Only its author sees it. */
  private: boolean;
  /** null after the account was deleted. */
  createdBy: string | null;
  /** The next occurrence, and the days until it; null when there is none. */
  next: string | null;
  daysUntil: number | null;
  version: number;
}

/** The part of an invite that its code reveals: the issuer's first name. */
export interface InviteOffer {
  firstName: string;
  /** @format date-time */
  expiresAt: string;
}

export interface InviteView {
  code: string;
  /** @format date-time */
  expiresAt: string;
}

/** The capsule for a kept thing. Without `capsuleId` it is the couple's album of kept things, which the first use creates. */
export interface KeepDto {
  /** @format uuid */
  capsuleId?: string;
  /**
   * The same id is the same contribution.
   * @format uuid
   */
  clientId: string;
}

export interface KeepMessageDto {
  /** @format uuid */
  capsuleId?: string;
  /**
   * The same id is the same contribution.
   * @format uuid
   */
  clientId: string;
  /** @format uuid */
  messageId: string;
}

export interface KeepYearDto {
  /**
   * This year or the last.
   * @min 1900
   * @max 9999
   */
  year: number;
  /** 31 December, unless given. */
  occasion?: YearOccasion;
  /** @maxItems 12 */
  messageIds: string[];
  /** @maxItems 12 */
  challengeIds?: string[];
}

/** A daily question with both answers, as they were revealed. */
export interface KeptAnswersView {
  questionId: string;
  question: string;
  answers: {
    by: string;
    chosen: string | null;
    words: string;
  }[];
}

/** A completed challenge, or a step of one. */
export interface KeptChallengeView {
  challengeId: string;
  title: string;
  /** The step's title; null for the challenge as a whole. */
  step: string | null;
}

/** A message as it was when it was kept. Its words never change. */
export interface KeptMessageView {
  messageId: string;
  /** Its place in the conversation. */
  seq: number;
  /** The person whose words they are. */
  by: string;
  /** Empty for a message of files alone. */
  words: string;
  /** The id of a sticker, whose name the words are. Copies by earlier builds have none. */
  sticker?: string;
  /** @format date-time */
  sentAt: string;
}

/** A page of a finished story, at which the author of the contribution chose or wrote. */
export interface KeptStoryView {
  sessionId: string;
  title: string;
  /** The text of the page. */
  question: string;
}

/** The result of a link attempt: a couple, or a request that waits for an answer. */
export interface LinkOutcome {
  partner: PartnerView | null;
  couple: CoupleView | null;
  request: PartnerRequestView | null;
}

export interface LinkPartnerDto {
  timezone?: string;
  /**
   * @minLength 1
   * @maxLength 254
   */
  partnerIdentifier: string;
}

/** The preview of a text's first link: texts of the page, shortened. `url` is the message's link, not one that the page claims. The picture is a copy in this installation and is loaded like an attachment. */
export interface LinkPreviewView {
  url: string;
  siteName: string;
  title: string;
  description: string | null;
  /** The picture of a link preview, with the fields of an attachment. */
  image?: PreviewImageView;
}

export interface ListItemView {
  _id: string;
  /** The id that its author's device gave it. */
  clientId: string;
  createdBy: string;
  /** @format date-time */
  createdAt: string;
  text: string;
  /** Sorts the items of a list; two may have the same. */
  position: number;
  assignedTo: string | null;
  /** @format date-time */
  dueAt: string | null;
  /** @format date-time */
  doneAt: string | null;
  /** Null also where that account is deleted. */
  doneBy: string | null;
  /** The list's rev at the newest change of this item. */
  rev: number;
  /** The list's rev at the newest edit; a deletion is no edit. */
  editedRev: number;
  /** The list's rev at its deletion; null while it is in the list. */
  deletedRev: number | null;
}

/** The item that Duet chose, and who asked for it. */
export interface ListPick {
  itemId: string;
  by: string;
  at: string;
}

/** A list without its items. */
export interface ListSummary {
  _id: string;
  coupleId: string;
  createdBy: string;
  title: string;
  kind: ListKind;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  updatedAt: string;
  /**
   * Null while it is in use.
   * @format date-time
   */
  archivedAt: string | null;
  /** Items that are not done. */
  open: number;
  done: number;
  /** Null once the picked item is done or deleted. */
  pick: ListPick | null;
  /** The members who want it deleted, where both must agree. That lapses after 7 days. */
  deleteAskedBy: string | null;
  /** The number of the newest change of the list or of one of its items. */
  rev: number;
  /** For changes of the list's own words. Items have none. */
  version: number;
}

/** The changes of a list in the order of their revs. */
export interface ListSync {
  /** A list without its items. */
  list: ListSummary;
  /** Each item that changed after `after`, as it is now. After 0 the deleted ones are left out. */
  items: ListItemView[];
  /** The rev from which the next call continues. */
  upTo: number;
  more: boolean;
}

export interface ListTemplateView {
  id: string;
  title: string;
  kind: ListKind;
  items: string[];
}

export interface LoginDto {
  email: string;
  password: string;
  /**
   * A code of the authenticator app, or a recovery code. Required after SECOND_FACTOR_REQUIRED.
   * @maxLength 40
   */
  code?: string;
}

/** Signing out never fails on a missing token: the client is signed out either way. */
export interface LogoutDto {
  /** @maxLength 200 */
  refreshToken?: string;
}

/** The secret of a mailed link. */
export interface MailedTokenDto {
  /** @maxLength 200 */
  token: string;
}

/** A place on the map of the two, named by its author or written by the camera into a picture; `lat` and `lng` in degrees. */
export interface MapPlace {
  capsuleId: string;
  contributionId: string;
  /** Of the capsule. */
  title: string;
  emoji: string | null;
  author: string;
  /** The picture that was taken there; null for a place that its author named. */
  attachmentId: string | null;
  /** The beginning of the words, or of the picture's caption; empty where there are none. */
  text: string;
  /** As its author named it; empty where only the camera knew. */
  label: string;
  lat: number;
  lng: number;
  happenedAt: string;
}

/** Marks messages up to this seq as delivered to a device of the caller's. */
export interface MarkDeliveredDto {
  /** @format uuid */
  chatId: string;
  /**
   * @min 0
   * @max 9007199254740991
   */
  upTo: number;
}

/** Without `upTo` all messages are read. */
export interface MarkReadDto {
  /** @format uuid */
  chatId?: string;
  /**
   * @min 0
   * @max 9007199254740991
   */
  upTo?: number;
}

/** `from` is the seq of a message; null takes the mark back. */
export interface MarkUnreadDto {
  /** @format uuid */
  chatId?: string;
  /**
   * @min 1
   * @max 9007199254740991
   */
  from?: number;
}

/** A mark with the own revision of its last change. */
export interface MarkedMessage {
  messageId: string;
  seq: number;
  /** @format date-time */
  starredAt: string | null;
  hidden: boolean;
  ownRev: number;
}

/** A signed link to one attachment. `query` is appended to each of its paths and valid until `expiresAt`, at most 5 minutes. */
export interface MediaLink {
  id: string;
  query: string;
  /** @format date-time */
  expiresAt: string;
}

/** The values that the couple's memories can be filtered by. */
export interface MemoryChoices {
  /** The years of readable contributions, the latest first. */
  years: number[];
  /** The tags of visible capsules, the most used first. */
  tags: string[];
}

/** A capsule that matches, or a readable contribution that does. */
export interface MemoryHit {
  capsule: {
    _id: string;
    title: string;
    emoji: string | null;
    kind: CapsuleKind;
    status: CapsuleStatus;
    description: string;
    tags: string[];
  };
  contribution: ContributionView | null;
}

export interface MemoryMap {
  places: MapPlace[];
  nextCursor: string | null;
}

/** `total` counts the hits of the whole search up to `LIMITS.searchCounted`; only its first page has it. `nextCursor` is null at the end. */
export interface MessageHits {
  messages: MessageView[];
  hasMore: boolean;
  nextCursor: string | null;
  total: number | null;
}

/** A person's marks on a message. `hidden`: deleted for this person alone, which lasts. */
export interface MessageMarkView {
  messageId: string;
  seq: number;
  /** @format date-time */
  starredAt: string | null;
  hidden: boolean;
}

export interface MessageSender {
  _id: string;
  firstName: string;
  username: string;
}

/** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
export interface MessageView {
  _id: string;
  id: string;
  chatId: string;
  seq: number;
  rev: number;
  clientMessageId: string;
  sender: MessageSender;
  content: string;
  messageType: MessageType;
  /** The id of a sticker, which may be newer than the client; the content is its name. Null on tombstones. */
  sticker: string | null;
  /** The thing that the message shows, whose title is the content; its type may be newer than the client. Null on tombstones. */
  card: CardView | null;
  attachments: AttachmentView[];
  replyTo: QuoteView | null;
  reactions: ReactionView[];
  isRead: boolean;
  status: MessageStatus;
  voiceStatus: VoiceStatus | null;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  editedAt: string | null;
  /** @format date-time */
  deletedAt: string | null;
  /** @format date-time */
  pinnedAt: string | null;
  /**
   * When it disappears for both. From then on it is a tombstone that is not shown.
   * @format date-time
   */
  expiresAt: string | null;
  notice: SystemMessageView | null;
  /** The preview of the first link, once it is ready. */
  preview: LinkPreviewView | null;
}

/** A milestone counted from `togetherSince`: a number of days or years. */
export interface MilestoneView {
  kind: "days" | "years";
  count: number;
  next: string;
  daysUntil: number;
}

export interface MoodList {
  /** The couple's day. */
  today: string;
  /** The instant at which it ends. */
  until: string;
  /** The moods of both, the newest day first. */
  moods: MoodView[];
}

/** One person's mood of one day. */
export interface MoodView {
  userId: string;
  /** `YYYY-MM-DD` in the couple's calendar. */
  day: string;
  mood: Mood;
  /** Empty for none. */
  note: string;
  at: string;
}

/** The e-mail address that a sign-in names. */
export interface NamedAccountDto {
  email: string;
}

export interface NewMilestoneDto {
  title: string;
}

/** Null when there is none. */
export interface NicknameView {
  nickname: string | null;
}

/** The kind and the values of a notification, for a page in another language than English. */
export interface NoticeWords {
  kind: NoticeKind;
  /** First name of the person it is about; null for nobody, and once that account is deleted. */
  name: string | null;
  /** The important date or the milestone that a reminder names. */
  reminder?: ReminderSubject;
}

export interface NotificationMatrixDto {
  messages?: ChannelSettingsDto;
  reactions?: ChannelSettingsDto;
  partner?: ChannelSettingsDto;
  memories?: ChannelSettingsDto;
  challenges?: ChannelSettingsDto;
  goals?: ChannelSettingsDto;
  lists?: ChannelSettingsDto;
  stories?: ChannelSettingsDto;
  gestures?: ChannelSettingsDto;
  dailyQuestion?: ChannelSettingsDto;
  reminders?: ChannelSettingsDto;
}

export interface NotificationSettings {
  matrix: {
    messages: ChannelSettings;
    reactions: ChannelSettings;
    partner: ChannelSettings;
    memories: ChannelSettings;
    challenges: ChannelSettings;
    goals: ChannelSettings;
    lists: ChannelSettings;
    stories: ChannelSettings;
    gestures: ChannelSettings;
    dailyQuestion: ChannelSettings;
    reminders: ChannelSettings;
  };
  quietHours: QuietHours;
  sound: boolean;
  lockScreen: "hidden" | "name" | "full";
  /** `HH:MM` in the couple's time zone. */
  dailyQuestionTime: string;
  /**
   * Notifications from the partner are muted until this instant.
   * @format date-time
   */
  mutedUntil: string | null;
}

export interface NotificationSettingsDto {
  matrix?: NotificationMatrixDto;
  quietHours?: QuietHoursDto;
  sound?: boolean;
  lockScreen?: "hidden" | "name" | "full";
  dailyQuestionTime?: string;
  /**
   * null ends the mute.
   * @maxLength 40
   */
  mutedUntil?: string | null;
}

export interface NotificationView {
  id: string;
  type: "info" | "warning" | "success";
  /** The sentence in English. */
  message: string;
  /** The kind and the values of a notification, for a page in another language than English. */
  words?: NoticeWords;
  /** @format date-time */
  timestamp: string;
  link: string | null;
  /** The subject of an activity or a notification. A reminder of a capsule or challenge has the id of that. */
  entity?: EntityReference;
  /** @format date-time */
  readAt: string | null;
}

/** The caller's last nudge, and the instant from which the next one is possible. Both are null once that has passed. */
export interface NudgeState {
  /** @format date-time */
  sentAt: string | null;
  /** @format date-time */
  nextAt: string | null;
}

/** Whether a person has earlier years switched on. */
export interface OnThisDayChoice {
  enabled: boolean;
}

/** A hidden memory: a message, or the days from `from` to `to` (YYYY-MM-DD, both included). */
export type OnThisDayExclusion =
  | {
      kind: "message";
      /** The message that a reply answers, shortened, as of its `rev`. A later change of that message does not change the reply; a client that has loaded the message shows its current state (`messagesOf`). */
      message: QuoteView;
      /** @format date-time */
      sentAt: string;
      _id: string;
    }
  | {
      kind: "period";
      from: string;
      to: string;
      _id: string;
    };

/** A message of this day in an earlier year. `date` (YYYY-MM-DD) is in the couple's time zone; 29 February counts as the 28th in a year without one. */
export interface OnThisDayItem {
  yearsAgo: number;
  date: string;
  /** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
  message: MessageView;
}

/** Something of a finished capsule from this day in an earlier year: a contribution, or the capsule's own day. */
export interface OnThisDayMemory {
  yearsAgo: number;
  /** `YYYY-MM-DD`. */
  date: string;
  capsule: {
    _id: string;
    title: string;
    emoji: string | null;
  };
  /** Null for the day on which the capsule was opened or finished. */
  contribution: ContributionView | null;
}

/** The moments the couple shared on this day in earlier years, latest year first; nothing while switched off. `day` (YYYY-MM-DD) is today in the couple's time zone, `until` the instant at which tomorrow begins. */
export interface OnThisDayView {
  memories: OnThisDayMemory[];
  day: string;
  until: string;
  items: OnThisDayItem[];
  enabled: any;
}

/** null on most days, once the keepsake of the occasion exists, and after "not this year". */
export interface OurYear {
  proposal: YearProposal | null;
}

/** A change that only one person sees, with the person's own revision. The partner's events, reads and revisions do not reveal it. */
export interface OwnChange {
  kind: "marker";
  ownRev: number;
  /** How far one person has read (`upTo`, a seq) and how far messages have reached a device of theirs (`deliveredUpTo`, never less). Both only move forward. While receipts are off, the partner sees no moves. `rev` is the revision of the last move that both see. Only the owner gets `ownRev`, the own revision of the last move; the previous build does not send it. */
  marker: ReadMarkerView;
}

/** A mark that only its person sees, with the person's own revision. Clients of the previous build do not know it. */
export type OwnMarkChange =
  | {
      kind: "message";
      ownRev: number;
      /** A person's marks on a message. `hidden`: deleted for this person alone, which lasts. */
      mark: MessageMarkView;
    }
  | {
      kind: "unread";
      ownRev: number;
      /** The seq from which a person marked the conversation as unread; null: no mark. It holds while the read marker is still at `readUpTo`: reading further takes it back. */
      unread: UnreadMarkView;
    };

/** Every own change after the own revision `after`. `upTo` is the next page's `after`. */
export interface OwnPage {
  changes: OwnChange[];
  marks?: OwnMarkChange[];
  asOf: number;
  after: number;
  upTo: number;
  hasMore: boolean;
}

/** A member's own question that has not been asked yet. Only its author sees it. */
export interface OwnQuestionView {
  _id: string;
  text: string;
  type: DailyType;
  options: string[];
  /** @format date-time */
  createdAt: string;
}

/** A person's own state in a page, as of the own revision `asOf`: the read marker, and in `marks` the unread mark and the marks of the page's messages. `hidden` has the seqs of the newest messages that the person deleted for themselves (`LIMITS.hiddenSeqs`); only the newest page has it. The previous build sends neither. */
export interface OwnSnapshot {
  changes: OwnChange[];
  marks?: OwnMarkChange[];
  hidden?: number[];
  asOf: number;
}

/** These, and activities that only open pages need. */
export type PartnerActivityKind =
  | ActivityKind
  | "request_received"
  | "request_closed"
  | "nickname_changed"
  | "parts_changed"
  | "date_changed"
  | "daily_preferences"
  | "daily_swapped"
  | "daily_reacted"
  | "mood_changed"
  | "goal_changed"
  | "goal_progressed"
  | "goal_cheered"
  | "list_changed"
  | "story_changed"
  | "story_waiting"
  | "story_advanced"
  | "wish_changed";

export interface PartnerRequestView {
  _id: string;
  id: string;
  /** A person on the partner card, in search results or as a sender. */
  sender: PersonView;
  /** A person on the partner card, in search results or as a sender. */
  receiver: PersonView;
  message: string;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  expiresAt: string;
}

export interface PartnerStatus {
  nickname: string | null;
  hasPartner: boolean;
  /** `nickname` is the caller's name for them. */
  partner: PartnerView | null;
  couple: CoupleView | null;
  pendingRequests: number;
}

/** The partner, who is the only one to see the e-mail address. */
export interface PartnerView {
  _id: string;
  id: string;
  firstName: string;
  lastName: string;
  fullName: string;
  username: string;
  avatar: string | null;
  email: string;
}

/** The options of `navigator.credentials.create` in the JSON form of WebAuthn: bytes are base64url. */
export interface PasskeyCreationOptions {
  rp: {
    id: string;
    name: string;
  };
  user: {
    id: string;
    name: string;
    displayName: string;
  };
  challenge: string;
  pubKeyCredParams: {
    type: "public-key";
    alg: number;
  }[];
  /** Milliseconds. */
  timeout: number;
  /** The user's existing passkeys, so that no authenticator stores a second one. */
  excludeCredentials: {
    type: "public-key";
    id: string;
    transports?: string[];
  }[];
  authenticatorSelection: {
    residentKey: "required";
    requireResidentKey: true;
    userVerification: "required";
  };
  attestation: "none";
}

export interface PasskeyNameDto {
  name: string;
}

/** The answer of `navigator.credentials.get`. */
export interface PasskeyProofDto {
  /** @maxLength 1364 */
  id: string;
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    /** The user handle. A discoverable passkey always has one. */
    userHandle?: string;
  };
}

/** The options of `navigator.credentials.get`. Without `allowCredentials` the authenticator offers all of its passkeys. */
export interface PasskeyRequestOptions {
  rpId: string;
  challenge: string;
  timeout: number;
  allowCredentials?: {
    type: "public-key";
    id: string;
    transports?: string[];
  }[];
  userVerification: "required";
}

/** A passkey in its owner's settings. */
export interface PasskeyView {
  _id: string;
  id: string;
  name: string;
  /** @format date-time */
  createdAt: string;
  /**
   * The last sign-in or unlock with it; null before the first one.
   * @format date-time
   */
  lastUsedAt: string | null;
  /** Its provider syncs it to other devices. */
  synced: boolean;
}

/** A person on the partner card, in search results or as a sender. */
export interface PersonView {
  _id: string;
  id: string;
  firstName: string;
  lastName: string;
  fullName: string;
  username: string;
  avatar: string | null;
}

export interface PlaceDto {
  label: string;
  /** Degrees; only together with `lng`. */
  lat?: number;
  lng?: number;
}

/** A spot on the map; without coordinates it is a name alone. */
export interface PlaceView {
  label: string;
  lat?: number;
  lng?: number;
}

/** The picture of a link preview, with the fields of an attachment. */
export interface PreviewImageView {
  id: string;
  url: string;
  width: number;
  height: number;
  blur: string;
}

export interface PrivacySettings {
  /** Reciprocal, like `typing` and `online`: a person who hides it does not see the partner's. */
  readReceipts: boolean;
  typing: boolean;
  online: boolean;
  /** When the person was last online. Shown while both members show it and their online status. */
  lastSeen: boolean;
  /** Whether search finds the person: by name, by the exact username only, or never. */
  findable: Findable;
  linkPreviews: boolean;
  /** Seconds after which messages disappear in new conversations; null: never. The shorter of both people's values counts. */
  disappearingDefault: DisappearAfter | null;
  /** Voice notes get a transcript from the speaker's device, and transcripts are shown. */
  transcripts: boolean;
  /** Pictures keep camera, exposure and time in their metadata, but never place or author. */
  keepExif: boolean;
}

export interface PrivacySettingsDto {
  /** Reciprocal, like `typing` and `online`: a person who hides it does not see the partner's. */
  readReceipts?: boolean;
  typing?: boolean;
  online?: boolean;
  /** When the person was last online. Shown while both members show it and their online status. */
  lastSeen?: boolean;
  /** Whether search finds the person: by name, by the exact username only, or never. */
  findable?: Findable;
  linkPreviews?: boolean;
  /** null: never. */
  disappearingDefault?: DisappearAfter | null;
  /** Voice notes get a transcript from the speaker's device, and transcripts are shown. */
  transcripts?: boolean;
  /** Pictures keep camera, exposure and time in their metadata, but never place or author. */
  keepExif?: boolean;
}

/** From a template, whose words and steps it copies, or in own words. */
export interface ProposeChallengeDto {
  /** @maxLength 60 */
  templateId?: string;
  /** Required without a template. */
  title?: string;
  /** @maxLength 1000 */
  description?: string;
  /** Required without a template. With one it is the template's. */
  category?: ChallengeCategory;
  /**
   * Required without a template. With one they are the template's.
   * @maxItems 30
   * @minItems 1
   */
  steps?: ChallengeStepDto[];
  /** `all` where it is left out. With a template it is the template's. */
  completionRule?: CompletionRule;
  /**
   * Not before this instant; on acceptance where it is left out.
   * @maxLength 40
   */
  startAt?: string;
  /** @maxLength 40 */
  dueAt?: string;
  /**
   * The same id is the same challenge: a repeated call answers with the first one's.
   * @format uuid
   */
  clientId: string;
}

export interface ProposeUnlockDto {
  /** @maxLength 40 */
  unlockAt: string;
}

export interface ProvePasswordDto {
  password: string;
}

/** An answer from a notification. A repeated call with the same id sends nothing twice. */
export interface PushReplyDto {
  content: string;
  /** @format uuid */
  clientMessageId: string;
}

/** Whether the device receives pushes, and the VAPID key for its subscription; null when the installation has none. */
export interface PushState {
  publicKey: string | null;
  subscribed: boolean;
  /** The SHA-256 of the subscription's endpoint, base64url: the device sees whether the subscription is its own. */
  endpointHash?: string;
}

/** A message in a notification: the start of its text. */
export interface PushedMessageView {
  firstName: string;
  content: string;
  messageType: MessageType;
  /** The id of a sticker, whose name is the content. The previous build does not send it. */
  sticker?: string | null;
  /** The partner's reactions to it, latest last. */
  reactions: string[];
}

export interface QuietHours {
  enabled: boolean;
  /** `HH:MM` in the person's time zone. A `from` after `to` spans midnight. */
  from: string;
  to: string;
  /** The time zone of quiet hours for mails; null until a device has set it. */
  timezone: string | null;
}

export interface QuietHoursDto {
  enabled?: boolean;
  from?: string;
  to?: string;
  timezone?: string;
}

/** The message that a reply answers, shortened, as of its `rev`. A later change of that message does not change the reply; a client that has loaded the message shows its current state (`messagesOf`). */
export interface QuoteView {
  _id: string;
  seq: number;
  rev: number;
  sender: MessageSender;
  content: string;
  /** Empty for pictures, voice notes and files, which are shown by their type. */
  messageType: MessageType;
  /** As in a message. The previous build does not send it. */
  sticker?: string | null;
  /** @format date-time */
  deletedAt: string | null;
}

export interface ReactionDto {
  /** Normalised, so that two spellings of an emoji are one reaction. */
  emoji: string;
}

export interface ReactionView {
  emoji: string;
  user: string;
}

/** How far one person has read (`upTo`, a seq) and how far messages have reached a device of theirs (`deliveredUpTo`, never less). Both only move forward. While receipts are off, the partner sees no moves. `rev` is the revision of the last move that both see. Only the owner gets `ownRev`, the own revision of the last move; the previous build does not send it. */
export interface ReadMarkerView {
  userId: string;
  upTo: number;
  deliveredUpTo: number;
  rev: number;
  /** @format date-time */
  readAt: string;
  ownRev?: number;
}

/** Either `ids` or `all: true`. */
export interface ReadNotificationsDto {
  /**
   * @maxItems 50
   * @minItems 1
   */
  ids?: string[];
  all?: true;
}

/** Recovery codes. Each replaces a code once. Shown once. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}

export interface ReflectOnChallengeDto {
  /** @maxLength 1000 */
  text: string;
  /**
   * From 1 to 5. The partner never reads it.
   * @min 1
   * @max 5
   */
  mood: number;
}

/** Shown when both gave one. `mood` is its writer's alone: null in the other's answers. */
export interface ReflectionView {
  user: string;
  text: string;
  mood: number | null;
  at: string;
}

export interface RefreshTokenDto {
  /** @maxLength 200 */
  refreshToken: string;
}

export interface RegisterDto {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  password: string;
  confirmPassword?: string;
}

/** The important date or the milestone that a reminder names. */
export type ReminderSubject =
  | {
      title: string;
      daysBefore: number;
    }
  | {
      milestone: "days" | "years";
      count: number;
    };

/** Replaces a subscription that the browser has renewed by itself. Endpoint and secret of the old one prove whose it is. */
export interface RenewPushDto {
  /** @maxLength 2048 */
  endpoint: string;
  /** The browser's public key, an uncompressed point of P-256, base64url. */
  p256dh: string;
  auth: string;
  /** @maxLength 2048 */
  oldEndpoint: string;
  oldAuth: string;
}

/** A reply. The path names the message that it answers. */
export interface ReplyDto {
  content: string;
  /** @format uuid */
  clientMessageId?: string;
}

export interface ReportPersonDto {
  /** @format uuid */
  userId: string;
  reason: ReportReason;
  /** Absent or empty for none. */
  text?: string;
  /**
   * Messages of the conversation with this person, also of one that ended less than 30 days ago.
   * @maxItems 20
   */
  messageIds?: string[];
  /**
   * The same id is the same report.
   * @format uuid
   */
  clientId?: string;
}

/** Proof that the owner is at the screen: the password, or one of the caller's passkeys (`auth.passkey.ask-confirm`). */
export interface RequestExportDto {
  password?: string;
  /** The answer of `navigator.credentials.get`. */
  passkey?: PasskeyProofDto;
}

/** Missing fields stay unchanged. */
export interface RescheduleDto {
  content?: string;
  at?: string;
  timezone?: string;
}

/** The address, for a caller without a session: an expired link is often opened on another device. */
export interface ResendVerificationDto {
  email?: string;
}

export interface ResetPasswordDto {
  /** @maxLength 200 */
  token: string;
  password: string;
  confirmPassword?: string;
  /**
   * The code of the second factor, if the account has one: a mailbox does not replace it.
   * @maxLength 40
   */
  code?: string;
}

export interface RespondDto {
  timezone?: string;
  action: RequestAction;
}

export interface RespondToChallengeDto {
  action: "accept" | "reject";
  /** @maxLength 200 */
  note?: string;
}

export interface RespondToGoalDto {
  action: "accept" | "reject" | "pause" | "resume" | "let_go";
}

export interface RespondToStoryDto {
  /** `accept` begins the story. `reject` declines it, takes the invitation back, or leaves the story. */
  action: "accept" | "reject";
}

export interface RestitutionList {
  restitutions: RestitutionView[];
}

/** Own contributions that a person got back after an unlink, as a ZIP file. */
export interface RestitutionView {
  _id: string;
  size: number;
  /** @format date-time */
  readyAt: string;
  /** @format date-time */
  expiresAt: string;
}

/** The streak of days with both answers. Rest days and holidays neither extend nor end it. */
export interface RhythmView {
  days: number;
  longest: number;
  /** Rest days that are left for days without answers. */
  restDays: number;
}

/** Saves the caller's draft. An empty text deletes it. The last write wins. With a `chatId` the call fails unless that conversation is the caller's current one: words written before an unlink must not appear beside the next partner. */
export interface SaveDraftDto {
  /** @format uuid */
  chatId?: string;
  /** @maxLength 16000 */
  content: string;
  /** @format uuid */
  replyTo?: string | null;
}

/** A scheduled text. `at` is a minute in `timezone`, in the future and within a year. With a `chatId` the call fails unless that conversation is the caller's current one. */
export interface ScheduleMessageDto {
  /** @format uuid */
  chatId?: string;
  content: string;
  at: string;
  timezone: string;
  /** @format uuid */
  replyTo?: string;
  /** @format uuid */
  clientMessageId?: string;
}

/** A text that the server sends later. `at` is `YYYY-MM-DDTHH:MM` in `timezone`, `sendAt` the instant by today's rules of that zone. `clientMessageId` becomes the message's. One that is on hold is not sent until its author changes it. */
export interface ScheduledMessageView {
  _id: string;
  chatId: string;
  clientMessageId: string;
  content: string;
  replyTo: QuoteView | null;
  at: string;
  timezone: string;
  /** @format date-time */
  sendAt: string;
  version: number;
  isOnHold?: boolean;
}

/** The hits of a search by group; `more` says that the group has others. A group that was not asked for, or that no service has, is empty. */
export interface SearchResults {
  memories: FoundMemories;
  challenges: FoundTitles;
  goals: FoundTitles;
  stories: FoundTitles;
  wishes: FoundTitles;
  lists: FoundTitles;
  questions: FoundQuestions;
  dates: FoundDates;
  messages: FoundMessages;
  /** The groups whose service did not answer in time: they are empty, and may have hits. */
  unavailable: SearchGroup[];
}

export interface SecondFactorCodeDto {
  /** @maxLength 40 */
  code: string;
}

export interface SecondFactorRemoval {
  /**
   * When the second factor is removed, unless the removal is cancelled before.
   * @format date-time
   */
  removalAt: string;
}

/** The secret for an authenticator app: a QR code of `uri`, or typed by hand. Shown once. */
export interface SecondFactorSetup {
  secret: string;
  uri: string;
}

/** The state of the caller's second factor. */
export interface SecondFactorView {
  enabled: boolean;
  /** @format date-time */
  since: string | null;
  recoveryCodesLeft: number;
}

/** A new text, a sticker with its name as the content, or a card with its title. Without a `clientMessageId` a repeated call sends a second message. With a `chatId` the call fails unless that conversation is the caller's current one: a text written before an unlink must not reach the next partner. */
export interface SendMessageDto {
  /** @format uuid */
  chatId?: string;
  content: string;
  sticker?: StickerId;
  /** The thing that a message shows as a card. Only its form is checked: each viewer loads the thing with the rights that the viewer has. */
  card?: CardDto;
  messageType?: "text";
  /** @format uuid */
  replyTo?: string;
  /** @format uuid */
  clientMessageId?: string;
}

export interface SendNudgeDto {
  kind: NudgeKind;
}

export interface SendRequestDto {
  timezone?: string;
  /** @format uuid */
  receiverId: string;
  message?: string;
}

export interface SessionView {
  _id: string;
  id: string;
  /** The device in English; the parts say it in any language. */
  device: string;
  /** The name of the device's browser; null if unknown, absent in answers of an earlier build. */
  browser?: string | null;
  /** The device's operating system or kind, likewise. */
  system?: string | null;
  ip: string;
  /** The country in which the IP address is registered (ISO 3166-1 alpha-2); null if unknown. */
  country: string | null;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  lastUsedAt: string;
  current: boolean;
}

/** The number of sessions that a call ended. */
export interface SessionsEnded {
  ended: number;
}

export interface SetMoodDto {
  mood: Mood;
  /** Absent or empty for none. */
  note?: string;
}

export interface SetNicknameDto {
  /** Empty to remove it. */
  nickname: string;
}

export interface SetTimezoneDto {
  timezone: string;
}

export interface SetTogetherSinceDto {
  /** `YYYY-MM-DD`, not after the couple's today. */
  togetherSince: string;
  /**
   * The `togetherSinceVersion` that the caller has changed.
   * @min 0
   * @max 2147483647
   */
  version: number;
}

/** A person's settings. Every setting has a default, so an account without stored settings is complete. */
export interface Settings {
  account: AccountSettings;
  notifications: NotificationSettings;
  privacy: PrivacySettings;
  appearance: AppearanceSettings;
  /** The parts as this person wants them. The couple has a part while both have it on. */
  together: TogetherSettings;
}

export interface SettingsChangeDto {
  account?: AccountSettingsDto;
  notifications?: NotificationSettingsDto;
  privacy?: PrivacySettingsDto;
  appearance?: AppearanceSettingsDto;
  together?: TogetherSettingsDto;
}

export interface StarredMessage {
  /** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
  message: MessageView;
  /** @format date-time */
  starredAt: string;
}

/** The last starred message first. `nextCursor` is null at the end. */
export interface StarredPage {
  items: StarredMessage[];
  nextCursor: string | null;
}

export interface StartStoryDto {
  /**
   * The same id is the same reading: a repeated call answers with the first one's.
   * @format uuid
   */
  clientId: string;
}

/** The four figures of the dashboard (the couple's) and of the profile (the user's own), as the gateway composes them. */
export interface StatsView {
  memoriesCreated: number;
  messagesSent: number;
  challengesCompleted: number;
  daysTogether: number;
}

/** A picture or the voice note of a proof. */
export interface StepAttachment {
  id: string;
  kind: ProofFileKind;
  /** Null where media did not answer. */
  file: EntityFileView | null;
}

/** One person's part of a step. */
export interface StepPartView {
  user: string;
  /** Null without words, and while they are hidden. */
  text: string | null;
  /** At most five; none while they are hidden. */
  attachments: StepAttachment[];
  /** The proof waits for the reader's own: it is in no answer before. */
  hidden: boolean;
  /** @format date-time */
  doneAt: string;
}

/** The bytes of a couple's files, as one of the two may see them: own files count exactly, those of the partner in whole steps of `LIMITS.storageStep`, for each sum by itself. So no sum tells the size of something sealed. */
export interface StorageUse {
  quota: number;
  /** All sums together. */
  used: number;
  messages: number;
  /** Of capsules and albums. */
  memories: number;
  challenges: number;
  stories: number;
}

/** The choice, line or photo of one member. A photo may come with a line. */
export interface StoryAnswerView {
  user: string;
  choiceId: string | null;
  text: string | null;
  /** A photo in a story. `file` is null while media does not answer. */
  photo?: StoryPhotoView;
}

/** A node with its slots filled. */
export interface StoryNodeView {
  id: string;
  kind: StoryNodeKind;
  text: string;
  /** Empty unless it is a choice. */
  choices: StoryOptionView[];
  /** Whether the prompt takes a photo as well as a line. */
  takesPhoto?: boolean;
  /** The answers of an earlier prompt that this scene shows again. */
  recalled?: StoryAnswerView[];
}

export interface StoryOptionView {
  id: string;
  text: string;
}

/** A photo in a story. `file` is null while media does not answer. */
export interface StoryPhotoView {
  id: string;
  file: EntityFileView | null;
}

export interface StoryReadingSummary {
  _id: string;
  templateId: string;
  status: StoryStatus;
  createdBy: string;
  /** Whether the story goes on once the caller acts. */
  waitsForMe: boolean;
  /** @format date-time */
  updatedAt: string;
  /** @format date-time */
  finishedAt: string | null;
  version: number;
}

/** A reading of a story as one of the two may see it. */
export interface StoryReadingView {
  _id: string;
  templateId: string;
  status: StoryStatus;
  createdBy: string;
  /** Whether the story goes on once the caller acts. */
  waitsForMe: boolean;
  /** @format date-time */
  updatedAt: string;
  /** @format date-time */
  finishedAt: string | null;
  version: number;
  coupleId: string;
  title: string;
  intensity: StoryIntensity;
  /** @format date-time */
  createdAt: string;
  /** null until the invitation is accepted. */
  node: StoryNodeView | null;
  /** The caller's choice at `node`. */
  mine: StoryAnswerView | null;
  /** Whether the other has chosen at `node`. What they chose appears in `path`, once both have. */
  partnerChose: boolean;
  path: StoryStepView[];
  /** The terms of links to its photos. The previous build sends none. */
  access?: FileAccess;
  /** The keepsake made of it. */
  capsuleId: string | null;
  actions: StoryAction[];
}

/** A node behind the two, with what both chose there. */
export interface StoryStepView {
  /** A node with its slots filled. */
  node: StoryNodeView;
  answers: StoryAnswerView[];
  at: string;
}

/** A story of Duet's library, and how the two stand with it. */
export interface StorySummary {
  _id: string;
  title: string;
  blurb: string;
  minutes: number;
  intensity: StoryIntensity;
  /** The reading that is invited or active: one at most. */
  open: StoryReadingSummary | null;
  /** The newest ones that came to an ending. */
  finished: StoryReadingSummary[];
}

/** A browser's push subscription: its endpoint and the keys that encrypt its messages (RFC 8291). */
export interface SubscribePushDto {
  /** @maxLength 2048 */
  endpoint: string;
  /** The browser's public key, an uncompressed point of P-256, base64url. */
  p256dh: string;
  auth: string;
}

export interface SwitchOnThisDayDto {
  enabled: boolean;
}

/** Every change after the revision `after`, in order. `upTo` is the next page's `after`, `asOf` the conversation's revision. An object that changed several times appears once, in its last state. */
export interface SyncPage {
  chatId: string;
  after: number;
  changes: ConversationChange[];
  upTo: number;
  asOf: number;
  hasMore: boolean;
  /** The caller's own changes, if the query has `ownAfter`. It has its own cursor and `hasMore`. */
  own?: OwnPage;
}

/** The content of a system message: the sender set after how many seconds messages disappear; null: never. With `fromStart` the conversation began with it, by the sender's setting for new conversations. */
export interface SystemMessageView {
  kind: "disappearing";
  seconds: number | null;
  fromStart?: true;
}

/** A step of a template or of a proposal, before it belongs to a challenge. */
export interface TemplateStep {
  title: string;
  description?: string;
  type: StepType;
  who: TemplateWho;
  proof: StepProof;
  reveal: StepReveal;
  /** The day of the challenge on which it opens, from 1; open from the start where it is left out. */
  opensAt?: number;
}

/** A readable contribution with the capsule that it lies in. */
export interface TimelineEntry {
  capsule: {
    _id: string;
    title: string;
    emoji: string | null;
    cover: CapsuleCover | null;
  };
  contribution: ContributionView;
}

/** Something with a title: a challenge, a goal, a story, a wish or a list. */
export interface TitledHit {
  _id: string;
  title: string;
  /** Other words of it that match; empty where the title does. */
  text: string;
}

/** The parts as this person wants them. The couple has a part while both have it on. */
export interface TogetherSettings {
  goals: boolean;
  stories: boolean;
  wishes: boolean;
  lists: boolean;
  gestures: boolean;
}

export interface TogetherSettingsDto {
  goals?: boolean;
  stories?: boolean;
  wishes?: boolean;
  lists?: boolean;
  gestures?: boolean;
}

/** The ended couple. The edge waits until other services have this version. */
export interface Unlinked {
  coupleId: string;
  version: number;
}

/** A date that one of the two proposes for a sealed capsule. It lapses after 7 days. */
export interface UnlockProposal {
  /** @format date-time */
  unlockAt: string;
  by: string;
  at: string;
}

/** The seq from which a person marked the conversation as unread; null: no mark. It holds while the read marker is still at `readUpTo`: reading further takes it back. */
export interface UnreadMarkView {
  from: number | null;
  readUpTo: number;
}

/** The unread mark with the own revision of its last change. `unread` counts the partner's messages with it. */
export interface UnreadMarked {
  from: number | null;
  readUpTo: number;
  ownRev: number;
  unread: number;
}

export interface UpdateProfileDto {
  firstName?: string;
  lastName?: string;
  username?: string;
  bio?: string;
}

export interface UpdateSettingsDto {
  settings: SettingsChangeDto;
}

/** The answer of an upload: its messages in order. Pictures and videos share one message, each other file has its own. */
export interface UploadedMessages {
  messages: MessageView[];
}

/** The client's `user`: the account and the couple. */
export interface UserView {
  _id: string;
  id: string;
  firstName: string;
  lastName: string;
  fullName: string;
  username: string;
  avatar: string | null;
  email: string;
  emailVerified: boolean;
  /** The address of a pending e-mail change; `email` stays until it is verified. */
  pendingEmail: string | null;
  /** The address that the mail server refuses: `email`, else `pendingEmail`; null while both may receive mails. */
  refusedEmail?: string | null;
  /**
   * When the second factor is removed, if a removal was requested by mail. Any session can cancel it.
   * @format date-time
   */
  secondFactorRemovalAt: string | null;
  bio: string;
  /** @format date-time */
  createdAt: string;
  partner: PartnerView | null;
  /** @format date-time */
  partnershipDate: string | null;
}

/** Something that its creator would gladly do for the other. */
export interface WishView {
  _id: string;
  coupleId: string;
  createdBy: string;
  title: string;
  points: number;
  status: WishStatus;
  /** @format date-time */
  redeemedAt: string | null;
  /**
   * When the points come back unless both have confirmed; null unless it is redeemed.
   * @format date-time
   */
  lapsesAt: string | null;
  /** The member who has confirmed while the other has not. */
  confirmedBy: string | null;
  /** @format date-time */
  fulfilledAt: string | null;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  updatedAt: string;
  version: number;
  actions: WishAction[];
}

export interface WriteQuestionDto {
  text: string;
  type: DailyType;
  /** @maxItems 6 */
  options?: string[];
  /** @format uuid */
  clientId: string;
}

export interface WriteTemplateDto {
  title: string;
  /** @maxLength 1000 */
  description?: string;
  category: ChallengeCategory;
  /**
   * @min 1
   * @max 10000
   */
  minutes: number;
  /**
   * @maxItems 30
   * @minItems 1
   */
  steps: ChallengeStepDto[];
  /** `all` steps, or any `n` of them. */
  completionRule: CompletionRule;
  distanceOk: boolean;
  intensity: 1 | 2 | 3;
  /**
   * The same id is the same template.
   * @format uuid
   */
  clientId: string;
}

/** A message that a couple may choose for its year. */
export interface YearCandidate {
  messageId: string;
  /** Its place in the conversation. */
  seq: number;
  /** The person whose words they are. */
  by: string;
  /** Empty for a message of files alone. */
  words: string;
  /** The id of a sticker, whose name the words are. Copies by earlier builds have none. */
  sticker?: string;
  /** @format date-time */
  sentAt: string;
  /** The year's first message with words. */
  isFirst: boolean;
}

/** A message with photos that a couple may choose for its year. It is kept with its files, as any message. */
export interface YearPhoto {
  messageId: string;
  /** Its place in the conversation. */
  seq: number;
  /** The person whose words they are. */
  by: string;
  /** Empty for a message of files alone. */
  words: string;
  /** The id of a sticker, whose name the words are. Copies by earlier builds have none. */
  sticker?: string;
  /** @format date-time */
  sentAt: string;
  /** The year's first message with words. */
  isFirst: boolean;
  /** Its first photo. */
  pictureId: string;
}

/** A keepsake of a year that the couple may make. */
export interface YearProposal {
  /** The year of the occasion. */
  year: number;
  /** Services of the build before propose without it. */
  occasion?: YearOccasion;
  /** The full years of the couple, on its anniversary alone. */
  yearsTogether?: number;
  /** Messages that the two sent, those deleted since included. */
  messages: number;
  /** Capsules that the two began. */
  memories: number;
  /** The first message, then those with the most reactions. */
  candidates: YearCandidate[];
  /** Messages with photos: those with the most reactions, then the first; none of the candidates. The previous build proposes none. */
  photos?: YearPhoto[];
  /** Challenges that the two completed. */
  challenges: number;
  /** The latest of them, at most twelve. */
  finished: FinishedChallenge[];
}
