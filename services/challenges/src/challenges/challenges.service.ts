import {
  type ChallengeView,
  type ChangeChallengeByIdDto,
  type ExtendChallengeByIdDto,
  LIMITS,
  type ProposeChallengeDto,
  type ReflectOnChallengeByIdDto,
  type RemovedChallenge,
  type RespondToChallengeByIdDto,
  type TemplateStep,
  FIELD_TEXTS,
} from '@duet/contracts';
import { AppError, Clock, Transactions, type Tx, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { anyNOf, requireReachable } from '../templates/completion.js';
import { TemplatesService } from '../templates/templates.service.js';
import { ChallengeChanges, type ChallengeMutation, type LockedChallenge } from './challenge-changes.js';
import { deletionConfirmedBy, turnOf } from './challenge-states.js';
import { Challenge } from './challenge.entity.js';
import { storedWords } from './challenge-words.js';
import { challengeView } from './challenge.view.js';
import { ChallengesReader } from './challenges-reader.js';
import { resumed } from './passing-time.js';
import { instantOf, openingOf, proposedSteps, requireDates } from './proposal.js';
import { fileIdsOf } from './proof-files.js';
import { isDoneBy, loadAll } from './progress.js';
import { Reflection } from './reflection.entity.js';
import { Step } from './step.entity.js';

/** Creates the challenges of two, and runs the calls that change their state. */
@Injectable()
export class ChallengesService {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(TemplatesService) private readonly templates: TemplatesService,
    @Inject(ChallengeChanges) private readonly changes: ChallengeChanges,
    @Inject(ChallengesReader) private readonly reader: ChallengesReader,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Proposing again under the same `clientId` answers with the first challenge.
   * @throws AppError NO_PARTNER, TEMPLATE_NOT_FOUND, TOO_MANY_CHALLENGES, VALIDATION_FAILED
   */
  async propose(userId: string, dto: ProposeChallengeDto): Promise<ChallengeView> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const member = await this.couples.lockMembershipForChange(tx, userId);
      const { coupleId } = member;
      const made = await tx.findOneBy(Challenge, { coupleId, proposedBy: userId, clientId: dto.clientId });
      if (made) return this.reader.view(tx, made, userId);
      if ((await tx.countBy(Challenge, { coupleId })) >= LIMITS.challenges) throw new AppError('TOO_MANY_CHALLENGES');
      const { steps, ...words } = await this.wordsOf(tx, coupleId, dto);
      const challenge = this.newChallenge(member, dto, words);
      await tx.insert(Challenge, challenge);
      await tx.insert(Step, proposedSteps(steps, challenge.id, member));
      const [loaded] = await loadAll(tx, [challenge]);
      if (!loaded) throw new AppError('CHALLENGE_NOT_FOUND');
      await this.changes.announceNew(unit, loaded, userId);
      return challengeView({ ...loaded, viewerId: userId, now: this.clock.now() });
    });
  }

  /** @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, CHALLENGE_STATE, NOT_YOURS, VERSION_CONFLICT, VALIDATION_FAILED */
  async change(userId: string, { id, version, ...dto }: ChangeChallengeByIdDto): Promise<ChallengeView> {
    return this.press(userId, id, async (locked) => {
      const { challenge, now, permit } = locked;
      permit('change_details');
      if (challenge.version !== version) throw new AppError('VERSION_CONFLICT', { current: challengeView(locked) });
      const dates = {
        startAt: dto.startAt === undefined ? challenge.startAt : instantOf(dto.startAt),
        dueAt: dto.dueAt === undefined ? challenge.dueAt : instantOf(dto.dueAt),
      };
      // A start that has passed while the proposal waited hinders no other change, also if the form sends it back.
      const isPast = challenge.startAt !== null && challenge.startAt <= now;
      const isKept = dates.startAt?.getTime() === challenge.startAt?.getTime();
      requireDates({ ...dates, ...(isPast && isKept && { startAt: null }) }, now);
      const { title = challenge.title, description = challenge.description } = dto;
      const words = storedWords(challenge.templateId, { title, description });
      return { columns: { ...words, ...dates }, action: 'details_changed' };
    });
  }

  /** @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, CHALLENGE_STATE, NOT_YOURS */
  async respond(userId: string, { id, action, note }: RespondToChallengeByIdDto): Promise<ChallengeView> {
    return this.press(userId, id, async ({ challenge, steps, member, now, permit, unit: { tx } }) => {
      if (!permit(action)) return null;
      const answer = { note: note === undefined || note === '' ? null : note };
      if (action === 'reject') return { columns: { ...answer, status: 'declined' }, action: 'declined' };
      const startAt = challenge.startAt !== null && challenge.startAt > now ? challenge.startAt : now;
      for (const step of steps) {
        step.opensAt = openingOf(step.day, startAt, member.timezone);
        await tx.update(Step, { id: step.id }, { opensAt: step.opensAt });
      }
      return { columns: { ...answer, status: 'active', startAt }, action: 'accepted' };
    });
  }

  /** @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, CHALLENGE_STATE */
  async pause(userId: string, id: string): Promise<ChallengeView> {
    return this.press(userId, id, async ({ now, permit }) =>
      permit('pause') ? { columns: { status: 'paused', pausedAt: now }, action: 'paused' } : null,
    );
  }

  /** @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, CHALLENGE_STATE */
  async resume(userId: string, id: string): Promise<ChallengeView> {
    return this.press(userId, id, async (locked) => {
      if (!locked.permit('resume')) return null;
      const { columns, action, openings } = resumed(locked, locked.now);
      for (const step of openings) await locked.unit.tx.update(Step, { id: step.id }, { opensAt: step.opensAt });
      return { columns, action };
    });
  }

  /** @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, CHALLENGE_STATE, VALIDATION_FAILED */
  async extend(userId: string, { id, dueAt: given }: ExtendChallengeByIdDto): Promise<ChallengeView> {
    return this.press(userId, id, async ({ challenge, now, permit }) => {
      permit('extend');
      const dueAt = new Date(given);
      // The same call again, or the other's call for the same date.
      if (dueAt.getTime() === challenge.dueAt?.getTime() && dueAt > now) return null;
      requireDates({ startAt: null, dueAt }, now);
      if (challenge.dueAt && dueAt < challenge.dueAt) throw fieldError('dueAt', FIELD_TEXTS.extensionTooEarly);
      return { columns: { dueAt, overdueAt: null }, action: 'extended' };
    });
  }

  /** @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, CHALLENGE_STATE, NOT_YOURS */
  async cancel(userId: string, id: string): Promise<ChallengeView> {
    return this.press(userId, id, async ({ permit }) =>
      permit('cancel')
        ? { columns: { status: 'cancelled', pausedAt: null, overdueAt: null }, action: 'cancelled' }
        : null,
    );
  }

  /** @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, CHALLENGE_STATE */
  async letGo(userId: string, id: string): Promise<ChallengeView> {
    return this.press(userId, id, async ({ permit }) =>
      permit('let_go') ? { columns: { status: 'expired', overdueAt: null }, action: 'expired' } : null,
    );
  }

  /** @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, CHALLENGE_STATE */
  async reflect(userId: string, { id, text, mood }: ReflectOnChallengeByIdDto): Promise<ChallengeView> {
    return this.press(userId, id, async ({ reflections, now, permit, unit: { tx } }) => {
      const own = reflections.find((reflection) => reflection.userId === userId);
      if (own?.text === text && own.mood === mood) return null;
      permit('reflect');
      const row = Object.assign(own ?? new Reflection(), { challengeId: id, userId, text, mood, at: now });
      await tx.save(Reflection, row);
      if (!own) reflections.push(row);
      return { action: 'reflection' };
    });
  }

  /**
   * Deletes at once where the partner has done nothing for it. Otherwise the first call records the request, and the other
   * member's call within 7 days deletes.
   * @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, CHALLENGE_STATE; PARTNER_CONTENT once the request is recorded
   */
  async delete(userId: string, id: string): Promise<RemovedChallenge> {
    let isDeleted = false;
    const situation = await this.changes.run(userId, id, async (locked) => {
      const { challenge, member, now, permit, unit } = locked;
      permit('delete');
      const wishes = deletionConfirmedBy(challenge, now);
      if (!isPartlyOf(member.partnerId, locked) || wishes.includes(member.partnerId)) {
        await unit.tx.delete(Challenge, { id });
        isDeleted = true;
        return { action: 'deleted', files: { removed: fileIdsOf(locked) } };
      }
      if (wishes.includes(userId)) return null;
      return { columns: { deleteConfirmedBy: [userId], deleteConfirmedAt: now }, action: 'delete_asked' };
    });
    // The request is committed before the caller learns that the other must agree.
    if (!isDeleted) throw new AppError('PARTNER_CONTENT', { current: challengeView(situation) });
    const { coupleId, accessEpoch } = situation.challenge;
    return { done: true, coupleId, accessEpoch };
  }

  /** The challenge after one call. */
  private async press(
    userId: string,
    id: string,
    work: (locked: LockedChallenge) => Promise<ChallengeMutation>,
  ): Promise<ChallengeView> {
    return challengeView(await this.changes.run(userId, id, work));
  }

  /** The words and steps of a template, or the caller's own. */
  private async wordsOf(tx: Tx, coupleId: string, dto: ProposeChallengeDto): Promise<Words> {
    const { templateId, title = '', description = '', category, steps = [], completionRule = 'all' } = dto;
    if (templateId === undefined) {
      if (category === undefined) throw fieldError('category', FIELD_TEXTS.categoryRequired);
      requireReachable(completionRule, steps);
      return {
        title,
        description,
        category,
        steps,
        anyN: anyNOf(completionRule),
        templateId: null,
        templateVersion: null,
      };
    }
    const template = await this.templates.find(tx, coupleId, templateId);
    const { version, title: ownTitle, description: ownDescription } = template;
    return {
      ...storedWords(templateId, { title: dto.title ?? ownTitle, description: dto.description ?? ownDescription }),
      category: template.category,
      steps: template.steps,
      anyN: anyNOf(template.completionRule),
      templateId,
      templateVersion: version,
    };
  }

  private newChallenge(
    { coupleId, userId }: Membership,
    dto: ProposeChallengeDto,
    words: Omit<Words, 'steps'>,
  ): Challenge {
    const now = this.clock.now();
    const dates = { startAt: instantOf(dto.startAt), dueAt: instantOf(dto.dueAt) };
    requireDates(dates, now);
    const challenge = Object.assign(new Challenge(), {
      id: uuid(),
      coupleId,
      proposedBy: userId,
      clientId: dto.clientId,
      ...words,
      status: 'proposed' as const,
      ...dates,
      pausedAt: null,
      overdueAt: null,
      completedAt: null,
      note: null,
      capsuleId: null,
      accessEpoch: 0,
      deleteConfirmedBy: [],
      deleteConfirmedAt: null,
      createdAt: now,
      updatedAt: now,
      version: 1,
    });
    return Object.assign(challenge, { turnsAt: turnOf(challenge) });
  }
}

interface Words extends Pick<
  Challenge,
  'title' | 'description' | 'category' | 'anyN' | 'templateId' | 'templateVersion'
> {
  steps: readonly TemplateStep[];
}

/** Whether the person has done a part of the challenge, reflected on it, or worded it and seen it completed. */
const isPartlyOf = (userId: string, { challenge, steps, reflections }: LockedChallenge): boolean =>
  reflections.some((reflection) => reflection.userId === userId) ||
  steps.some((step) => isDoneBy(step, userId)) ||
  (challenge.status === 'completed' && challenge.templateId === null && challenge.proposedBy === userId);
