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

/** The couple as both members see it. `version` grows with every link and unlink. */
export interface CoupleView {
  _id: string;
  chatId: string;
  linkedAt: string;
  timezone: string;
  /** The day from which the two count, `YYYY-MM-DD`; the day of the link in the couple's zone until they set one. */
  togetherSince: string;
  /** Grows with every change of that day; 0 while nobody has set one. */
  togetherSinceVersion: number;
  version: number;
}

/** Null when there is none. */
export interface NicknameView {
  nickname: string | null;
}

export interface PartnerStatus extends NicknameView {
  hasPartner: boolean;
  /** `nickname` is what the caller calls them. */
  partner: PartnerView | null;
  couple: CoupleView | null;
  pendingRequests: number;
}

export interface InviteView {
  code: string;
  expiresAt: string;
}

/** What a code says to whoever holds it: the first name of who issued it, nothing else about them. */
export interface InviteOffer {
  firstName: string;
  expiresAt: string;
}

/** `unlinked` tells of the couple that the block ended, if it ended one. */
export interface Blocked {
  person: PersonView;
  unlinked: Unlinked | null;
}

/** What a link attempt led to: a couple at once, or a request that now waits for the other's answer. */
export interface LinkOutcome {
  partner: PartnerView | null;
  couple: CoupleView | null;
  request: PartnerRequestView | null;
}

/** Who was unlinked; the edge waits for `version` to arrive where it matters. */
export interface Unlinked {
  coupleId: string;
  version: number;
}

/** A day that matters to the two, or to one of them. Days are `YYYY-MM-DD` in the couple's calendar. */
export interface ImportantDateView {
  _id: string;
  id: string;
  title: string;
  date: string;
  yearly: boolean;
  remindDaysBefore: number[];
  /** Seen by its author alone. */
  private: boolean;
  /** Null when that account is gone. */
  createdBy: string | null;
  /** When it is next, and in how many days; null when it will not come again. */
  next: string | null;
  daysUntil: number | null;
  version: number;
}

/** A day that the server reckons from `togetherSince`: so many days together, or years since. */
export interface MilestoneView {
  kind: 'days' | 'years';
  count: number;
  next: string;
  daysUntil: number;
}

/** What is to come first, what is over last; `today` and all days are the couple's. */
export interface DateList {
  dates: ImportantDateView[];
  milestones: MilestoneView[];
  today: string;
  timezone: string;
}
