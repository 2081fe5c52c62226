import type { TogetherPart } from '../auth/settings.js';
import type { PartnerView, PersonView } from '../auth/views.js';

export interface PartnerRequestView {
  _id: string;
  id: string;
  sender: PersonView;
  receiver: PersonView;
  message: string;
  createdAt: string;
  expiresAt: string;
}

/** The couple, as both members see it. `version` grows with every link and unlink. */
export interface CoupleView {
  _id: string;
  chatId: string;
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

/** Null when there is none. */
export interface NicknameView {
  nickname: string | null;
}

export interface PartnerStatus extends NicknameView {
  hasPartner: boolean;
  /** `nickname` is the caller's name for them. */
  partner: PartnerView | null;
  couple: CoupleView | null;
  pendingRequests: number;
}

export interface InviteView {
  code: string;
  expiresAt: string;
}

/** The part of an invite that its code reveals: the issuer's first name. */
export interface InviteOffer {
  firstName: string;
  expiresAt: string;
}

/** `unlinked` is the couple that the block ended, if any. */
export interface Blocked {
  person: PersonView;
  unlinked: Unlinked | null;
}

/** The result of a link attempt: a couple, or a request that waits for an answer. */
export interface LinkOutcome {
  partner: PartnerView | null;
  couple: CoupleView | null;
  request: PartnerRequestView | null;
}

/** The ended couple. The edge waits until other services have this version. */
export interface Unlinked {
  coupleId: string;
  version: number;
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

/** A milestone counted from `togetherSince`: a number of days or years. */
export interface MilestoneView {
  kind: 'days' | 'years';
  count: number;
  next: string;
  daysUntil: number;
}

/** The next dates first, past ones last. All days are in the couple's time zone. */
export interface DateList {
  dates: ImportantDateView[];
  milestones: MilestoneView[];
  today: string;
  timezone: string;
}

export interface FoundDates {
  hits: ImportantDateView[];
  /** Whether more match. */
  more: boolean;
}
