import {
  type CapsuleView,
  type DismissYearDto,
  FIELD_TEXTS,
  type KeepYearDto,
  type KeepableMessage,
  type OurYear,
  type YearCandidate,
  type YearMessages,
  type YearOccasion,
  type YearPhoto,
  type YearProposal,
} from '@duet/contracts';
import { Clock, dayIn, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Between, DataSource, In, IsNull } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { albumTitles } from '../capsules/album-titles.js';
import { CapsuleChanges } from '../capsules/capsule-changes.js';
import { requireRoom } from '../capsules/capsule-states.js';
import { Capsule } from '../capsules/capsule.entity.js';
import { CapsulesReader } from '../capsules/capsules-reader.js';
import { Contribution } from '../capsules/contribution.entity.js';
import { newCapsule } from '../capsules/new-capsule.js';
import { OnlyCapsules } from '../capsules/only-capsules.js';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { KeepingService } from '../keeping/keeping.service.js';
import {
  type KeptCopy,
  copyOfChallenge,
  copyOfMessage,
  keptContribution,
  keptMessageOf,
  requireWords,
} from '../keeping/kept-copy.js';
import { KeptSources } from '../keeping/kept-sources.js';
import { AnniversaryDismissal, YearDismissal } from './year-dismissal.entity.js';
import { yearToLookBackOn, yearsTogether } from './year-of.js';

type YearKey = { year: number } | { anniversaryYear: number };

interface Wanted {
  title: string;
  key: YearKey;
}

/** A call without an occasion is of the build before and names a calendar year. */
const keyOf = (year: number, occasion?: YearOccasion): YearKey =>
  occasion === 'anniversary' ? { anniversaryYear: year } : { year };

const dismissalOf = (occasion?: YearOccasion) => (occasion === 'anniversary' ? AnniversaryDismissal : YearDismissal);

