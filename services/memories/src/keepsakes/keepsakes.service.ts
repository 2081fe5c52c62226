import type { ChallengeKept, CopiedFileDto, KeepChallengeDto, KeepsakePlan, KeepsakeSource } from '@duet/contracts';
import { Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Capsule } from '../capsules/capsule.entity.js';
import { insertContribution } from '../capsules/contribution-files.js';
import { newCapsule } from '../capsules/new-capsule.js';
import { OnlyCapsules } from '../capsules/only-capsules.js';
import { CouplesService } from '../couples/couples.service.js';
import { copiesByOriginal, copyOfPart, keptContribution } from '../keeping/kept-copy.js';
import { KeptSources } from '../keeping/kept-sources.js';

/** The one keepsake of a completed challenge: an album of what the two did, finished from the start. */
@Injectable()
export class KeepsakesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(OnlyCapsules) private readonly only: OnlyCapsules,
    @Inject(KeptSources) private readonly sources: KeptSources,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Which files media has to copy before `keep`. @throws AppError as `keep` */
  async plan(userId: string, challengeId: string): Promise<KeepsakePlan> {
    const member = await this.couples.findMembership(userId);
    const { parts } = await this.sources.findKeepsake(member, challengeId);
    const made = await this.database.manager.findOneBy(Capsule, { coupleId: member.coupleId, challengeId });
    if (made) return { capsuleId: made.id, fileIds: [] };
    return { capsuleId: uuid(), fileIds: parts.flatMap(({ files }) => files.map(({ id }) => id)) };
  }

  /**
   * Makes the keepsake. Any later call, also one at the same moment, answers with the same one.
   * @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, CHALLENGE_STATE, TOO_MANY_CAPSULES, UNAVAILABLE, TIMEOUT
   */
  async keep(userId: string, { challengeId, capsuleId, attachments }: KeepChallengeDto): Promise<ChallengeKept> {
    const source = await this.sources.findKeepsake(await this.couples.findMembership(userId), challengeId);
    return this.only.findOrMake(userId, {
      key: { challengeId },
      make: ({ coupleId }) => this.newKeepsake(userId, coupleId, capsuleId, source),
      fill: ({ tx }, capsule, { timezone }) => this.fill(tx, capsule, timezone, source, attachments),
    });
  }

  private newKeepsake(userId: string, coupleId: string, id: string, { challengeId, title }: KeepsakeSource): Capsule {
    const now = this.clock.now();
    const wanted = { title, kind: 'keepsake', source: 'challenge', challengeId, clientId: id } as const;
    return Object.assign(newCapsule(userId, coupleId, wanted, now), { id, status: 'completed', completedAt: now });
  }

  /** @returns the ids of the files that the parts have now */
  private async fill(
    tx: Tx,
    capsule: Capsule,
    timezone: string,
    source: KeepsakeSource,
    copies: readonly CopiedFileDto[],
  ): Promise<string[]> {
    const { coupleId } = capsule;
    const copiesOf = copiesByOriginal(copies);
    const now = this.clock.now();
    const used: string[] = [];
    let day = '';
    for (const part of source.parts) {
      const copy = copyOfPart(source, part, timezone);
      // A capsule sorts by day. A step that was done out of turn takes the day of the step before it, so that the steps keep their order.
      day = copy.happenedOn > day ? copy.happenedOn : day;
      const { author: userId, stepId } = part;
      const row = keptContribution({ ...copy, happenedOn: day }, { userId, coupleId }, capsule, stepId, now);
      const files = copiesOf(part.files);
      await insertContribution(tx, row, files);
      used.push(...files.map(({ id }) => id));
    }
    return used;
  }
}
