import {
  type CoupleCalendar,
  type FinishedChallenge,
  type FinishedChallenges,
  type GoalKeepsakeSource,
  type KeepableMessage,
  type KeepsakeSource,
  type RevealedQuestion,
  type StoryKeepsakeSource,
  type YearMessages,
  getCoupleCalendar,
  getGoalKeepsakeSource,
  getKeepsakeSource,
  getRevealedQuestion,
  getStoryKeepsakeSource,
  listFinishedChallenges,
  listKeepableMessages,
  listYearChallenges,
  listYearMessages,
} from '@duet/contracts';
import { AppError, RpcClient, requestContext } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Membership } from '../couples/couples.service.js';

/** Asks the services that own messages, answers, challenges, stories and goals for what may be kept. A client's copy is never trusted. */
@Injectable()
export class KeptSources {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /**
   * The messages of the couple's conversation that the member can read now, the oldest first.
   * @throws AppError NO_PARTNER, UNAVAILABLE, TIMEOUT; MESSAGE_NOT_FOUND unless all of them can be read
   */
  async findMessages({ userId, coupleId }: Membership, messageIds: string[]): Promise<KeepableMessage[]> {
    const { chatId, messages } = await this.rpc.call(listKeepableMessages, context(), { userId, messageIds });
    // Messaging may know of a new link, or of an end, before memories does.
    if (chatId !== coupleId || messages.length < messageIds.length) throw new AppError('MESSAGE_NOT_FOUND');
    return messages;
  }

  /** @throws AppError NO_PARTNER, UNAVAILABLE, TIMEOUT; QUESTION_NOT_FOUND unless both have answered */
  async findAnswers({ userId, coupleId }: Membership, questionId: string): Promise<RevealedQuestion> {
    const found = await this.rpc.call(getRevealedQuestion, context(), { userId, questionId });
    if (found.coupleId !== coupleId) throw new AppError('QUESTION_NOT_FOUND');
    return found;
  }

  /**
   * The part of a completed challenge of the couple that both may read.
   * @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, CHALLENGE_STATE, UNAVAILABLE, TIMEOUT
   */
  async findKeepsake({ userId, coupleId }: Membership, challengeId: string): Promise<KeepsakeSource> {
    const source = await this.rpc.call(getKeepsakeSource, context(), { userId, challengeId });
    if (source.coupleId !== coupleId) throw new AppError('CHALLENGE_NOT_FOUND');
    return source;
  }

  /** The path of a finished story. @throws AppError NO_PARTNER, STORY_NOT_FOUND, STORY_STATE, UNAVAILABLE, TIMEOUT */
  async findStory({ userId, coupleId }: Membership, id: string): Promise<StoryKeepsakeSource> {
    const source = await this.rpc.call(getStoryKeepsakeSource, context(), { userId, id });
    if (source.coupleId !== coupleId) throw new AppError('STORY_NOT_FOUND');
    return source;
  }

  /**
   * The part of an achieved goal of the couple that both may read.
   * @throws AppError NO_PARTNER, GOAL_NOT_FOUND, GOAL_STATE, NOT_YOURS, UNAVAILABLE, TIMEOUT
   */
  async findGoal({ userId, coupleId }: Membership, goalId: string): Promise<GoalKeepsakeSource> {
    const source = await this.rpc.call(getGoalKeepsakeSource, context(), { userId, goalId });
    if (source.coupleId !== coupleId) throw new AppError('GOAL_NOT_FOUND');
    return source;
  }

  /** Completed challenges of the couple. @throws AppError NO_PARTNER, UNAVAILABLE, TIMEOUT; CHALLENGE_NOT_FOUND unless all of them are */
  async findChallenges({ userId, coupleId }: Membership, challengeIds: string[]): Promise<FinishedChallenge[]> {
    const found = await this.rpc.call(listFinishedChallenges, context(), { userId, challengeIds });
    if (found.coupleId !== coupleId || found.challenges.length < challengeIds.length)
      throw new AppError('CHALLENGE_NOT_FOUND');
    return found.challenges;
  }

  /** The challenges that the couple completed in `[from, to)`. @throws AppError NO_PARTNER, UNAVAILABLE, TIMEOUT */
  async findYearChallenges({ userId, coupleId }: Membership, from: Date, to: Date): Promise<FinishedChallenges> {
    const instants = { from: from.toISOString(), to: to.toISOString() };
    const found = await this.rpc.call(listYearChallenges, context(), { userId, ...instants });
    if (found.coupleId !== coupleId) throw new AppError('NO_PARTNER');
    return found;
  }

  /** Returns the anniversary of the couple. @throws AppError NO_PARTNER, UNAVAILABLE, TIMEOUT */
  async findCalendar({ userId, coupleId }: Membership): Promise<CoupleCalendar> {
    const calendar = await this.rpc.call(getCoupleCalendar, context(), { userId });
    if (calendar.coupleId !== coupleId) throw new AppError('NO_PARTNER');
    return calendar;
  }

  /**
   * The messages and answers that the couple may choose from a year, `[from, to)`.
   * @throws AppError NO_PARTNER, UNAVAILABLE, TIMEOUT
   */
  async findYear({ userId, coupleId }: Membership, from: Date, to: Date): Promise<YearMessages> {
    const instants = { from: from.toISOString(), to: to.toISOString() };
    const year = await this.rpc.call(listYearMessages, context(), { userId, ...instants });
    if (year.chatId !== coupleId) throw new AppError('NO_PARTNER');
    return year;
  }
}

const context = (): { requestId: string } => ({ requestId: requestContext.requestId() || 'keeping' });
