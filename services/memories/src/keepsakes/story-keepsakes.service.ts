import type { CopiedFileDto, KeepStoryDto, KeepsakePlan, StoryKeepsakeSource, StoryKept } from '@duet/contracts';
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
import { copiesByOriginal, copyOfStoryPart, keptContribution } from '../keeping/kept-copy.js';
import { KeptSources } from '../keeping/kept-sources.js';

/** The one keepsake of a finished story: its ending, and what each chose, wrote and showed on the way. */
@Injectable()
export class StoryKeepsakesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(OnlyCapsules) private readonly only: OnlyCapsules,
    @Inject(KeptSources) private readonly sources: KeptSources,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Which photos media has to copy before `keep`. @throws AppError as `keep` */
  async plan(userId: string, storyReadingId: string): Promise<KeepsakePlan> {
    const member = await this.couples.findMembership(userId);
    const { parts } = await this.sources.findStory(member, storyReadingId);
    const made = await this.database.manager.findOneBy(Capsule, { coupleId: member.coupleId, storyReadingId });
    if (made) return { capsuleId: made.id, fileIds: [] };
    return { capsuleId: uuid(), fileIds: parts.flatMap(({ files = [] }) => files.map(({ id }) => id)) };
  }

  /**
   * Makes the keepsake. Any later call, also one at the same moment, answers with the same one.
   * @throws AppError NO_PARTNER, STORY_NOT_FOUND, STORY_STATE, TOO_MANY_CAPSULES, UNAVAILABLE, TIMEOUT
   */
  async keep(
    userId: string,
    { sessionId: storyReadingId, capsuleId = uuid(), attachments = [] }: KeepStoryDto,
  ): Promise<StoryKept> {
    const source = await this.sources.findStory(await this.couples.findMembership(userId), storyReadingId);
    return this.only.findOrMake(userId, {
      key: { storyReadingId },
      make: ({ coupleId }) => this.newKeepsake(userId, coupleId, capsuleId, source),
      fill: ({ tx }, capsule, { timezone }) => this.fill(tx, capsule, timezone, source, attachments),
    });
  }

  private newKeepsake(userId: string, coupleId: string, id: string, source: StoryKeepsakeSource): Capsule {
    const { sessionId: storyReadingId, title, ending: description } = source;
    const now = this.clock.now();
    const about = { title, description, emoji: '📖', clientId: id };
    const wanted = { ...about, kind: 'keepsake', source: 'story', storyReadingId } as const;
    return Object.assign(newCapsule(userId, coupleId, wanted, now), { id, status: 'completed', completedAt: now });
  }

  /**
   * Ids grow with time, so contributions of one day keep the order of the path.
   * @returns the ids of the files that the parts have now
   */
  private async fill(
    tx: Tx,
    capsule: Capsule,
    timezone: string,
    source: StoryKeepsakeSource,
    copies: readonly CopiedFileDto[],
  ): Promise<string[]> {
    const copiesOf = copiesByOriginal(copies);
    const now = this.clock.now();
    const used: string[] = [];
    for (const part of source.parts) {
      const author = { userId: part.author, coupleId: capsule.coupleId };
      const row = keptContribution(copyOfStoryPart(source, part, timezone), author, capsule, uuid(), now);
      const files = copiesOf(part.files ?? []);
      await insertContribution(tx, row, files);
      used.push(...files.map(({ id }) => id));
    }
    return used;
  }
}
