import type { ConversationPage, PartnerStatus, TogetherPart } from '@duet/contracts';
import * as v from 'valibot';
import { validItems } from '../../schemas/valid-items.js';
import { pageLanguage } from '../../texts/index.js';
import { withoutGone } from './kept-page.js';

/** The answers of the server that a device keeps, beside the conversation. */
const KEPT_QUERIES: readonly { endpoint: string; arg?: unknown; part?: TogetherPart }[] = [
  { endpoint: 'getPartnerStatus' },
  { endpoint: 'getSettings' },
  { endpoint: 'countUnread' },
  { endpoint: 'getDailyToday' },
  { endpoint: 'getCapsules', arg: {} },
  { endpoint: 'getMemoryChoices' },
  { endpoint: 'getStats', arg: 'couple' },
  { endpoint: 'getDates' },
  { endpoint: 'getChallenges', arg: { shelf: 'current' } },
  { endpoint: 'getGoals', arg: { shelf: 'current' }, part: 'goals' },
  { endpoint: 'getMoods', part: 'gestures' },
  { endpoint: 'getNudgeState', part: 'gestures' },
];

/** An answer as the cache has it. */
export interface KeptQuery {
  endpointName: string;
  arg: unknown;
  value: unknown;
}

export interface KeptState {
  userId: string;
  /** The build that wrote it: another one may expect other answers. */
  build: string;
  chatId: string;
  page: ConversationPage | null;
  queries: readonly KeptQuery[];
}

/** The fields that the conversation cannot do without; the build stands for the others. */
const page = v.looseObject({
  chatId: v.string(),
  asOf: v.number(),
  markers: v.array(v.looseObject({ userId: v.string() })),
  messages: v.array(v.looseObject({ _id: v.string(), seq: v.number(), rev: v.number(), content: v.string() })),
});
const isPage = (value: unknown): value is ConversationPage => v.is(page, value);

const query = v.object({ endpointName: v.string(), arg: v.optional(v.unknown()), value: v.unknown() });

const keptState = v.object({
  userId: v.string(),
  build: v.string(),
  chatId: v.string(),
  page: v.fallback(v.nullable(v.custom<ConversationPage>(isPage)), null),
  queries: v.fallback(validItems(query), []),
});

/** This build's name: its first script, whose name has a hash of what it imports, and the language of its answers. */
const thisBuild = (): string =>
  `${document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''} ${pageLanguage()}`;

/** The kept state without messages that have disappeared since; null for another person's, or another build's. */
export function readKept(stored: unknown, userId: string, now: number): KeptState | null {
  const { success, output } = v.safeParse(keptState, stored);
  if (!success || output.userId !== userId || output.build !== thisBuild()) return null;
  const queries = output.queries.map(({ endpointName, arg, value }) => ({ endpointName, arg, value }));
  return { ...output, page: output.page && withoutGone(output.page, now), queries };
}

/** The part of a cache entry that is kept. */
interface CachedAnswer {
  endpointName?: string;
  originalArgs?: unknown;
  status: string;
  data?: unknown;
}

const isSameArg = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A page that has not caught up yet must not replace what another tab has kept. */
const newestOf = (before: ConversationPage | null, shown: ConversationPage | null): ConversationPage | null =>
  shown === null || (before !== null && before.asOf > shown.asOf) ? before : shown;

/** The state to keep now. An answer that is not in the cache any more stays as it was kept before. */
export function stateToKeep(
  userId: string,
  { couple }: PartnerStatus,
  shown: ConversationPage | null,
  answers: readonly (CachedAnswer | undefined)[],
  before: KeptState | null,
): KeptState | null {
  if (!couple) return null;
  const { chatId } = couple;
  const earlier = before?.userId === userId && before.chatId === chatId ? before : null;
  const hidden = couple.hiddenParts ?? [];
  const queries = KEPT_QUERIES.flatMap(({ endpoint, arg, part }): KeptQuery[] => {
    if (part !== undefined && hidden.includes(part)) return [];
    const found = answers.find(
      (answer) => answer?.endpointName === endpoint && answer.data !== undefined && isSameArg(answer.originalArgs, arg),
    );
    if (found) return [{ endpointName: endpoint, arg, value: found.data }];
    return earlier?.queries.filter((one) => one.endpointName === endpoint) ?? [];
  });
  const page = newestOf(earlier?.page ?? null, shown?.chatId === chatId ? shown : null);
  return { userId, build: thisBuild(), chatId, page, queries };
}

const files = v.looseObject({
  attachments: v.optional(v.array(v.looseObject({ id: v.string() }))),
  cover: v.optional(v.nullable(v.looseObject({ id: v.string() }))),
});

/** The ids of the attachments that anything in a kept state shows: files of messages, and covers of capsules. */
export function picturesIn({ page: shown, queries }: Pick<KeptState, 'page' | 'queries'>): Set<string> {
  const ids = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { success, output } = v.safeParse(files, value);
    if (success) {
      for (const { id } of output.attachments ?? []) ids.add(id);
      if (output.cover) ids.add(output.cover.id);
    }
    for (const part of Object.values(value)) look(part);
  };
  for (const message of shown?.messages ?? []) look(message);
  for (const { endpointName, value } of queries) if (endpointName === 'getCapsules') look(value);
  return ids;
}
