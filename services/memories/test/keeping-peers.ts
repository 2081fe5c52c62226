import {
  type Call,
  type CoupleCalendar,
  CoupleCalendarDto,
  type FinishedChallenges,
  FinishedChallengesDto,
  type GoalKeepsakeSource,
  GoalKeepsakeSourceDto,
  type KeepableMessage,
  type KeepableMessages,
  KeepableMessagesDto,
  type KeepsakeSource,
  KeepsakeSourceDto,
  type RevealedQuestion,
  RevealedQuestionDto,
  YearChallengesDto,
  type YearMessages,
  YearMessagesDto,
  type StoryKeepsakeSource,
  StoryKeepsakeSourceDto,
  getCoupleCalendar,
  getGoalKeepsakeSource,
  getKeepsakeSource,
  getStoryKeepsakeSource,
  getRevealedQuestion,
  listFinishedChallenges,
  listKeepableMessages,
  listYearChallenges,
  listYearMessages,
} from '@duet/contracts';
import { AppError, BaseConfig, KitModule, Rpc, createService } from '@duet/service-kit';
import type { TestKeys } from '@duet/testing';
import { Controller, Inject, type INestMicroservice, Module } from '@nestjs/common';

/** The data of the stand-ins for messaging, pairing and challenges. */
export class KeptThings {
  /** The conversation of each person. */
  readonly chats = new Map<string, string>();
  /** The readable messages of each conversation. */
  readonly messages = new Map<string, KeepableMessage[]>();
  readonly questions = new Map<string, RevealedQuestion>();
  /** Completed challenges. */
  readonly challenges = new Map<string, KeepsakeSource>();
  /** Finished stories. */
  readonly stories = new Map<string, StoryKeepsakeSource>();
  /** Achieved goals. */
  readonly goals = new Map<string, GoalKeepsakeSource>();
  /** Of every couple. */
  calendar = { timezone: 'UTC', since: '2024-05-04' };
  /** The instants of the last asked year. */
  askedYear: Pick<YearMessagesDto, 'from' | 'to'> | null = null;
  /** Runs before messaging answers, with the number of the question. */
  onAsked: (count: number) => Promise<void> | void = () => undefined;
  asked = 0;
}

@Controller()
class KeepingPeers {
  constructor(@Inject(KeptThings) private readonly known: KeptThings) {}

  @Rpc(listKeepableMessages)
  async messages(_call: Call<'process'>, { userId, messageIds }: KeepableMessagesDto): Promise<KeepableMessages> {
    await this.known.onAsked(++this.known.asked);
    const chatId = this.chatOf(userId);
    const all = this.known.messages.get(chatId) ?? [];
    return { chatId, messages: all.filter(({ messageId }) => messageIds.includes(messageId)) };
  }

  @Rpc(getRevealedQuestion)
  async question(_call: Call<'process'>, { userId, questionId }: RevealedQuestionDto): Promise<RevealedQuestion> {
    const found = this.known.questions.get(questionId);
    if (!found || found.coupleId !== this.known.chats.get(userId)) throw new AppError('QUESTION_NOT_FOUND');
    return found;
  }

  @Rpc(getCoupleCalendar)
  async calendar(_call: Call<'process'>, { userId }: CoupleCalendarDto): Promise<CoupleCalendar> {
    return { coupleId: this.chatOf(userId), ...this.known.calendar };
  }

  @Rpc(listYearMessages)
  async year(_call: Call<'process'>, { userId, from, to }: YearMessagesDto): Promise<YearMessages> {
    this.known.askedYear = { from, to };
    const chatId = this.chatOf(userId);
    const messages = this.known.messages.get(chatId) ?? [];
    const photos = messages.filter(({ files }) => files?.some(({ kind }) => kind === 'image'));
    return { chatId, count: 1_234, firstId: messages[0]?.messageId ?? null, messages, photos };
  }

  @Rpc(getKeepsakeSource)
  async keepsake(_call: Call<'process'>, { userId, challengeId }: KeepsakeSourceDto): Promise<KeepsakeSource> {
    const found = this.known.challenges.get(challengeId);
    if (!found || found.coupleId !== this.chatOf(userId)) throw new AppError('CHALLENGE_NOT_FOUND');
    return found;
  }

  @Rpc(getStoryKeepsakeSource)
  async story(_call: Call<'process'>, { userId, id }: StoryKeepsakeSourceDto): Promise<StoryKeepsakeSource> {
    const found = this.known.stories.get(id);
    if (!found || found.coupleId !== this.chatOf(userId)) throw new AppError('STORY_NOT_FOUND');
    return found;
  }
  @Rpc(getGoalKeepsakeSource)
  async goal(_call: Call<'process'>, { userId, goalId }: GoalKeepsakeSourceDto): Promise<GoalKeepsakeSource> {
    const found = this.known.goals.get(goalId);
    if (!found || found.coupleId !== this.chatOf(userId)) throw new AppError('GOAL_NOT_FOUND');
    return found;
  }

  @Rpc(listYearChallenges)
  async yearChallenges(_call: Call<'process'>, { userId }: YearChallengesDto): Promise<FinishedChallenges> {
    return this.finishedOf(userId, () => true);
  }

  @Rpc(listFinishedChallenges)
  async finished(_call: Call<'process'>, { userId, challengeIds }: FinishedChallengesDto): Promise<FinishedChallenges> {
    return this.finishedOf(userId, ({ challengeId }) => challengeIds.includes(challengeId));
  }

  private finishedOf(userId: string, matches: (source: KeepsakeSource) => boolean): FinishedChallenges {
    const coupleId = this.chatOf(userId);
    const found = [...this.known.challenges.values()].filter((one) => one.coupleId === coupleId && matches(one));
    const challenges = found.map(({ challengeId, title, completedAt }) => ({ challengeId, title, completedAt }));
    return { coupleId, count: found.length, challenges };
  }

  private chatOf(userId: string): string {
    const chatId = this.known.chats.get(userId);
    if (chatId === undefined) throw new AppError('NO_PARTNER');
    return chatId;
  }
}

/** Starts stand-ins for messaging, pairing and challenges on the bus. */
export async function startKeepingPeers(
  nats: string,
  { publicKeys }: TestKeys,
): Promise<{ known: KeptThings; app: INestMicroservice }> {
  const known = new KeptThings();
  const config = Object.assign(new BaseConfig(), {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    NATS_URL: nats,
    OPS_PORT: 0,
    JWT_PUBLIC_KEYS: publicKeys,
  });
  @Module({
    imports: [KitModule.forRoot({ process: 'keeping-peers' }, config)],
    controllers: [KeepingPeers],
    providers: [{ provide: KeptThings, useValue: known }],
  })
  class Peers {}
  const app = await createService(Peers, 'keeping-peers', config);
  await app.listen();
  return { known, app };
}
