import {
  type AnswerUnlockByIdDto,
  type CapsuleCoverByIdDto,
  type CapsuleView,
  type ChangeCapsuleByIdDto,
  type CreateCapsuleDto,
  type MarkCapsuleDto,
  type ProposeUnlockByIdDto,
  FIELD_TEXTS,
  LIMITS,
} from '@duet/contracts';
import { AppError, Clock, Transactions, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CouplesService } from '../couples/couples.service.js';
import { Capsule } from './capsule.entity.js';
import { CapsuleChanges, type CapsuleMutation, type LockedCapsule } from './capsule-changes.js';
import { CapsuleMark } from './capsule-mark.entity.js';
import { openDeleteWishes } from './capsule-states.js';
import { choosePicture, uploadedCover } from './capsule-covers.js';
import { CapsulesReader } from './capsules-reader.js';
import {
  NO_CONSENT,
  NO_COVER,
  NO_DELETE_WISH,
  NO_PROPOSAL,
  emojiOf,
  newCapsule,
  requireRoomForCapsule,
  storeOnce,
} from './new-capsule.js';
import { requireUnlockAhead, unlockInstant } from './unlock-date.js';

/** The fields besides the cover that change in a sealed capsule too. */
const APPEARANCE: ReadonlySet<string> = new Set(['emoji', 'theme', 'tags']);

/**
 * Adds a person's consent.
 * @param since when the first consented, or when the couple was restored after that
 * @returns whether it now suffices: both consented, or the first did 7 days ago
 */
function consent(
  given: readonly string[],
  since: Date | null,
  userId: string,
  now: Date,
): { by: string[]; at: Date; suffices: boolean } {
  const by = given.includes(userId) ? [...given] : [...given, userId];
  const at = since ?? now;
  return { by, at, suffices: by.length > 1 || now.getTime() - at.getTime() >= LIMITS.consent };
}

