import type { StoryKeepsakeSource, StoryKept } from '@duet/contracts';
import { Clock, Transactions, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { CapsuleChanges } from '../capsules/capsule-changes.js';
import { Capsule } from '../capsules/capsule.entity.js';
import { insertContribution } from '../capsules/contribution-files.js';
import { newCapsule, requireRoomForCapsule } from '../capsules/new-capsule.js';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { copyOfStoryPart, keptContribution } from '../keeping/kept-copy.js';
import { KeptSources } from '../keeping/kept-sources.js';

/** The one keepsake of a finished story: its ending, and what each chose and wrote on the way. */
@Injectable()
export class StoryKeepsakesService {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(CapsuleChanges) private readonly changes: CapsuleChanges,
    @Inject(KeptSources) private readonly sources: KeptSources,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Makes the keepsake. Any later press, also one at the same moment, answers with the same one.
   * @throws AppError NO_PARTNER, STORY_NOT_FOUND, STORY_STATE, TOO_MANY_CAPSULES, UNAVAILABLE, TIMEOUT
   */
  async keep(userId: string, storySessionId: string): Promise<StoryKept> {
    const member = await this.couples.findMembership(userId);
    const source = await this.sources.findStory(member, storySessionId);
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const { coupleId } = await this.couples.lockMembership(tx, userId);
      const made = await tx.findOneBy(Capsule, { coupleId, storySessionId });
      if (made) return { capsuleId: made.id };
      await requireRoomForCapsule(tx, coupleId);
      const capsule = this.newKeepsake(userId, coupleId, source);
      await tx.createQueryBuilder().insert().into(Capsule).values(capsule).orIgnore().execute();
      const { id } = await tx.findOneByOrFail(Capsule, { coupleId, storySessionId });
      if (id !== capsule.id) return { capsuleId: id };
      await this.fill(tx, capsule, member, source);
      await this.changes.announceNew(unit, capsule, userId, []);
      return { capsuleId: id };
    });
  }

  private newKeepsake(userId: string, coupleId: string, source: StoryKeepsakeSource): Capsule {
    const { sessionId: storySessionId, title, ending: description } = source;
    const now = this.clock.now();
    const about = { title, description, emoji: '📖', clientId: uuid() };
    const wanted = { ...about, kind: 'keepsake', source: 'story', storySessionId } as const;
    return Object.assign(newCapsule(userId, coupleId, wanted, now), { status: 'completed', completedAt: now });
  }

  /** Ids grow with time, so contributions of one day keep the order of the path. */
  private async fill(
    tx: Tx,
    capsule: Capsule,
    { coupleId, timezone }: Membership,
    source: StoryKeepsakeSource,
  ): Promise<void> {
    const now = this.clock.now();
    for (const part of source.parts) {
      const copy = copyOfStoryPart(source, part, timezone);
      const row = keptContribution(copy, { userId: part.author, coupleId }, capsule, uuid(), now);
      await insertContribution(tx, row, []);
    }
  }
}
