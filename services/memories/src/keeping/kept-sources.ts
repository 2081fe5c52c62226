import {
  type CoupleCalendar,
  type KeepableMessage,
  type RevealedQuestion,
  type YearMessages,
  getCoupleCalendar,
  getRevealedQuestion,
  listKeepableMessages,
  listYearMessages,
} from '@duet/contracts';
import { AppError, RpcClient, requestContext } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Membership } from '../couples/couples.service.js';

/** Asks the services that own messages and answers for what may be kept. A client's copy is never trusted. */
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
