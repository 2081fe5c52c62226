import type { Findable, NotificationKind, PrivacySettings } from './settings.js';

/** A person as the partner card, a search row or a message's sender shows them. */
export interface PersonView {
  _id: string;
  id: string;
  firstName: string;
  lastName: string;
  fullName: string;
  username: string;
  avatar: string | null;
}

/** The partner sees the e-mail address too; nobody else does. */
export interface PartnerView extends PersonView {
  email: string;
}

/** The signed-in person's own account, without the link (which pairing owns). */
export interface AccountView extends PersonView {
  email: string;
  emailVerified: boolean;
  /** A new address that is not confirmed yet; `email` stays until it is. */
  pendingEmail: string | null;
  bio: string;
  createdAt: string;
}

/** What the client holds as `user`: the account and its link. */
export interface UserView extends AccountView {
  partner: PartnerView | null;
  partnershipDate: string | null;
}

export interface Tokens {
  token: string;
  refreshToken: string;
}

export interface SignedIn extends Tokens {
  account: AccountView;
  /** Grows with every change of the account; lets the edge wait until others know this state. */
  version: number;
}

/** Answer of register, login and reset-password. */
export interface AuthResponse extends Tokens {
  success: true;
  user: UserView;
  partner: PartnerView | null;
}

export interface SessionView {
  _id: string;
  id: string;
  device: string;
  ip: string;
  /** Where that address is registered (ISO 3166, two letters), which is roughly where the device is; null for none. */
  country: string | null;
  createdAt: string;
  lastUsedAt: string;
  current: boolean;
}

/** How many sessions a call ended. */
export interface SessionsEnded {
  ended: number;
}

/** A revoked session, kept as long as its last access token could live. */
export interface RevokedSession {
  sessionId: string;
  revokedAt: string;
}

/** What other services keep about a person; a higher version replaces a lower one. */
export interface PersonFact extends Pick<PrivacySettings, 'readReceipts' | 'typing' | 'online' | 'linkPreviews' | 'disappearingDefault'> {
  _id: string;
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  avatar: string | null;
  findable: Findable;
  /** Kinds of notifications that the person does not want in the app's list. */
  unlisted: NotificationKind[];
  /** `HH:MM` by the couple's clock: when to be reminded of the daily question. */
  dailyQuestionTime: string;
  version: number;
}

/** A person's newest data export. `url` loads it, for whoever has it, until `expiresAt`. */
export interface ExportView {
  status: 'none' | 'preparing' | 'ready' | 'failed';
  requestedAt: string | null;
  expiresAt: string | null;
  url: string | null;
}

/** What Settings show: the export, and until when one also holds what was shared with a former partner. */
export interface ExportState extends ExportView {
  historyUntil: string | null;
}
