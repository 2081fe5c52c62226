import { createHash } from 'node:crypto';
import { signInUnlocked } from '@duet/contracts';
import { type AdminCommand, AdminRefusal, AppError, type OpenProcess, Transactions } from '@duet/service-kit';
import { isUUID } from 'class-validator';
import type { DataSource } from 'typeorm';
import { AccountsService } from '../accounts/accounts.service.js';
import { type MailKind, MailQueue } from '../mail/mail-queue.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../users/user.entity.js';
import { emailKey } from '../users/user.names.js';
import { accountState } from './account-state.js';

/** Mails that an operator may send again: those that a person could ask for on a page. */
const RESENT: readonly MailKind[] = ['verify-email', 'reset-password'];

const findAccount = (database: DataSource, who: string): Promise<User | null> =>
  database.manager.findOneBy(User, isUUID(who) ? { id: who } : { emailKey: emailKey(who) });

async function accountOf(database: DataSource, who: string): Promise<User> {
  const user = await findAccount(database, who);
  if (!user) throw new AdminRefusal('There is no such account.');
  return user;
}

/** The id in place of an address. */
async function logged(database: DataSource, [who = '', ...rest]: readonly string[]): Promise<readonly string[]> {
  const user = await findAccount(database, who);
  return user ? [user.id, ...rest] : ['(unknown)', ...rest];
}

/** The commands of `duet-admin` about one account. WHO is its id or its e-mail address. @param open the service, whose own methods act */
export const accountCommands = (open: OpenProcess): AdminCommand[] => [
  {
    words: 'account show',
    parameters: ['WHO'],
    help: 'finds an account by id or e-mail; its state in dates and counts',
    logged,
    run: async (database, [who = '']) => accountState(database.manager, await accountOf(database, who)),
  },
  {
    words: 'account unlock',
    parameters: ['WHO'],
    help: 'allows sign-in again after too many wrong passwords or codes',
    logged,
    run: async (database, [who = '']) => {
      const user = await accountOf(database, who);
      const auth = await open();
      await auth.get(Transactions).run(async (unit) => {
        await auth.get(SecondFactorService).endPause(unit.tx, user.id);
        unit.push(signInUnlocked, { account: createHash('sha256').update(user.emailKey).digest('base64url') });
      });
      return 'Wrong codes no longer count. Each gateway clears the wrong passwords of this account.';
    },
  },
  {
    words: 'account end-sessions',
    parameters: ['WHO'],
    help: 'signs out all devices, as the person could in the settings',
    logged,
    run: async (database, [who = '']) => {
      const user = await accountOf(database, who);
      const ended = await (await open()).get(SessionsService).revokeAllSessions(user.id);
      return `Sessions ended: ${ended}.`;
    },
  },
  {
    words: 'account erase',
    parameters: ['WHO'],
    help: 'erases the account and everything of the person, on their request; it cannot be undone',
    logged,
    run: async (database, [who = '']) => {
      const user = await accountOf(database, who);
      await (
        await open()
      )
        .get(AccountsService)
        .eraseAccount(user.id)
        .catch((cause: unknown) => {
          throw cause instanceof AppError && cause.code === 'USER_NOT_FOUND'
            ? new AdminRefusal('There is no such account.')
            : cause;
        });
      return 'The account is erased. Every service erases the rest within seconds, or when its stores answer.';
    },
  },
  {
    words: 'mail resend',
    parameters: ['WHO', 'KIND'],
    help: `queues a mail again: ${RESENT.join(', ')}`,
    logged,
    run: async (database, [who = '', kind = '']) => {
      const known = RESENT.find((one) => one === kind);
      if (!known) throw new AdminRefusal(`There is no such mail. KIND is one of: ${RESENT.join(', ')}.`);
      const user = await accountOf(database, who);
      if (known === 'verify-email' && user.emailVerifiedAt && !user.emailRefusedAt)
        throw new AdminRefusal('The address is verified already.');
      await (await open()).get(MailQueue).queueMailAlone(known, user.emailKey);
      return 'The mail is queued. It leaves within seconds; `account show` lists the mails that wait.';
    },
  },
];
