import { AdminAct, dataSourceOptions } from '@duet/service-kit';
import { User } from './users/user.entity.js';
import { RememberedDevice } from './devices/remembered-device.entity.js';
import { EmailChangeCancel } from './email-tokens/email-change-cancel.entity.js';
import { EmailToken } from './email-tokens/email-token.entity.js';
import { DataExport } from './exports/data-export.entity.js';
import { AccountsAndSessions1763690400000 } from './migrations/1763690400000-accounts-and-sessions.js';
import { MailsAndLinks1763694000000 } from './migrations/1763694000000-mails-and-links.js';
import { AvatarVersions1763704000000 } from './migrations/1763704000000-avatar-versions.js';
import { DataExports1763719200000 } from './migrations/1763719200000-data-exports.js';
import { EmailChangesAndNotices1763726400000 } from './migrations/1763726400000-email-changes-and-notices.js';
import { SecondFactors1763730000000 } from './migrations/1763730000000-second-factors.js';
import { SettingsTold1763733600000 } from './migrations/1763733600000-settings-told.js';
import { Passkeys1763740000000 } from './migrations/1763740000000-passkeys.js';
import { Push1763741000000 } from './migrations/1763741000000-push.js';
import { LinkPreviewsTold1763744000000 } from './migrations/1763744000000-link-previews-told.js';
import { SecondFactorKeys1763750002000 } from './migrations/1763750002000-second-factor-keys.js';
import { RememberedDevices1763751002000 } from './migrations/1763751002000-remembered-devices.js';
import { EmailChangeCancels1763752001000 } from './migrations/1763752001000-email-change-cancels.js';
import { SecondFactorRemovals1763752002000 } from './migrations/1763752002000-second-factor-removals.js';
import { Jobs1763800001000 } from './migrations/1763800001000-jobs.js';
import { AdminActs1764240000000 } from './migrations/1764240000000-admin-acts.js';
import { MailRefusals1764240006000 } from './migrations/1764240006000-mail-refusals.js';
import { Passkey, PasskeyChallenge, PasskeyOwner } from './passkeys/passkey.entity.js';
import { PushSubscription } from './push/push-subscription.entity.js';
import { RecoveryCode, SecondFactor } from './second-factor/second-factor.entity.js';
import { EndedSession, Session } from './sessions/session.entity.js';

const ENTITIES = [
  User,
  Session,
  EndedSession,
  EmailToken,
  EmailChangeCancel,
  DataExport,
  SecondFactor,
  RecoveryCode,
  PasskeyOwner,
  Passkey,
  PasskeyChallenge,
  PushSubscription,
  RememberedDevice,
  AdminAct,
];

/** In the order in which they landed. */
const MIGRATIONS = [
  AccountsAndSessions1763690400000,
  MailsAndLinks1763694000000,
  AvatarVersions1763704000000,
  DataExports1763719200000,
  EmailChangesAndNotices1763726400000,
  SecondFactors1763730000000,
  SettingsTold1763733600000,
  Passkeys1763740000000,
  Push1763741000000,
  LinkPreviewsTold1763744000000,
  SecondFactorKeys1763750002000,
  RememberedDevices1763751002000,
  EmailChangeCancels1763752001000,
  SecondFactorRemovals1763752002000,
  Jobs1763800001000,
  AdminActs1764240000000,
  MailRefusals1764240006000,
];

export const options = (url: string, poolSize?: number) =>
  dataSourceOptions({
    service: 'auth',
    url,
    ...(poolSize && { poolSize }),
    entities: ENTITIES,
    migrations: MIGRATIONS,
  });
