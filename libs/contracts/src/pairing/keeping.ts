import { IsUUID } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';

/** One member's revealed answer. */
export interface RevealedAnswer {
  by: string;
  /** The chosen option; null for an answer in words alone. */
  chosen: string | null;
  text: string;
}

/** A question with both answers. */
export interface RevealedQuestion {
  questionId: string;
  coupleId: string;
  dayKey: string;
  question: string;
  answers: RevealedAnswer[];
}

export class RevealedQuestionDto {
  /** The person who keeps it. */
  @IsUUID()
  userId!: string;

  @IsUUID()
  questionId!: string;
}

/** Returns a question and both answers. An unrevealed question does not exist here. Only memories makes this call. */
export const getRevealedQuestion = defineRpc({
  subject: 'pairing.daily-question.revealed',
  access: 'process',
  request: RevealedQuestionDto,
  returns: returns<RevealedQuestion>(),
  errors: ['NO_PARTNER', 'QUESTION_NOT_FOUND'],
});

/** A couple's days. */
export interface CoupleCalendar {
  coupleId: string;
  /** IANA name of the zone in which the couple's days begin. */
  timezone: string;
  /** `YYYY-MM-DD`: since when the two are together, or the day of their link. */
  since: string;
}

export class CoupleCalendarDto {
  @IsUUID()
  userId!: string;
}

/** Returns the anniversary of a person's couple. Only memories makes this call. */
export const getCoupleCalendar = defineRpc({
  subject: 'pairing.couple.calendar',
  access: 'process',
  request: CoupleCalendarDto,
  returns: returns<CoupleCalendar>(),
  errors: ['NO_PARTNER'],
});
