import { type AnswerDailyDto, type DailyType, SCALE_STEPS, FIELD_TEXTS } from '@duet/contracts';
import { fieldError } from '@duet/service-kit';

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
  if (type !== 'guess' && guess !== undefined) throw fieldError('guess', FIELD_TEXTS.guessNotAsked);
  if (type === 'open') {
    if (value !== undefined) throw fieldError('value', FIELD_TEXTS.wordsAsked);
    if (text === '') throw fieldError('text', FIELD_TEXTS.answerRequired);
    return { value: null, guess: null, text };
  }
  if (type === 'scale') {
    if (!SCALE_STEPS.some((step) => step === value)) throw fieldError('value', FIELD_TEXTS.scaleStepRequired);
    return { value: value ?? null, guess: null, text };
  }
  if (!isOption(value, options)) throw fieldError('value', FIELD_TEXTS.choiceRequired);
  if (type === 'guess' && !isOption(guess, options)) throw fieldError('guess', FIELD_TEXTS.guessRequired);
  return { value, guess: guess ?? null, text };
}
