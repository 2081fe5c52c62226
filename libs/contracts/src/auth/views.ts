import type { Findable, NotificationKind, PrivacySettings, TogetherPart } from './settings.js';

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

/** The partner, who is the only one to see the e-mail address. */
export interface PartnerView extends PersonView {
  email: string;
}

/** The caller's account, without the couple (which pairing owns). */
export interface AccountView extends PersonView {
  email: string;
  emailVerified: boolean;
  /** The address of a pending e-mail change; `email` stays until it is verified. */
  pendingEmail: string | null;
  /** The address that the mail server refuses: `email`, else `pendingEmail`; null while both may receive mails. */
  refusedEmail?: string | null;
  /** When the second factor is removed, if a removal was requested by mail. Any session can cancel it. */
  secondFactorRemovalAt: string | null;
  bio: string;
  createdAt: string;
}

/** A person's own words about themselves, which the partner alone reads. Empty until they are written. */
export interface BioView {
  bio: string;
}

/** The client's `user`: the account and the couple. */
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
  /** Grows with every change of the account. The edge waits until other services have this version. */
  version: number;
  /** The token by which auth recognises the browser at its next sign-in. It replaces the one in the call. */
  deviceToken: string;
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
  /** The device in English; the parts say it in any language. */
  device: string;
  /** The name of the device's browser; null if unknown, absent in answers of an earlier build. */
  browser?: string | null;
  /** The device's operating system or kind, likewise. */
  system?: string | null;
  ip: string;
  /** The country in which the IP address is registered (ISO 3166-1 alpha-2); null if unknown. */
  country: string | null;
  createdAt: string;
  lastUsedAt: string;
  current: boolean;
}

/** The number of sessions that a call ended. */
export interface SessionsEnded {
  ended: number;
}

/** A revoked session. It is listed until its last access token has expired. */
export interface RevokedSession {
  sessionId: string;
  revokedAt: string;
}

/** The data of a person that other services store. A higher version replaces a lower one. */
export interface PersonSnapshot extends Pick<
  PrivacySettings,
  'readReceipts' | 'typing' | 'online' | 'lastSeen' | 'linkPreviews' | 'disappearingDefault'
> {
  _id: string;
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  avatar: string | null;
  findable: Findable;
  /** Kinds of notifications that are not added to the app's list. */
  unlisted: NotificationKind[];
  /** `HH:MM` in the couple's time zone: the reminder of the daily question. */
  dailyQuestionTime: string;
  /** The parts that the person has switched off. */
  hiddenParts: TogetherPart[];
  version: number;
}

/** A person's newest data export. A ready one can be downloaded until `expiresAt`. */
export interface ExportView {
  status: 'none' | 'preparing' | 'ready' | 'failed';
  requestedAt: string | null;
  expiresAt: string | null;
}

/** The link to download an export, valid until `expiresAt`. */
export interface ExportLink {
  url: string;
  expiresAt: string;
}

/** The export in the settings, and until when it includes the history with a former partner. */
export interface ExportState extends ExportView {
  historyUntil: string | null;
}
