import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type NotificationKind, formatUnsubscribeToken, parseUnsubscribeToken, unsubscribePath } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SettingsService } from '../settings/settings.service.js';
import { User } from '../users/user.entity.js';
import { keepUnsubscribeKey } from './unsubscribe.queries.js';

const signatureOf = (key: string, kind: NotificationKind): Buffer => createHmac('sha256', key).update(kind).digest();

/**
 * Makes and honours the links that switch mails off. A link names account and kind and is signed with a key of the account's own,
 * so it works for as long as the account exists, whichever keys are rotated meanwhile.
 */
@Injectable()
export class UnsubscribeLinks {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(SettingsService) private readonly settings: SettingsService,
  ) {}

  /** The path of the link for one kind of mails to the account. */
  async pathFor(userId: string, kind: NotificationKind): Promise<string> {
    const [row] = await keepUnsubscribeKey(this.database, [userId, randomBytes(32).toString('base64url')]);
    const signature = signatureOf(row?.key ?? '', kind).toString('base64url');
    return unsubscribePath(formatUnsubscribeToken({ userId, kind, signature }));
  }

  /** Switches the mails of the link's kind off, and nothing else. @throws AppError TOKEN_INVALID */
  async unsubscribe(token: string): Promise<void> {
    const parsed = parseUnsubscribeToken(token);
    if (!parsed) throw new AppError('TOKEN_INVALID');
    const user = await this.database.manager.findOneBy(User, { id: parsed.userId });
    if (!user?.unsubscribeKey) throw new AppError('TOKEN_INVALID');
    const expected = signatureOf(user.unsubscribeKey, parsed.kind);
    const given = Buffer.from(parsed.signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new AppError('TOKEN_INVALID');
    await this.settings.changeSettings(user.id, { notifications: { matrix: { [parsed.kind]: { email: false } } } });
  }
}
