import type {
  DailyQuestionView,
  ImportantDateView,
  MemoryHit,
  MessageView,
  SearchGroup,
  SearchResults,
  TitledHit,
} from '@duet/contracts';
import type { ReactNode } from 'react';
import type { CoupleNames } from '../../platform/account/names.js';
import { type PlainTextKey, stickerName, t } from '../../texts/index.js';
import { type Formats, dayHere } from '../../ui/formats.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { TextWithHits } from './text-with-hits.js';
import { excerptOf, textHitsIn } from '../../ui/text-hits.js';

/** A hit as it is shown: where it leads, its text, and a line about it. */
export interface Hit {
  id: string;
  to: string;
  text: string;
  about: ReactNode;
}

/** The input of the words about a hit. */
export interface HitContext {
  q: string;
  formats: Formats;
  nameOf: CoupleNames['nameOf'];
  /** Whether the user reads transcripts of voice notes. */
  transcripts: boolean;
}

const matches = (text: string, q: string): boolean => textHitsIn(text, q).length > 0;

function capsuleWords({ kind, status }: MemoryHit['capsule']): string {
  if (kind === 'keepsake') return t('search.album');
  return t(status === 'sealed' || status === 'ready' ? 'search.sealedCapsule' : 'search.capsule');
}

function memoryHit({ capsule, contribution }: MemoryHit, { q, formats }: HitContext): Hit {
  const { _id, title, emoji, description, tags } = capsule;
  const name = emoji === null ? title : `${emoji} ${title}`;
  if (contribution) {
    const { _id: piece, text, place, happenedAt } = contribution;
    const [first = '', ...rest] = [text, place?.label ?? ''].filter((words) => words !== '');
    return {
      id: piece,
      to: `/memories/${_id}?${new URLSearchParams({ piece }).toString()}`,
      text: excerptOf(first, q),
      about: (
        <>
          {name} · {formats.date(dayHere(happenedAt))}
          {rest.map((label) => (
            <span key={label}>
              {' · '}
              <TextWithHits text={label} q={q} />
            </span>
          ))}
        </>
      ),
    };
  }
  const why = [description, ...tags.map((tag) => `#${tag}`)].find((words) => matches(words, q));
  return {
    id: _id,
    to: `/memories/${_id}`,
    text: name,
    about: (
      <>
        {capsuleWords(capsule)}
        {why !== undefined && (
          <>
            {' · '}
            <TextWithHits text={excerptOf(why, q)} q={q} />
          </>
        )}
      </>
    ),
  };
}

const challengeHit = ({ _id, title, text }: TitledHit, { q }: HitContext): Hit => ({
  id: _id,
  to: `/challenges/${_id}`,
  text: title,
  about: text === '' ? t('search.challenge') : <TextWithHits text={excerptOf(text, q)} q={q} />,
});

const goalHit = ({ _id, title, text }: TitledHit, { q }: HitContext): Hit => ({
  id: _id,
  to: `/challenges?${new URLSearchParams({ tab: 'goals', goal: _id }).toString()}`,
  text: title,
  about: text === '' ? t('search.goal') : <TextWithHits text={excerptOf(text, q)} q={q} />,
});

const storyHit = ({ _id, title, text }: TitledHit, { q }: HitContext): Hit => ({
  id: _id,
  to: `/challenges?${new URLSearchParams({ tab: 'stories', story: _id }).toString()}`,
  text: title,
  about: text === '' ? t('search.story') : <TextWithHits text={excerptOf(text, q)} q={q} />,
});

const wishHit = ({ _id, title }: TitledHit): Hit => ({
  id: _id,
  to: `/challenges?${new URLSearchParams({ tab: 'wishes', wish: _id }).toString()}`,
  text: title,
  about: t('search.wish'),
});

