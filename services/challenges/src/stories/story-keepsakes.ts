import { type StoryKeepsakeSource, type StoryReadingView, storyKeepsakePurged } from '@duet/contracts';
import { AppError, OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { StoriesReader } from './stories-reader.js';
import { StoryChanges } from './story-changes.js';
import { requireStoryAction } from './story-states.js';

/** Answers memories about finished stories, and remembers which keepsake was made of one. */
@Injectable()
export class StoryKeepsakes {
  constructor(
    @Inject(StoriesReader) private readonly reader: StoriesReader,
    @Inject(StoryChanges) private readonly changes: StoryChanges,
  ) {}

  /** @throws AppError NO_PARTNER, STORY_NOT_FOUND; STORY_STATE before the ending */
  async source(userId: string, id: string): Promise<StoryKeepsakeSource> {
    const { coupleId, title, status, node, path } = await this.reader.get(userId, id);
    if (status !== 'finished' || node === null) throw new AppError('STORY_STATE');
    const parts = path.flatMap(({ node: { text: page, choices }, answers, at }) =>
      answers.map(({ user: author, choiceId, text, photo }) => ({
        page,
        author,
        text: text ?? choices.find((choice) => choice.id === choiceId)?.text ?? '',
        at,
        files: photo ? [{ id: photo.id, kind: 'image' as const }] : [],
      })),
    );
    return { sessionId: id, coupleId, title, ending: node.text, parts };
  }

  /**
   * Recording the same keepsake again changes nothing.
   * @throws AppError NO_PARTNER, STORY_NOT_FOUND, STORY_STATE
   */
  async record(userId: string, id: string, capsuleId: string): Promise<StoryReadingView> {
    return this.changes.run(userId, id, async ({ reading }) => {
      if (reading.capsuleId === capsuleId) return null;
      requireStoryAction('keep', reading, userId);
      return { columns: { capsuleId }, kind: 'story_changed' };
    });
  }

  /** The story can have another keepsake. */
  @OnEvent(storyKeepsakePurged)
  async forget({ sessionId, capsuleId }: { sessionId: string; capsuleId: string }): Promise<void> {
    await this.changes.forgetKeepsake(sessionId, capsuleId);
  }
}
