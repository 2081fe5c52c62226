import type { ErrorCode, LinkOutcome, PartnerStatus } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { BlocksService } from '../blocks/blocks.service.js';
import { type Change, Changes } from '../changes/changes.js';
import type { Couple } from '../couples/couple.entity.js';
import { coupleView } from '../couples/couple.view.js';
import { CouplesService } from '../couples/couples.service.js';
import { inviteCodeIn } from '../invites/invite-code.js';
import { InvitesService } from '../invites/invites.service.js';
import { NicknamesService } from '../nicknames/nicknames.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { partnerView } from '../people/person.view.js';
import { requestView } from '../requests/partner-request.view.js';
import { RequestsService } from '../requests/requests.service.js';

/** Who asks for a link, and where: a couple's time zone is that of the one whose call made it. */
export interface Caller {
  userId: string;
  timezone: string;
}

interface Pair {
  me: Person;
  other: Person;
  timezone: string;
}

/** The ways in which two become a couple. Nobody is linked without having agreed. */
@Injectable()
export class LinkingService {
  constructor(
    @Inject(Changes) private readonly changes: Changes,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(BlocksService) private readonly blocks: BlocksService,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(RequestsService) private readonly requests: RequestsService,
    @Inject(InvitesService) private readonly invites: InvitesService,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(NicknamesService) private readonly nicknames: NicknamesService,
  ) {}

  async status(userId: string): Promise<PartnerStatus> {
    const [link, pendingRequests] = await Promise.all([this.couples.current(userId), this.requests.countReceived(userId)]);
    const partner = link && (await this.people.get(link.partnerId));
    if (!link || !partner) return { hasPartner: false, partner: null, couple: null, nickname: null, pendingRequests };
    const nickname = (await this.nicknames.of(userId, [link.couple.id])).get(link.couple.id) ?? null;
    return { hasPartner: true, partner: partnerView(partner), couple: coupleView(link.couple), nickname, pendingRequests };
  }

  /**
   * Asks somebody. Whoever asks a person that has asked them accepts, and asking twice is asking once.
   * @param found whether the other may be found the way they were: if not, only an open request of theirs counts
   * @throws AppError CANNOT_LINK_SELF, USER_NOT_FOUND, SELF_ALREADY_LINKED, ALREADY_LINKED, TOO_MANY_REQUESTS_OPEN
   */
  async request(caller: Caller, receiverId: string, message: string, found = true): Promise<LinkOutcome> {
    if (receiverId === caller.userId) throw new AppError('CANNOT_LINK_SELF');
    return this.changes.commit(async (change) => {
      const pair = await this.meet(change, caller, receiverId);
      const { me, other } = pair;
      const open = await this.requests.between(change.tx, me.id, other.id);
      const askedMe = open?.receiverId === me.id;
      if (!found && !askedMe) throw new AppError('USER_NOT_FOUND');
      await this.couples.requireFree(change.tx, me.id, other.id);
      if (askedMe) return this.link(change, pair);
      const request = open ? requestView(open) : await this.requests.send(change, me, other, message);
      return { partner: null, couple: null, request };
    });
  }

  /**
   * The receiver agrees. A repeated agreement finds the couple that the first one made.
   * @throws AppError REQUEST_NOT_FOUND, SELF_ALREADY_LINKED, ALREADY_LINKED
   */
  async accept(caller: Caller, requestId: string): Promise<LinkOutcome> {
    const { userId } = caller;
    const senderId = await this.requests.senderOf(userId, requestId);
    return this.changes.commit(async (change) => {
      const pair = await this.meet(change, caller, senderId, 'REQUEST_NOT_FOUND');
      const request = await this.requests.holdOne(change.tx, { id: requestId, receiverId: userId });
      if (request.status === 'accepted') return this.madeBefore(change, pair, 'REQUEST_NOT_FOUND');
      await this.requests.requireOpen(change.tx, request);
      return this.link(change, pair);
    });
  }

  async reject({ userId }: Caller, requestId: string): Promise<LinkOutcome> {
    await this.requests.reject(userId, requestId);
    return { partner: null, couple: null, request: null };
  }

  /**
   * By whatever names the other: an invite code links, a username or an e-mail address asks, or accepts.
   * @throws AppError as `request`, and INVITE_NOT_FOUND for what looks like a code and is none
   */
  async linkByIdentifier(caller: Caller, identifier: string): Promise<LinkOutcome> {
    const code = inviteCodeIn(identifier);
    const issuerId = code && (await this.invites.issuerOf(code));
    if (code && issuerId) return this.redeem(caller, issuerId, code);
    const named = await this.people.named(identifier);
    if (!named) throw new AppError(code ? 'INVITE_NOT_FOUND' : 'USER_NOT_FOUND');
    return this.request(caller, named.id, '', named.found);
  }

  private async redeem(caller: Caller, issuerId: string, code: string): Promise<LinkOutcome> {
    const { userId } = caller;
    if (issuerId === userId) throw new AppError('CANNOT_LINK_SELF');
    return this.changes.commit(async (change) => {
      const pair = await this.meet(change, caller, issuerId, 'INVITE_NOT_FOUND');
      const usedBy = await this.invites.hold(change.tx, code);
      if (usedBy === userId) return this.madeBefore(change, pair, 'INVITE_NOT_FOUND');
      if (usedBy !== null) throw new AppError('INVITE_NOT_FOUND');
      await this.invites.use(change.tx, code, userId);
      return this.link(change, pair);
    });
  }

  /**
   * Holds two people who may have to do with each other. A blocked person is as unknown as one who does not exist.
   * @throws AppError `unknown`; UNAVAILABLE while the caller's own account is not known here yet
   */
  private async meet(change: Change, { userId, timezone }: Caller, otherId: string, unknown: ErrorCode = 'USER_NOT_FOUND'): Promise<Pair> {
    const held = await this.people.hold(change.tx, [userId, otherId]);
    const blocked = await this.blocks.between(change.tx, userId, otherId);
    const [me, other] = [held.get(userId), held.get(otherId)];
    if (!me) throw new AppError('UNAVAILABLE');
    if (!other || blocked) throw new AppError(unknown);
    return { me, other, timezone };
  }

  private async link(change: Change, { me, other, timezone }: Pair): Promise<LinkOutcome> {
    const couple = await this.couples.link(change, me, other, timezone);
    await this.requests.closeForCouple(change, me.id, other.id);
    await this.invites.voidAllOf(change.tx, [me.id, other.id]);
    // Whoever agreed sees it in their answer; the other one learns it here.
    await this.notifications.add(change, { userId: other.id, kind: 'partner_linked', about: me, entity: { type: 'couple', id: couple.id } });
    return linked(other, couple);
  }

  /** @throws AppError `gone` when the two are not together any more */
  private async madeBefore(change: Change, { me, other }: Pair, gone: ErrorCode): Promise<LinkOutcome> {
    const link = await this.couples.current(me.id, change.tx);
    if (link?.partnerId !== other.id) throw new AppError(gone);
    return linked(other, link.couple);
  }
}

const linked = (partner: Person, couple: Couple): LinkOutcome => ({ partner: partnerView(partner), couple: coupleView(couple), request: null });
