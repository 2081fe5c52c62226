import {
  AnswerDailyQuestionDto,
  type Call,
  DONE,
  type DailyHistory,
  DailyHistoryQueryDto,
  type DailyPreferences,
  DailyPreferencesDto,
  DailyQuestionVersionDto,
  type DailyQuestionView,
  type DailyRecords,
  DailyRecordsDto,
  type DailyToday,
  type Done,
  NoInput,
  OwnQuestionIdDto,
  type OwnQuestionView,
  ReactToDailyDto,
  type RevealedQuestion,
  RevealedQuestionDto,
  type RhythmStatistics,
  WriteQuestionDto,
  answerDailyQuestion,
  excludeDailyQuestion,
  getDailyPreferences,
  getDailyToday,
  getRevealedQuestion,
  getRhythmStatistics,
  listDailyHistory,
  listDailyRecords,
  listOwnQuestions,
  reactToDailyQuestion,
  removeOwnQuestion,
  setDailyPreferences,
  swapDailyQuestion,
  writeQuestion,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { DailyHistoryService } from './daily-history.service.js';
import { DailyPreferencesService } from './daily-preferences.service.js';
import { DailyQuestionsService } from './daily-questions.service.js';
import { OwnQuestionsService } from './own-questions.service.js';

@Controller()
export class DailyQuestionsController {
  constructor(
    @Inject(DailyQuestionsService) private readonly questions: DailyQuestionsService,
    @Inject(DailyHistoryService) private readonly history: DailyHistoryService,
    @Inject(DailyPreferencesService) private readonly preferences: DailyPreferencesService,
    @Inject(OwnQuestionsService) private readonly own: OwnQuestionsService,
  ) {}

  @Rpc(getDailyToday)
  today({ actor }: Call<'user'>, _dto: NoInput): Promise<DailyToday> {
    return this.questions.today(actor.userId);
  }

  @Rpc(answerDailyQuestion)
  answer({ actor }: Call<'user'>, dto: AnswerDailyQuestionDto): Promise<DailyQuestionView> {
    return this.questions.answer(actor.userId, dto);
  }

  @Rpc(swapDailyQuestion)
  swap({ actor }: Call<'user'>, dto: DailyQuestionVersionDto): Promise<DailyQuestionView> {
    return this.questions.swap(actor.userId, dto);
  }

  @Rpc(excludeDailyQuestion)
  exclude({ actor }: Call<'user'>, dto: DailyQuestionVersionDto): Promise<DailyQuestionView> {
    return this.questions.exclude(actor.userId, dto);
  }

  @Rpc(reactToDailyQuestion)
  react({ actor }: Call<'user'>, dto: ReactToDailyDto): Promise<DailyQuestionView> {
    return this.questions.react(actor.userId, dto);
  }

  @Rpc(listDailyHistory)
  list({ actor }: Call<'user'>, dto: DailyHistoryQueryDto): Promise<DailyHistory> {
    return this.history.list(actor.userId, dto);
  }

  @Rpc(listDailyRecords)
  records({ actor }: Call<'user'>, { after }: DailyRecordsDto): Promise<DailyRecords> {
    return this.history.records(actor.userId, after ?? null);
  }

  @Rpc(getRevealedQuestion)
  revealed(_call: Call<'process'>, dto: RevealedQuestionDto): Promise<RevealedQuestion> {
    return this.history.revealed(dto);
  }

  @Rpc(getDailyPreferences)
  preference({ actor }: Call<'user'>, _dto: NoInput): Promise<DailyPreferences> {
    return this.preferences.get(actor.userId);
  }

  @Rpc(setDailyPreferences)
  prefer({ actor }: Call<'user'>, dto: DailyPreferencesDto): Promise<DailyPreferences> {
    return this.preferences.set(actor.userId, dto);
  }

  @Rpc(writeQuestion)
  write({ actor }: Call<'user'>, dto: WriteQuestionDto): Promise<OwnQuestionView> {
    return this.own.write(actor.userId, dto);
  }

  @Rpc(listOwnQuestions)
  written({ actor }: Call<'user'>, _dto: NoInput): Promise<OwnQuestionView[]> {
    return this.own.list(actor.userId);
  }

  @Rpc(getRhythmStatistics)
  rhythm({ actor }: Call<'user'>, _dto: NoInput): Promise<RhythmStatistics> {
    return this.questions.longestRhythm(actor.userId);
  }

  @Rpc(removeOwnQuestion)
  async remove({ actor }: Call<'user'>, { id }: OwnQuestionIdDto): Promise<Done> {
    await this.own.remove(actor.userId, id);
    return DONE;
  }
}
