import { type InviteOffer, type InviteView, LIMITS } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull, Raw } from 'typeorm';
import { BlocksService } from '../blocks/blocks.service.js';
import { CouplesService } from '../couples/couples.service.js';
import { PeopleService } from '../people/people.service.js';
import { inviteCodeIn, newInviteCode } from './invite-code.js';
import { Invite } from './invite.entity.js';

const LIFETIME = `interval '${LIMITS.inviteLifetimeHours} hours'`;

const live = () => ({ usedAt: IsNull(), expiresAt: Raw((column) => `${column} > now()`) });

/** Codes that link at once. */
@Injectable()
export class InvitesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(BlocksService) private readonly blocks: BlocksService,
  ) {}

  /** A new code beside the earlier ones, of which the newest few stay valid. @throws AppError SELF_ALREADY_LINKED */
  async create(issuerId: string): Promise<InviteView> {
    return this.database.transaction(async (tx) => {
      const held = await this.people.hold(tx, [issuerId]);
      if (!held.has(issuerId)) throw new AppError('UNAVAILABLE');
      await this.couples.requireFree(tx, issuerId);
      const earlier = await tx.find(Invite, { where: { ...live(), issuerId }, order: { createdAt: 'DESC' }, skip: LIMITS.invitesPerIssuer - 1 });
      await tx.delete(Invite, { code: In(earlier.map(({ code }) => code)) });
      const code = newInviteCode();
      await tx.insert(Invite, { code, issuerId, createdAt: () => 'now()', expiresAt: () => `now() + ${LIFETIME}` });
      const { expiresAt } = await tx.findOneByOrFail(Invite, { code });
      return { code, expiresAt: expiresAt.toISOString() };
    });
  }

  /** What a code tells before it is used. @throws AppError INVITE_NOT_FOUND, also when a block lies between */
  async lookUp(userId: string, text: string): Promise<InviteOffer> {
    const code = inviteCodeIn(text);
    const tx = this.database.manager;
    const invite = code && (await tx.findOne(Invite, { where: { ...live(), code }, relations: { issuer: true } }));
    if (!invite || (await this.blocks.between(tx, userId, invite.issuerId))) throw new AppError('INVITE_NOT_FOUND');
    return { firstName: invite.issuer.firstName, expiresAt: invite.expiresAt.toISOString() };
  }

  /** Who issued a code, used and expired ones too; null when there is none. */
  async issuerOf(code: string): Promise<string | null> {
    const invite = await this.database.manager.findOneBy(Invite, { code });
    return invite?.issuerId ?? null;
  }

  /** Holds the code's row. @returns who used it already, or null while it is good. @throws AppError INVITE_NOT_FOUND */
  async hold(tx: Tx, code: string): Promise<string | null> {
    const invite = await tx.findOne(Invite, { where: { code }, lock: { mode: 'pessimistic_write' } });
    if (!invite) throw new AppError('INVITE_NOT_FOUND');
    if (invite.usedBy === null && !(await tx.existsBy(Invite, { ...live(), code }))) throw new AppError('INVITE_NOT_FOUND');
    return invite.usedBy;
  }

  async use(tx: Tx, code: string, usedBy: string): Promise<void> {
    await tx.update(Invite, { code }, { usedBy, usedAt: () => 'now()' });
  }

  /** Whoever has a partner invites nobody. */
  async voidAllOf(tx: Tx, issuerIds: string[]): Promise<void> {
    await tx.delete(Invite, { issuerId: In(issuerIds), usedAt: IsNull() });
  }

  /** Drops codes that ran out; for a while they still tell a repeated redemption its outcome. */
  async sweep(): Promise<void> {
    await this.database.query(`DELETE FROM invites WHERE expires_at < now() - interval '1 day'`);
  }
}