const listHit = ({ _id, title, text }: TitledHit, { q }: HitContext): Hit => ({
  id: _id,
  to: `/challenges?${new URLSearchParams({ tab: 'lists', list: _id }).toString()}`,
  text: title,
  about: text === '' ? t('search.list') : <TextWithHits text={excerptOf(text, q)} q={q} />,
});

function questionHit({ _id, text, dayKey, mine, theirs }: DailyQuestionView, { q, formats }: HitContext): Hit {
  // The answer that contains the words, so that the user sees why the question is a hit.
  const answer = [mine, theirs].find((one) => one && matches(one.text, q))?.text;
  return {
    id: _id,
    to: `/challenges?${new URLSearchParams({ q, question: _id }).toString()}`,
    text,
    about: (
      <>
        {formats.day(dayHere(dayKey))}
        {answer !== undefined && (
          <>
            {' · '}
            <TextWithHits text={excerptOf(answer, q)} q={q} />
          </>
        )}
      </>
    ),
  };
}

const dateHit = ({ _id, title, date }: ImportantDateView, { formats }: HitContext): Hit => ({
  id: _id,
  to: `/settings?${new URLSearchParams({ date: _id }).toString()}`,
  text: title,
  about: formats.date(dayHere(date)),
});

/** The transcript of a voice note, in which the search found the hit; empty without one. */
const spokenIn = ({ attachments }: MessageView): string =>
  attachments.find(({ transcript }) => transcript !== undefined)?.transcript ?? '';

export function messageHit(message: MessageView, { q, nameOf, transcripts }: HitContext): Hit {
  const { _id, chatId, seq, content, sticker, sender, createdAt } = message;
  const words = stickerName(sticker, content);
  return {
    id: _id,
    to: `/chat/${chatId}?seq=${seq}`,
    text: excerptOf(words || (transcripts ? spokenIn(message) : t('common.voiceNote')), q),
    about: (
      <>
        {nameOf(sender._id)} · <RelativeTime at={createdAt} />
      </>
    ),
  };
}

interface Group {
  id: SearchGroup;
  title: PlainTextKey;
  all: PlainTextKey;
  hits: (results: SearchResults, context: HitContext) => Hit[];
}

/** The groups that can have hits, in the order of the screen. */
export const GROUPS: readonly Group[] = [
  {
    id: 'memories',
    title: 'common.memories',
    all: 'search.allInMemories',
    hits: ({ memories }, context) => memories.hits.map((hit) => memoryHit(hit, context)),
  },
  {
    id: 'challenges',
    title: 'common.challenges',
    all: 'search.allInChallenges',
    hits: ({ challenges }, context) => challenges.hits.map((hit) => challengeHit(hit, context)),
  },
  {
    id: 'goals',
    title: 'search.goals',
    all: 'search.allInGoals',
    hits: ({ goals }, context) => goals.hits.map((hit) => goalHit(hit, context)),
  },
  {
    id: 'stories',
    title: 'search.stories',
    all: 'search.allInStories',
    hits: ({ stories }, context) => stories.hits.map((hit) => storyHit(hit, context)),
  },
  {
    id: 'wishes',
    title: 'search.wishes',
    all: 'search.allInWishes',
    hits: ({ wishes }) => wishes.hits.map(wishHit),
  },
  {
    id: 'lists',
    title: 'search.lists',
    all: 'search.allInLists',
    hits: ({ lists }, context) => lists.hits.map((hit) => listHit(hit, context)),
  },
  {
    id: 'questions',
    title: 'search.questions',
    all: 'search.allInQuestions',
    hits: ({ questions }, context) => questions.hits.map((hit) => questionHit(hit, context)),
  },
  {
    id: 'dates',
    title: 'search.dates',
    all: 'search.allInDates',
    hits: ({ dates }, context) => dates.hits.map((hit) => dateHit(hit, context)),
  },
  {
    id: 'messages',
    title: 'search.messages',
    all: 'search.allInMessages',
    hits: ({ messages }, context) => messages.hits.map((hit) => messageHit(hit, context)),
  },
];
