import { type EventEnvelope, type StoryProgressed, storyProgressed } from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Announcements } from './announcements.service.js';

/** Writes notices and activities about stories, from the events of challenges. */
@Injectable()
export class StoryNotices {
  constructor(@Inject(Announcements) private readonly announcements: Announcements) {}

  @OnEvent(storyProgressed)
  async onStoryProgressed(
    { coupleId, sessionId, step, actorId }: StoryProgressed,
    event: EventEnvelope,
  ): Promise<void> {
    const entity = { type: 'story' as const, id: sessionId };
    await this.announcements.announce(event, {
      coupleId,
      actorId,
      notice: `story_${step}`,
      entity,
      // A story waits many times on its way: the activity list has only its beginning and its end.
      ...(step !== 'waiting' && { activity: { kind: `story_${step}` as const, entity } }),
    });
  }
}