/** The keepsake of a couple's year: proposed on two days, made of messages that the two choose. */
@Injectable()
export class YearsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(OnlyCapsules) private readonly only: OnlyCapsules,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(CapsuleChanges) private readonly changes: CapsuleChanges,
    @Inject(CapsulesReader) private readonly capsules: CapsulesReader,
    @Inject(KeepingService) private readonly keeping: KeepingService,
    @Inject(KeptSources) private readonly sources: KeptSources,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Proposes a keepsake today, unless it exists or the person does not want it. @throws AppError NO_PARTNER, UNAVAILABLE, TIMEOUT */
  async propose(userId: string): Promise<OurYear> {
    const member = await this.couples.findMembership(userId);
    const { coupleId } = member;
    const { timezone, since } = await this.sources.findCalendar(member);
    const found = yearToLookBackOn(dayIn(this.clock.now(), timezone), since, timezone);
    if (!found) return { proposal: null };
    const { occasion, year, from, to } = found;
    const { manager } = this.database;
    const isSettled =
      (await manager.existsBy(Capsule, { coupleId, ...keyOf(year, occasion) })) ||
      (await manager.existsBy(dismissalOf(occasion), { coupleId, userId, year }));
    if (isSettled) return { proposal: null };
    const memories = await manager.countBy(Capsule, { coupleId, deletedAt: IsNull(), createdAt: Between(from, to) });
    const messages = await this.sources.findYear(member, from, to);
    const finished = await this.sources.findYearChallenges(member, from, to);
    return {
      proposal: {
        year,
        occasion,
        ...(occasion === 'anniversary' && { yearsTogether: yearsTogether(year, since) }),
        messages: messages.count,
        memories,
        ...candidatesOf(messages),
        challenges: finished.count,
        finished: finished.challenges,
      },
    };
  }

  /**
   * Puts the chosen messages and challenges into the keepsake of the year and occasion. The first call creates it, the other's adds to it.
   * @throws AppError NO_PARTNER, MESSAGE_NOT_FOUND, CHALLENGE_NOT_FOUND, CAPSULE_SEALED, CAPSULE_STATE, TOO_MANY_CAPSULES,
   * TOO_MANY_CONTRIBUTIONS, VALIDATION_FAILED, UNAVAILABLE, TIMEOUT
   */
  async keep(userId: string, dto: KeepYearDto): Promise<CapsuleView> {
    const { year, messageIds } = dto;
    const member = await this.couples.findMembership(userId);
    this.requireRecent(year, member);
    const wanted = await this.keepsakeOf(member, dto);
    const messages = messageIds.length === 0 ? [] : await this.sources.findMessages(member, messageIds);
    messages.forEach(requireWords);
    const challengeIds = dto.challengeIds ?? [];
    const challenges = challengeIds.length === 0 ? [] : await this.sources.findChallenges(member, challengeIds);
    const copies = [
      ...messages.map((message) => copyOfMessage(message, member.timezone)),
      ...challenges.map((challenge) => copyOfChallenge(challenge, member.timezone)),
    ];
    const capsuleId = await this.findOrCreate(userId, wanted);
    const added = await this.add(userId, capsuleId, copies);
    if (added.length > 0 && messageIds.length > 0) await this.keeping.withdrawUnlessReadable(member, added, messageIds);
    return this.capsules.get(userId, capsuleId);
  }

  /** "Not this year", for the caller and the occasion alone. @throws AppError NO_PARTNER, VALIDATION_FAILED */
  async dismiss(userId: string, { year, occasion }: DismissYearDto): Promise<void> {
    await this.database.transaction(async (tx) => {
      const member = await this.couples.lockMembership(tx, userId);
      this.requireRecent(year, member);
      const row = { coupleId: member.coupleId, userId, year };
      await tx.createQueryBuilder().insert().into(dismissalOf(occasion)).values(row).orIgnore().execute();
    });
  }

  /** A person may choose past midnight, so the last year counts as well. */
  private requireRecent(year: number, { timezone }: Membership): void {
    const thisYear = Number(dayIn(this.clock.now(), timezone).slice(0, 4));
    if (year !== thisYear && year !== thisYear - 1) throw fieldError('year', FIELD_TEXTS.yearInvalid);
  }

  /** @throws AppError VALIDATION_FAILED for a year without an anniversary; NO_PARTNER, UNAVAILABLE, TIMEOUT */
  private async keepsakeOf(member: Membership, { year, occasion }: DismissYearDto): Promise<Wanted> {
    const key = keyOf(year, occasion);
    if (occasion !== 'anniversary') return { title: albumTitles.ourYear(year), key };
    const years = yearsTogether(year, (await this.sources.findCalendar(member)).since);
    if (years < 1) throw fieldError('year', FIELD_TEXTS.yearInvalid);
    return { title: albumTitles.yearsTogether(years), key };
  }

  private async findOrCreate(userId: string, { title, key }: Wanted): Promise<string> {
    const wanted = { title, kind: 'keepsake', source: 'year', ...key, clientId: uuid() } as const;
    const { capsuleId } = await this.only.findOrMake(userId, {
      key,
      make: ({ coupleId }) => newCapsule(userId, coupleId, wanted, this.clock.now()),
    });
    return capsuleId;
  }

  /** @returns the ids of the new contributions; what lies in the keepsake already is not added again */
  private async add(userId: string, capsuleId: string, copies: readonly KeptCopy[]): Promise<string[]> {
    return this.changes.run(userId, capsuleId, async ({ unit: { tx }, capsule, counts, member, now, permit }) => {
      permit('contribute');
      const ids = copies.map(({ keptId }) => keptId);
      const made = await tx.findBy(Contribution, { capsuleId, keptId: In(ids) });
      const known = new Set(made.map(({ keptId }) => keptId));
      const rows = copies
        .filter(({ keptId }) => !known.has(keptId))
        .map((copy) => keptContribution(copy, member, capsule, uuid(), now));
      if (rows.length === 0) return { change: null, answer: async () => [] };
      requireRoom(capsule, counts.total + rows.length - 1);
      await tx.insert(Contribution, rows);
      return { change: { action: 'contribution_added' }, answer: async () => rows.map(({ id }) => id) };
    });
  }
}

/** A message with photos is proposed as such alone: it is kept with its words and files, or not at all. */
function candidatesOf({ firstId, messages, photos = [] }: YearMessages): Pick<YearProposal, 'candidates' | 'photos'> {
  const candidate = (message: KeepableMessage): YearCandidate => ({
    ...keptMessageOf(message),
    isFirst: message.messageId === firstId,
  });
  const pictured = photos.flatMap((message): YearPhoto[] => {
    const picture = message.files?.find(({ kind }) => kind === 'image');
    return picture ? [{ ...candidate(message), pictureId: picture.id }] : [];
  });
  const picturedIds = new Set(pictured.map(({ messageId }) => messageId));
  return {
    candidates: messages.filter(({ messageId }) => !picturedIds.has(messageId)).map(candidate),
    photos: pictured,
  };
}
