import { preparedAlone } from '@duet/service-kit';
import type { Account } from '../users/user.view.js';

/** Reads the account of a user ($1). Every page asks for it when it opens. */
export const readAccount = preparedAlone<Account>(
  'account',
  {
    id: 'uuid',
    firstName: 'text',
    lastName: 'text',
    username: 'text',
    email: 'text',
    emailVerifiedAt: 'timestamptz | null',
    emailRefusedAt: 'timestamptz | null',
    pendingEmail: 'text | null',
    pendingEmailRefusedAt: 'timestamptz | null',
    secondFactorRemovalAt: 'timestamptz | null',
    bio: 'text',
    avatar: 'text | null',
    createdAt: 'timestamptz',
  },
  `SELECT id, first_name AS "firstName", last_name AS "lastName", username, email, email_verified_at AS "emailVerifiedAt",
     email_refused_at AS "emailRefusedAt", pending_email AS "pendingEmail", pending_email_refused_at AS "pendingEmailRefusedAt",
     second_factor_removal_at AS "secondFactorRemovalAt", bio, avatar, created_at AS "createdAt"
   FROM users WHERE id = $1`,
);
