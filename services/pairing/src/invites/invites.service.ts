import { type Actor, type InviteOffer, type InviteView, LIMITS, type TrustEnded, trustEnded } from '@duet/contracts';
import { AppError, Clock, DAY, OnEvent, type Tx, sessionAlias } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type FindOptionsWhere, In, IsNull, LessThan, MoreThan } from 'typeorm';
import { BlocksService } from '../blocks/blocks.service.js';
import { CouplesService } from '../couples/couples.service.js';
import { madeInEndedTrust } from '../people/ended-trust.js';
import { PeopleService } from '../people/people.service.js';
import { inviteCodeIn, newInviteCode } from './invite-code.js';
import { Invite } from './invite.entity.js';

const LIFETIME = LIMITS.inviteLifetimeHours * 60 * 60_000;

/** Invite codes, which link at once. */
@Injectable()
export class InvitesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(BlocksService) private readonly blocks: BlocksService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Creates a code and deletes the issuer's oldest ones beyond the limit. @throws AppError SELF_ALREADY_LINKED */
  async createInvite({ userId: issuerId, sessionId }: Actor): Promise<InviteView> {
    return this.database.transaction(async (tx) => {
      const locked = await this.people.lockPeople(tx, [issuerId]);
      if (!locked.has(issuerId)) throw new AppError('UNAVAILABLE');
      await this.couples.requireFree(tx, issuerId);
      const earlier = await tx.find(Invite, {
        where: { ...this.live(), issuerId },
        order: { createdAt: 'DESC' },
        skip: LIMITS.invitesPerIssuer - 1,
      });
      await tx.delete(Invite, { code: In(earlier.map(({ code }) => code)) });
      const code = newInviteCode();
      const expiresAt = this.clock.in(LIFETIME);
      const session = sessionAlias(sessionId);
      await tx.insert(Invite, { code, issuerId, session, createdAt: this.clock.now(), expiresAt });
      return { code, expiresAt: expiresAt.toISOString() };
    });
  }

  /**
   * Returns the preview of an invite before it is redeemed.
   * @throws AppError INVITE_NOT_FOUND, also for a block between the two
   */
  async lookUp(userId: string, text: string): Promise<InviteOffer> {
    const code = inviteCodeIn(text);
    const tx = this.database.manager;
    const invite = code && (await tx.findOne(Invite, { where: { ...this.live(), code }, relations: { issuer: true } }));
    if (!invite || (await this.blocks.existsBetween(tx, userId, invite.issuerId)))
      throw new AppError('INVITE_NOT_FOUND');
    return { firstName: invite.issuer.firstName, expiresAt: invite.expiresAt.toISOString() };
  }

  /** The issuer of a code, redeemed and expired ones included; null for an unknown code. */
  async issuerOf(code: string): Promise<string | null> {
    const invite = await this.database.manager.findOneBy(Invite, { code });
    return invite?.issuerId ?? null;
  }

  /**
   * Locks a code's row. @returns the person who redeemed it, or null while it is valid. @throws AppError
   * INVITE_NOT_FOUND
   */
  async lockInvite(tx: Tx, code: string): Promise<string | null> {
    const invite = await tx.findOne(Invite, { where: { code }, lock: { mode: 'pessimistic_write' } });
    if (!invite) throw new AppError('INVITE_NOT_FOUND');
    if (invite.usedBy === null && !(await tx.existsBy(Invite, { ...this.live(), code })))
      throw new AppError('INVITE_NOT_FOUND');
    return invite.usedBy;
  }

  async markUsed(tx: Tx, code: string, usedBy: string): Promise<void> {
    await tx.update(Invite, { code }, { usedBy, usedAt: this.clock.now() });
  }

  /** Deletes the unused codes of people who have linked. */
  async deleteUnusedOf(tx: Tx, issuerIds: string[]): Promise<void> {
    await tx.delete(Invite, { issuerId: In(issuerIds), usedAt: IsNull() });
  }

  /** Deletes the unused codes of sessions that the issuer no longer trusts. */
  @OnEvent(trustEnded)
  async endTrust(ended: TrustEnded): Promise<void> {
    await this.database.transaction(async (tx) => {
      // A code that is being created has the lock.
      await this.people.lockPeople(tx, [ended.userId]);
      await tx.delete(Invite, { ...madeInEndedTrust(ended), issuerId: ended.userId, usedAt: IsNull() });
    });
  }

  /** Deletes codes that expired a day ago; until then a repeated call finds its outcome. */
  async deleteExpired(): Promise<void> {
    await this.database.manager.delete(Invite, { expiresAt: LessThan(this.clock.in(-DAY)) });
  }

  private live(): FindOptionsWhere<Invite> {
    return { usedAt: IsNull(), expiresAt: MoreThan(this.clock.now()) };
  }
}
