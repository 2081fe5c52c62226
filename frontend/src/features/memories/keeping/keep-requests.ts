import type { DailyQuestionView, MessageView } from '@duet/contracts';
import { type Observable, createObservable } from '../../../observable/observable.js';
import type { KeepRequest } from '../capsules/capsules-api.js';

const requests = createObservable<KeepRequest | null>(null);

/** The request for which the sheet is open. */
export const keepRequest: Observable<KeepRequest | null> = requests;

export const keepMessage = ({ _id }: MessageView): void => requests.set({ what: 'message', messageId: _id });

export const keepAnswers = ({ _id }: DailyQuestionView): void => requests.set({ what: 'answers', questionId: _id });

export const closeKeeping = (): void => requests.set(null);
