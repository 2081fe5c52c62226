import type { StoryKeepsakeSource, StoryKept } from '@duet/contracts';
import { Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { Capsule } from '../capsules/capsule.entity.js';
import { insertContribution } from '../capsules/contribution-files.js';
import { newCapsule } from '../capsules/new-capsule.js';
import { OnlyCapsules } from '../capsules/only-capsules.js';
import { CouplesService } from '../couples/couples.service.js';
import { copyOfStoryPart, keptContribution } from '../keeping/kept-copy.js';
import { KeptSources } from '../keeping/kept-sources.js';

/** The one keepsake of a finished story: its ending, and what each chose and wrote on the way. */
@Injectable()
export class StoryKeepsakesService {
  constructor(
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(OnlyCapsules) private readonly only: OnlyCapsules,
    @Inject(KeptSources) private readonly sources: KeptSources,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Makes the keepsake. Any later press, also one at the same moment, answers with the same one.
   * @throws AppError NO_PARTNER, STORY_NOT_FOUND, STORY_STATE, TOO_MANY_CAPSULES, UNAVAILABLE, TIMEOUT
   */
  async keep(userId: string, storySessionId: string): Promise<StoryKept> {
    const source = await this.sources.findStory(await this.couples.findMembership(userId), storySessionId);
    const { capsuleId } = await this.only.findOrMake(userId, {
      key: { storySessionId },
      make: ({ coupleId }) => this.newKeepsake(userId, coupleId, source),
      fill: ({ tx }, capsule, { timezone }) => this.fill(tx, capsule, timezone, source),
    });
    return { capsuleId };
  }

  private newKeepsake(userId: string, coupleId: string, source: StoryKeepsakeSource): Capsule {
    const { sessionId: storySessionId, title, ending: description } = source;
    const now = this.clock.now();
    const about = { title, description, emoji: '📖', clientId: uuid() };
    const wanted = { ...about, kind: 'keepsake', source: 'story', storySessionId } as const;
    return Object.assign(newCapsule(userId, coupleId, wanted, now), { status: 'completed', completedAt: now });
  }

  /** Ids grow with time, so contributions of one day keep the order of the path. */
  private async fill(tx: Tx, capsule: Capsule, timezone: string, source: StoryKeepsakeSource): Promise<string[]> {
    const now = this.clock.now();
    for (const part of source.parts) {
      const author = { userId: part.author, coupleId: capsule.coupleId };
      const row = keptContribution(copyOfStoryPart(source, part, timezone), author, capsule, uuid(), now);
      await insertContribution(tx, row, []);
    }
    return [];
  }
}
