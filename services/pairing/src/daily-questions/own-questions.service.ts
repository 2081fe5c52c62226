import { LIMITS, OPTIONS_OF, type OwnQuestionView, type WriteQuestionDto } from '@duet/contracts';
import { AppError, Transactions } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { CouplesService } from '../couples/couples.service.js';
import { searchKey } from '../people/search-key.js';
import { ownQuestionView } from './daily-question.view.js';
import { OwnQuestion } from './own-question.entity.js';

const NEXT_FIRST = { createdAt: 'ASC', id: 'ASC' } as const;

/** Questions that members write for each other. Only the author sees one before its day. */
@Injectable()
export class OwnQuestionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  /** @throws AppError NO_PARTNER */
  async list(userId: string): Promise<OwnQuestionView[]> {
    const { couple } = await this.couples.requireLink(userId);
    const mine = await this.database.manager.find(OwnQuestion, {
      where: { coupleId: couple.id, authorId: userId, askedAt: IsNull() },
      order: NEXT_FIRST,
    });
    return mine.map(ownQuestionView);
  }

  /** @throws AppError NO_PARTNER, OPTIONS_INVALID, TOO_MANY_QUESTIONS */
  write(userId: string, { text, type, options = [], clientId }: WriteQuestionDto): Promise<OwnQuestionView> {
    const [least, most] = OPTIONS_OF[type];
    if (options.length < least || options.length > most) throw new AppError('OPTIONS_INVALID');
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const { couple } = await this.couples.lockMembers(unit, userId);
      const before = await tx.findOneBy(OwnQuestion, { authorId: userId, clientId });
      if (before) return ownQuestionView(before);
      const waiting = await tx.countBy(OwnQuestion, { coupleId: couple.id, authorId: userId, askedAt: IsNull() });
      if (waiting >= LIMITS.ownQuestionsWaiting) throw new AppError('TOO_MANY_QUESTIONS');
      const id = uuid();
      await tx.insert(OwnQuestion, {
        id,
        coupleId: couple.id,
        authorId: userId,
        text,
        type,
        options,
        words: searchKey([text, ...options].join(' ')),
        clientId,
      });
      return ownQuestionView(await tx.findOneByOrFail(OwnQuestion, { id }));
    });
  }

  /** Deletes a question that was not asked yet. @throws AppError NO_PARTNER, QUESTION_NOT_FOUND */
  remove(userId: string, id: string): Promise<void> {
    return this.transactions.run(async (unit) => {
      const { couple } = await this.couples.lockMembers(unit, userId);
      const { affected } = await unit.tx.delete(OwnQuestion, {
        id,
        coupleId: couple.id,
        authorId: userId,
        askedAt: IsNull(),
      });
      if (!affected) throw new AppError('QUESTION_NOT_FOUND');
    });
  }
}
