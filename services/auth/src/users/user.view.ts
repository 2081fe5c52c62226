import {
  type AccountView,
  DEFAULT_SETTINGS,
  NOTIFICATION_KINDS,
  type NoticeKind,
  PART_NOTICES,
  type PersonSnapshot,
  type Settings,
  TOGETHER_PARTS,
  mergeSettings,
} from '@duet/contracts';
import type { User } from './user.entity.js';

/** The part of an account that its owner sees. */
export type Account = Pick<
  User,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'username'
  | 'email'
  | 'emailVerifiedAt'
  | 'emailRefusedAt'
  | 'pendingEmail'
  | 'pendingEmailRefusedAt'
  | 'secondFactorRemovalAt'
  | 'bio'
  | 'avatar'
  | 'createdAt'
>;

/** The account as its owner sees it. */
export function accountView(user: Account): AccountView {
  return {
    _id: user.id,
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    fullName: `${user.firstName} ${user.lastName}`,
    username: user.username,
    email: user.email,
    emailVerified: user.emailVerifiedAt !== null,
    pendingEmail: user.pendingEmail,
    refusedEmail: refusedEmail(user),
    secondFactorRemovalAt: user.secondFactorRemovalAt?.toISOString() ?? null,
    bio: user.bio,
    avatar: user.avatar,
    createdAt: user.createdAt.toISOString(),
  };
}

function refusedEmail({ email, emailRefusedAt, pendingEmail, pendingEmailRefusedAt }: Account): string | null {
  if (emailRefusedAt) return email;
  return pendingEmailRefusedAt ? pendingEmail : null;
}

/** Complete settings: the defaults with the person's changes. */
export const settingsOf = (user: User): Settings => mergeSettings(DEFAULT_SETTINGS, user.settings);

/** The settings that other services act on. */
export const sharedSettings = ({
  privacy: { findable, readReceipts, typing, online, lastSeen, linkPreviews, disappearingDefault },
  notifications: { matrix, dailyQuestionTime },
  together,
}: Settings) => ({
  findable,
  readReceipts,
  typing,
  online,
  lastSeen,
  linkPreviews,
  disappearingDefault,
  unlisted: NOTIFICATION_KINDS.filter((kind) => !matrix[kind].inApp),
  dailyQuestionTime,
  hiddenParts: TOGETHER_PARTS.filter((part) => !together[part]),
});

/** Whether one of the two has switched off the part that the notice belongs to. `about` is the partner, whom such notices name. */
export const isOfHiddenPart = (notice: NoticeKind, user: User, about: User | null): boolean =>
  [user, about].some(
    (person) =>
      person &&
      TOGETHER_PARTS.some((part) => PART_NOTICES[part].includes(notice) && !settingsOf(person).together[part]),
  );

/** The copy of the person that other services store. */
export function personSnapshot(user: User): PersonSnapshot {
  return {
    _id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    username: user.username,
    email: user.email,
    avatar: user.avatar,
    ...sharedSettings(settingsOf(user)),
    version: user.version,
  };
}
