import { type AnswerDailyDto, type DailyType, SCALE_STEPS } from '@duet/contracts';
import { AppError, fieldError } from '@duet/service-kit';

export interface AnswerContent {
  value: number | null;
  guess: number | null;
  text: string;
}

const isOption = (place: number | undefined, options: number): place is number =>
  place !== undefined && place < options;

/** The content of a valid answer to this type of question. @throws AppError VALIDATION_FAILED */
export function answerContent(
  type: DailyType,
  options: number,
  { value, guess, text = '' }: AnswerDailyDto,
): AnswerContent {
  if (type !== 'guess' && guess !== undefined) throw refuse('guess', 'There is nothing to guess here');
  if (type === 'open') {
    if (value !== undefined) throw refuse('value', 'This question is answered in words');
    if (text === '') throw refuse('text', 'Please write an answer');
    return { value: null, guess: null, text };
  }
  if (type === 'scale') {
    if (!SCALE_STEPS.some((step) => step === value)) throw refuse('value', 'Please choose a step from 1 to 5');
    return { value: value ?? null, guess: null, text };
  }
  if (!isOption(value, options)) throw refuse('value', 'Please choose one of the answers');
  if (type === 'guess' && !isOption(guess, options)) throw refuse('guess', 'Please guess what the other would choose');
  return { value, guess: guess ?? null, text };
}

const refuse = (field: string, message: string): AppError => fieldError(field, message);
