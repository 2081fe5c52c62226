import type { ErrorCode, LinkOutcome, PartnerStatus } from '@duet/contracts';
import { AppError, Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BlocksService } from '../blocks/blocks.service.js';
import type { Couple } from '../couples/couple.entity.js';
import { coupleView } from '../couples/couple.view.js';
import { CouplesService } from '../couples/couples.service.js';
import { inviteCodeIn } from '../invites/invite-code.js';
import { InvitesService } from '../invites/invites.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { Acquaintances } from '../people/acquaintances.service.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { partnerView } from '../people/person.view.js';
import { RequestsService } from '../requests/requests.service.js';
import { readPartnerStatus } from './partner-status.queries.js';

/** The caller, the alias of their session, and their time zone, which a new couple takes from the person whose call links it. */
export interface LinkingPerson {
  userId: string;
  session: string;
  timezone: string;
}

interface Pair {
  me: Person;
  other: Person;
  timezone: string;
}

/** Links two people by request, invite or identifier. A link needs the consent of both. */
@Injectable()
export class LinkingService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(Acquaintances) private readonly acquaintances: Acquaintances,
    @Inject(BlocksService) private readonly blocks: BlocksService,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(RequestsService) private readonly requests: RequestsService,
    @Inject(InvitesService) private readonly invites: InvitesService,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
  ) {}

  async status(userId: string): Promise<PartnerStatus> {
    const [row] = await readPartnerStatus(this.database, [userId, this.requests.openSince()]);
    if (!row) {
      const pendingRequests = await this.requests.countReceived(userId);
      return { hasPartner: false, partner: null, couple: null, nickname: null, pendingRequests };
    }
    const { nickname, pendingRequests } = row;
    return {
      hasPartner: true,
      partner: partnerView({ ...row, id: row.partnerId }),
      couple: coupleView({ ...row, id: row.coupleId }),
      nickname,
      pendingRequests,
    };
  }

  /**
   * Sends a partner request, or accepts the other person's open one. A repeated request returns the open one.
   * @param found whether the other person may be found by the given identifier; if not, only their own open request
   * counts; without it, `Acquaintances.mayAsk` decides
   * @throws AppError CANNOT_LINK_SELF, USER_NOT_FOUND, SELF_ALREADY_LINKED, ALREADY_LINKED, TOO_MANY_REQUESTS_OPEN
   */
  async request(caller: LinkingPerson, receiverId: string, message: string, found?: boolean): Promise<LinkOutcome> {
    if (receiverId === caller.userId) throw new AppError('CANNOT_LINK_SELF');
    return this.transactions.run(async (unit) => {
      const pair = await this.lockPair(unit, caller, receiverId);
      const { me, other } = pair;
      const open = await this.requests.findOpenRequest(unit.tx, me.id, other.id);
      const askedMe = open?.receiverId === me.id;
      if (!askedMe && !(found ?? (await this.acquaintances.mayAsk(unit.tx, me.id, other.id))))
        throw new AppError('USER_NOT_FOUND');
      await this.couples.requireFree(unit.tx, me.id, other.id);
      if (askedMe) return this.link(unit, pair);
      const request = open
        ? await this.requests.viewFor(unit.tx, me.id, open)
        : await this.requests.sendRequest(unit, me, other, { message, session: caller.session });
      return { partner: null, couple: null, request };
    });
  }

  /**
   * The receiver accepts. A repeated call returns the couple of the first one.
   * @throws AppError REQUEST_NOT_FOUND, SELF_ALREADY_LINKED, ALREADY_LINKED
   */
  async accept(caller: LinkingPerson, requestId: string): Promise<LinkOutcome> {
    const { userId } = caller;
    const senderId = await this.requests.senderOf(userId, requestId);
    return this.transactions.run(async (unit) => {
      const pair = await this.lockPair(unit, caller, senderId, 'REQUEST_NOT_FOUND');
      const request = await this.requests.lockRequest(unit.tx, { id: requestId, receiverId: userId });
      if (request.status === 'accepted') return this.existingLink(unit, pair, 'REQUEST_NOT_FOUND');
      await this.requests.requireOpen(unit.tx, request);
      return this.link(unit, pair);
    });
  }

  async reject({ userId }: LinkingPerson, requestId: string): Promise<LinkOutcome> {
    await this.requests.reject(userId, requestId);
    return { partner: null, couple: null, request: null };
  }

  /**
   * Links by an invite code; sends or accepts a request by a username or an e-mail address.
   * @throws AppError as `request`, and INVITE_NOT_FOUND for an unknown code
   */
  async linkByIdentifier(caller: LinkingPerson, identifier: string): Promise<LinkOutcome> {
    const code = inviteCodeIn(identifier);
    const issuerId = code && (await this.invites.issuerOf(code));
    if (code && issuerId) return this.redeem(caller, issuerId, code);
    const named = await this.people.findByIdentifier(identifier);
    if (!named) throw new AppError(code ? 'INVITE_NOT_FOUND' : 'USER_NOT_FOUND');
    return this.request(caller, named.id, '', named.found);
  }

  private async redeem(caller: LinkingPerson, issuerId: string, code: string): Promise<LinkOutcome> {
    const { userId } = caller;
    if (issuerId === userId) throw new AppError('CANNOT_LINK_SELF');
    return this.transactions.run(async (unit) => {
      const pair = await this.lockPair(unit, caller, issuerId, 'INVITE_NOT_FOUND');
      const usedBy = await this.invites.lockInvite(unit.tx, code);
      if (usedBy === userId) return this.existingLink(unit, pair, 'INVITE_NOT_FOUND');
      if (usedBy !== null) throw new AppError('INVITE_NOT_FOUND');
      await this.invites.markUsed(unit.tx, code, userId);
      return this.link(unit, pair);
    });
  }

  /**
   * Locks two people. A blocked person looks like an unknown one.
   * @throws AppError `unknown`; UNAVAILABLE before the caller's own account is known here
   */
  private async lockPair(
    unit: UnitOfWork,
    { userId, timezone }: LinkingPerson,
    otherId: string,
    unknown: ErrorCode = 'USER_NOT_FOUND',
  ): Promise<Pair> {
    const locked = await this.people.lockPeople(unit.tx, [userId, otherId]);
    const blocked = await this.blocks.existsBetween(unit.tx, userId, otherId);
    const [me, other] = [locked.get(userId), locked.get(otherId)];
    if (!me) throw new AppError('UNAVAILABLE');
    if (!other || blocked) throw new AppError(unknown);
    return { me, other, timezone };
  }

  private async link(unit: UnitOfWork, { me, other, timezone }: Pair): Promise<LinkOutcome> {
    const couple = await this.couples.link(unit, me, other, timezone);
    await this.requests.closeForCouple(unit, me.id, other.id);
    await this.invites.deleteUnusedOf(unit.tx, [me.id, other.id]);
    // The caller sees the link in the answer; this notifies the other person.
    await this.notifications.addNotification(unit, {
      userId: other.id,
      kind: 'partner_linked',
      about: me,
      entity: { type: 'couple', id: couple.id },
    });
    return linked(other, couple);
  }

  /** @throws AppError `gone` when the couple has ended */
  private async existingLink(unit: UnitOfWork, { me, other }: Pair, gone: ErrorCode): Promise<LinkOutcome> {
    const link = await this.couples.findLink(me.id, unit.tx);
    if (link?.partnerId !== other.id) throw new AppError(gone);
    return linked(other, link.couple);
  }
}

const linked = (partner: Person, couple: Couple): LinkOutcome => ({
  partner: partnerView(partner),
  couple: coupleView(couple),
  request: null,
});