/** Creates the capsules of two, and runs the calls that change their state. */
@Injectable()
export class CapsulesService {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(CapsuleChanges) private readonly changes: CapsuleChanges,
    @Inject(CapsulesReader) private readonly reader: CapsulesReader,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Creating again under the same `clientId` answers with the first capsule.
   * @throws AppError NO_PARTNER, TOO_MANY_CAPSULES, VALIDATION_FAILED
   */
  async create(userId: string, dto: CreateCapsuleDto): Promise<CapsuleView> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const { coupleId } = await this.couples.lockMembership(tx, userId);
      const where = { coupleId, createdBy: userId, clientId: dto.clientId };
      const made = await tx.findOneBy(Capsule, where);
      if (made) return this.reader.view(tx, made, userId);
      await requireRoomForCapsule(tx, coupleId);
      const capsule = newCapsule(userId, coupleId, dto, this.clock.now());
      const stored = await storeOnce(tx, capsule, where);
      if (stored.id === capsule.id) await this.changes.announceNew(unit, capsule, userId);
      return this.reader.view(tx, stored, userId);
    });
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_SEALED, VERSION_CONFLICT, VALIDATION_FAILED */
  async change(userId: string, { id, version, coverId, ...dto }: ChangeCapsuleByIdDto): Promise<CapsuleView> {
    return this.press(userId, id, async ({ capsule, now, permit, unit }) => {
      const given = Object.entries(dto).filter(([, value]) => value !== undefined);
      const isAppearance = given.every(([field]) => APPEARANCE.has(field));
      permit(isAppearance ? 'change_appearance' : 'change_details');
      if (capsule.version !== version)
        throw new AppError('VERSION_CONFLICT', { current: await this.reader.view(unit.tx, capsule, userId) });
      const columns = changedColumns(capsule, dto, now);
      if (coverId === undefined) return { columns, action: 'details_changed' };
      await choosePicture(unit.tx, capsule, userId, coverId);
      const files = { removed: uploadedCover(capsule) };
      return { columns: { ...columns, ...NO_COVER }, action: 'details_changed', files };
    });
  }

  /**
   * Makes an uploaded picture the cover. Setting it again under the same `clientId` changes nothing.
   * @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_STATE, FILE_TYPE_UNSUPPORTED
   */
  async setCover(userId: string, { id, clientId, file }: CapsuleCoverByIdDto): Promise<CapsuleView> {
    return this.press(userId, id, async ({ capsule, permit, unit }) => {
      if (file.kind !== 'image') throw new AppError('FILE_TYPE_UNSUPPORTED');
      permit('change_appearance');
      if (capsule.coverClientId === clientId) return null;
      await choosePicture(unit.tx, capsule, userId, null);
      const files = { added: [file.id], removed: uploadedCover(capsule) };
      return { columns: { coverUploadId: file.id, coverClientId: clientId }, action: 'details_changed', files };
    });
  }

  /** The capsule, where a copy of it may be taken along. @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_LOCKED, CAPSULE_STATE */
  async take(userId: string, id: string): Promise<CapsuleView> {
    return this.press(userId, id, async ({ permit }) => {
      permit('take_along');
      return null;
    });
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_SEALED, CAPSULE_STATE, VALIDATION_FAILED */
  async seal(userId: string, id: string): Promise<CapsuleView> {
    return this.press(userId, id, async ({ capsule, now, permit }) => {
      if (capsule.status === 'sealed' && capsule.sealConfirmedBy.includes(userId)) return null;
      permit('seal');
      const { by, at, suffices } = consent(capsule.sealConfirmedBy, capsule.sealConfirmedAt, userId, now);
      if (!suffices && capsule.sealConfirmedBy.includes(userId)) return null;
      if (capsule.unlockAt) requireUnlockAhead(capsule.unlockAt, now);
      const columns = { sealConfirmedBy: by, sealConfirmedAt: at, ...NO_DELETE_WISH };
      return suffices
        ? { columns: { ...columns, status: 'sealed', sealedAt: now }, action: 'sealed' }
        : { columns, action: 'seal_confirmed' };
    });
  }

  /** Takes back the sealing, or the caller's confirmation before it. @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_STATE */
  async unseal(userId: string, id: string): Promise<CapsuleView> {
    return this.press(userId, id, async ({ capsule, permit }) => {
      if (capsule.status === 'collecting' && !capsule.sealConfirmedBy.includes(userId)) return null;
      permit('undo_seal');
      if (capsule.status === 'sealed')
        return { columns: { ...NO_CONSENT, ...NO_PROPOSAL, status: 'collecting', sealedAt: null }, action: 'unsealed' };
      const left = capsule.sealConfirmedBy.filter((one) => one !== userId);
      const columns = { sealConfirmedBy: left, ...(left.length === 0 && { sealConfirmedAt: null }) };
      return { columns, action: 'unsealed' };
    });
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_STATE, VALIDATION_FAILED */
  async proposeUnlock(userId: string, { id, unlockAt }: ProposeUnlockByIdDto): Promise<CapsuleView> {
    return this.press(userId, id, async ({ capsule, now, permit }) => {
      permit('propose_date');
      const proposedUnlockAt = unlockInstant(unlockAt, capsule.unlockTz ?? 'UTC', now);
      return { columns: { proposedUnlockAt, proposedBy: userId, proposedAt: now }, action: 'date_proposed' };
    });
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_STATE, NOT_YOURS, VALIDATION_FAILED, VERSION_CONFLICT */
  async answerUnlock(userId: string, { id, action, unlockAt: seen }: AnswerUnlockByIdDto): Promise<CapsuleView> {
    return this.press(userId, id, async ({ capsule, now, permit, unit }) => {
      // The proposer may withdraw, never accept.
      const withdraws = action === 'reject' && capsule.proposedBy === userId && capsule.status === 'sealed';
      if (!withdraws && capsule.proposedBy === userId) throw new AppError('NOT_YOURS');
      if (!withdraws) permit('answer_date');
      if (action === 'reject') return { columns: NO_PROPOSAL, action: 'date_declined' };
      const unlockAt = capsule.proposedUnlockAt;
      if (seen !== undefined && new Date(seen).getTime() !== unlockAt?.getTime())
        throw new AppError('VERSION_CONFLICT', { current: await this.reader.view(unit.tx, capsule, userId) });
      // It was an hour ahead when it was proposed: only a past one is refused now.
      if (!unlockAt || unlockAt <= now) throw fieldError('unlockAt', FIELD_TEXTS.dateAlreadyPassed);
      return { columns: { ...NO_PROPOSAL, unlockAt }, action: 'date_changed' };
    });
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_LOCKED, CAPSULE_STATE */
  async open(userId: string, id: string): Promise<CapsuleView> {
    return this.press(userId, id, async ({ capsule, now, permit }) => {
      if (capsule.kind === 'timed' && capsule.status === 'completed' && capsule.deletedAt === null) return null;
      permit('open');
      const { by, at, suffices } = consent(capsule.openConfirmedBy, capsule.openConfirmedAt, userId, now);
      const columns = { openConfirmedBy: by, openConfirmedAt: at };
      if (capsule.openRule === 'either' || suffices)
        return {
          columns: { ...columns, ...NO_DELETE_WISH, status: 'completed', completedAt: now },
          action: 'open_confirmed',
          completes: true,
        };
      return capsule.openConfirmedBy.includes(userId) ? null : { columns, action: 'open_confirmed' };
    });
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_SEALED, CAPSULE_STATE */
  async finish(userId: string, id: string): Promise<CapsuleView> {
    return this.press(userId, id, async ({ capsule, now, permit }) => {
      if (capsule.kind === 'keepsake' && capsule.status === 'completed' && capsule.deletedAt === null) return null;
      permit('finish');
      const columns = { status: 'completed' as const, completedAt: now, collectsKept: false, ...NO_DELETE_WISH };
      return { columns, action: 'details_changed', completes: true };
    });
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, CAPSULE_STATE */
  async reopen(userId: string, id: string): Promise<CapsuleView> {
    return this.press(userId, id, async ({ capsule, permit }) => {
      if (capsule.kind === 'keepsake' && capsule.status === 'collecting' && capsule.deletedAt === null) return null;
      permit('reopen');
      return { columns: { status: 'collecting', completedAt: null, ...NO_DELETE_WISH }, action: 'reopened' };
    });
  }

  /**
   * Moves a capsule to the trash at once where it is the caller's alone. Otherwise the first call records the request, and
   * the other member's call within 7 days deletes.
   * @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND, NOT_YOURS; PARTNER_CONTENT once the request is recorded
   */
  async delete(userId: string, id: string): Promise<CapsuleView> {
    const view = await this.press(userId, id, async ({ capsule, counts, member, now, permit }) => {
      if (capsule.deletedAt !== null) return null;
      permit('delete');
      const wishes = openDeleteWishes(capsule, now);
      const isAlone = capsule.status === 'collecting' && (counts.byUser[member.partnerId] ?? 0) === 0;
      const isOwn = isAlone && capsule.createdBy === userId;
      if (isOwn || wishes.includes(member.partnerId))
        return { columns: { ...NO_DELETE_WISH, deletedAt: now, collectsKept: false }, action: 'deleted' };
      if (wishes.includes(userId)) return null;
      return { columns: { deleteConfirmedBy: [userId], deleteConfirmedAt: now }, action: 'details_changed' };
    });
    // The request is committed before the caller learns that the other must agree.
    if (view.deletedAt === null && view.status === 'collecting')
      throw new AppError('PARTNER_CONTENT', { current: view });
    return view;
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND */
  async restore(userId: string, id: string): Promise<CapsuleView> {
    return this.press(userId, id, async ({ capsule, permit }) => {
      if (capsule.deletedAt === null) return null;
      permit('restore');
      return { columns: { deletedAt: null }, action: 'restored' };
    });
  }

  /** @throws AppError NO_PARTNER, CAPSULE_NOT_FOUND */
  async mark(userId: string, { id, mark, on }: MarkCapsuleDto): Promise<CapsuleView> {
    return this.press(userId, id, async ({ unit: { tx } }) => {
      const row = { capsuleId: id, userId, [mark]: on === 1 };
      await tx.upsert(CapsuleMark, row, { conflictPaths: ['capsuleId', 'userId'] });
      return null;
    });
  }

  /** The capsule after one call, in the same transaction. */
  private press(
    userId: string,
    id: string,
    work: (locked: LockedCapsule) => Promise<CapsuleMutation['change']>,
  ): Promise<CapsuleView> {
    return this.changes.run(userId, id, async (locked) => ({
      change: await work(locked),
      answer: ({ tx }, capsule) => this.reader.view(tx, capsule, userId),
    }));
  }
}

/** A change of the date, its zone or the rule clears the confirmations: both agreed to another capsule. */
function changedColumns(
  capsule: Capsule,
  dto: Omit<ChangeCapsuleByIdDto, 'id' | 'version' | 'coverId'>,
  now: Date,
): Partial<Capsule> {
  if (capsule.kind === 'keepsake' && (dto.unlockAt !== undefined || dto.unlockTz !== undefined))
    throw fieldError('unlockAt', FIELD_TEXTS.albumHasNoDate);
  const unlockTz = dto.unlockTz ?? capsule.unlockTz;
  const changes = [dto.unlockAt, dto.unlockTz, dto.openRule].some((value) => value !== undefined);
  const emoji = emojiOf(dto.emoji);
  return {
    ...(dto.title !== undefined && { title: dto.title }),
    ...(dto.description !== undefined && { description: dto.description }),
    ...(emoji !== undefined && { emoji }),
    ...(dto.theme !== undefined && { theme: dto.theme }),
    ...(dto.tags !== undefined && { tags: dto.tags }),
    ...(dto.openRule !== undefined && { openRule: dto.openRule }),
    ...(dto.unlockTz !== undefined && { unlockTz }),
    ...(dto.unlockAt !== undefined && { unlockAt: unlockInstant(dto.unlockAt, unlockTz ?? 'UTC', now) }),
    ...(changes && NO_CONSENT),
  };
}
