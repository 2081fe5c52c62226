import { type Call, ChallengeRecordsDto, type StoryRecord, type StoryRecords, listStoryRecords } from '@duet/contracts';
import { Rpc, requestContext } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, MoreThan } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { StoryChoice } from './story-choice.entity.js';
import { StoryReading } from './story-reading.entity.js';
import { fillSlots } from './story-slots.js';
import { STORIES_IN } from './story-texts.js';

/** Readings of one answer: with all the lines that they can have they stay well below what the bus carries. */
const PAGE = 5;

/** Returns the stories of a person's data export. */
@Controller()
export class StoryExportsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  @Rpc(listStoryRecords)
  async listStories({ actor: { userId } }: Call<'user'>, { after }: ChallengeRecordsDto): Promise<StoryRecords> {
    const coupleId = In(await this.couples.idsOf(userId));
    const readings = await this.database.manager.find(StoryReading, {
      where: { coupleId, ...(after !== undefined && { id: MoreThan(after) }) },
      order: { id: 'ASC' },
      take: PAGE,
    });
    const stories: StoryRecord[] = [];
    for (const reading of readings) stories.push(await this.record(reading, userId));
    return { stories, next: readings.length < PAGE ? null : (readings.at(-1)?.id ?? null) };
  }

  private async record(reading: StoryReading, readerId: string): Promise<StoryRecord> {
    const { manager } = this.database;
    const { id, coupleId, templateId, status, createdBy, daysTogether, path } = reading;
    const language = requestContext.language();
    const story = STORIES_IN[language].get(templateId);
    const where = { readingId: id };
    const choices = await manager.find(StoryChoice, { where, order: { step: 'ASC', at: 'ASC' } });
    const readable = choices.filter(({ step, userId }) => step < path.length || userId === readerId);
    // The names would be those of today, and a former partner's name may be none of the reader's business.
    const slots = { a: '', b: '', daysTogether };
    return {
      id,
      coupleId,
      title: story?.title ?? templateId,
      status,
      createdBy: await this.couples.authorOf(createdBy),
      createdAt: reading.createdAt.toISOString(),
      finishedAt: reading.finishedAt?.toISOString() ?? null,
      answers: readable.map(({ userId: author, nodeId, choiceId, text, fileId, at }) => {
        const node = story?.nodes[nodeId];
        const option = node?.kind === 'choice' ? node.choices.find((one) => one.id === choiceId)?.text : undefined;
        const answer = text ?? option ?? choiceId ?? '';
        return {
          author,
          question: fillSlots(node?.text ?? '', slots, language),
          answer: fillSlots(answer, slots, language),
          at: at.toISOString(),
          attachments: fileId === null ? [] : [{ id: fileId }],
        };
      }),
    };
  }
}
