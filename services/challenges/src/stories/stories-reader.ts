import {
  type FoundTitles,
  LIMITS,
  type SearchStoriesDto,
  type StoryList,
  type StoryReadingView,
  matchesWords,
} from '@duet/contracts';
import { AppError, type Tx, requestContext } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { StoryChoice } from './story-choice.entity.js';
import { StoryReading } from './story-reading.entity.js';
import { STORIES_IN } from './story-texts.js';
import { isOpen, readingSummary, storyReadingView } from './story.view.js';

/** Reads the stories of a couple for one of the two. */
@Injectable()
export class StoriesReader {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  /** The library, with the readings of the two. @throws AppError NO_PARTNER, PART_HIDDEN */
  async list(viewerId: string): Promise<StoryList> {
    const { coupleId } = await this.couples.findMembership(viewerId, 'stories');
    const { manager } = this.database;
    const where = { coupleId, status: In(['invited', 'active', 'finished']) };
    const readings = await manager.find(StoryReading, { where, order: { id: 'DESC' }, take: LIMITS.storyReadings });
    const open = readings.filter(isOpen).map(({ id }) => id);
    const choices = await manager.findBy(StoryChoice, { readingId: In(open), userId: viewerId });
    const stories = [...STORIES_IN[requestContext.language()].values()].map((story) => {
      const shown = readings
        .filter(({ templateId }) => templateId === story.id)
        .map((reading) => {
          const own = choices.filter(({ readingId }) => readingId === reading.id);
          return readingSummary({ reading, story, choices: own }, viewerId);
        });
      const { id: _id, title, blurb, minutes, intensity } = story;
      const finished = shown.filter(({ status }) => status === 'finished').slice(0, LIMITS.storyReadingsShown);
      return { _id, title, blurb, minutes, intensity, open: shown.find(isOpen) ?? null, finished };
    });
    return { stories };
  }

  /** Finds titles, and lines at steps that the path has passed: those both may read. @throws AppError NO_PARTNER */
  async search(viewerId: string, { q, limit = LIMITS.searchHits }: SearchStoriesDto): Promise<FoundTitles> {
    const { coupleId, hiddenParts } = await this.couples.findMembership(viewerId);
    if (hiddenParts.includes('stories')) return { hits: [], more: false };
    const { manager } = this.database;
    const where = { coupleId, status: In(['invited', 'active', 'finished']) };
    const readings = await manager.find(StoryReading, { where, order: { id: 'DESC' }, take: LIMITS.storyReadings });
    const lines = await manager.find(StoryChoice, {
      where: { readingId: In(readings.map(({ id }) => id)), text: Not(IsNull()) },
      order: { step: 'ASC', at: 'ASC' },
    });
    const found = readings.flatMap(({ id, templateId, path }) => {
      const { title } = STORIES_IN[requestContext.language()].get(templateId) ?? {};
      const line = lines.find(
        ({ readingId, step, text }) => readingId === id && step < path.length && matchesWords(text ?? '', q),
      );
      return title !== undefined && (line || matchesWords(title, q))
        ? [{ _id: id, title, text: line?.text ?? '' }]
        : [];
    });
    return { hits: found.slice(0, limit), more: found.length > limit };
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN, STORY_NOT_FOUND */
  async get(viewerId: string, id: string): Promise<StoryReadingView> {
    const member = await this.couples.findMembership(viewerId, 'stories');
    const { manager } = this.database;
    const reading = await manager.findOneBy(StoryReading, { id, coupleId: member.coupleId });
    if (!reading) throw new AppError('STORY_NOT_FOUND');
    return this.view(manager, reading, member);
  }

  /** @throws AppError STORY_NOT_FOUND for a story that this build does not have */
  async view(tx: Tx, reading: StoryReading, { userId, partnerId }: Membership): Promise<StoryReadingView> {
    const story = STORIES_IN[requestContext.language()].get(reading.templateId);
    if (!story) throw new AppError('STORY_NOT_FOUND');
    const choices = await tx.find(StoryChoice, { where: { readingId: reading.id }, order: { step: 'ASC', at: 'ASC' } });
    const { createdBy, daysTogether } = reading;
    const a = await this.couples.firstNameOf(tx, createdBy);
    const b = await this.couples.firstNameOf(tx, createdBy === userId ? partnerId : userId);
    return storyReadingView({ reading, story, choices, slots: { a, b, daysTogether } }, userId);
  }
}
