import { type KeepableMessage, type RevealedQuestion, TEXTS } from '@duet/contracts';
import { dayIn, fieldError } from '@duet/service-kit';
import { v7 as uuid } from 'uuid';
import type { Membership } from '../couples/couples.service.js';
import type { Capsule } from '../capsules/capsule.entity.js';
import { Contribution } from '../capsules/contribution.entity.js';

/** The columns of a contribution that say what it copies. */
export type KeptCopy = Pick<Contribution, 'kind' | 'keptBy' | 'keptMessage' | 'keptAnswers' | 'happenedOn'> & {
  keptId: string;
};

/** @param timezone the couple's, which decides the day of the message @throws AppError VALIDATION_FAILED without words */
export function copyOfMessage(
  { messageId, seq, senderId, content, createdAt }: KeepableMessage,
  timezone: string,
): KeptCopy {
  if (content.trim() === '') throw fieldError('messageId', TEXTS.noWordsToKeep);
  return {
    kind: 'message',
    keptId: messageId,
    keptBy: [senderId],
    keptMessage: { messageId, seq, by: senderId, words: content, sentAt: createdAt },
    keptAnswers: null,
    happenedOn: dayIn(new Date(createdAt), timezone),
  };
}

export const copyOfAnswers = ({ questionId, dayKey, question, answers }: RevealedQuestion): KeptCopy => ({
  kind: 'answer',
  keptId: questionId,
  keptBy: answers.map(({ by }) => by),
  keptMessage: null,
  keptAnswers: { questionId, question, answers: answers.map(({ by, chosen, text }) => ({ by, chosen, words: text })) },
  happenedOn: dayKey,
});

/** The keeper's contribution with a copy in it. */
export const keptContribution = (
  copy: KeptCopy,
  { userId, coupleId }: Membership,
  { id: capsuleId, kind }: Pick<Capsule, 'id' | 'kind'>,
  clientId: string,
  now: Date,
): Contribution =>
  Object.assign(new Contribution(), {
    id: uuid(),
    capsuleId,
    coupleId,
    authorId: userId,
    clientId,
    text: '',
    placeLabel: null,
    lat: null,
    lng: null,
    hasPicturedPlace: false,
    visibility: kind === 'timed' ? ('surprise' as const) : ('shared' as const),
    createdAt: now,
    editedAt: null,
    ...copy,
  });
