import type { MessageView } from '@duet/contracts';
import { type ConversationState, type Island, asShown, chunksOf, messageAt, newestSeq } from '@duet/contracts/plain';
import { useEffect, useMemo, useState } from 'react';
import { useLive, useLiveState } from '../../api/live-context.js';
import { islandAt } from '../../api/live-state.js';
import { useSettings } from '../../api/settings.js';
import { type Line, echoesOf, lineOf } from './lines.js';
import { type Places, placesOf } from './places.js';

/** The longest that a browser's timer can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** What stands in the list: the shown messages of one stretch, and below them what is on its way. */
export interface Shown {
  held: ConversationState;
  island: Island;
  seqs: readonly number[];
  echoes: readonly Line[];
  count: number;
  /** Made when it is asked for: only what is on the screen is. */
  lineAt: (index: number) => Line | undefined;
}

export interface ConversationNow {
  load: 'loading' | 'ready' | 'failed';
  shown: Shown | null;
}

/** Opens the conversation and follows it: what is stored, and what is on its way. */
export function useConversation(chatId: string, self: string): ConversationNow {
  const { conversation } = useLive();
  useEffect(() => conversation.open(chatId), [conversation, chatId]);
  const held = useLiveState((state) => (state.live.held?.chatId === chatId ? state.live.held : null));
  const load = useLiveState((state) => state.live.load);
  const shown = useShown(held, self);
  return { load: held === null ? 'loading' : load, shown };
}

function useShown(held: ConversationState | null, self: string): Shown | null {
  const seq = useLiveState((state) => state.live.place.seq);
  const { readReceipts } = useSettings().settings.privacy;
  const island = useMemo(() => (held ? islandAt(held, seq) : undefined), [held, seq]);
  const { seqs } = usePlaces(held, island);
  const echoes = useEchoes(held, self);
  return useMemo(() => {
    if (!held || !island) return null;
    // One line is one object for as long as nothing changes: scrolling draws only what comes into sight.
    const made = new Map<number, Line>();
    const lineAt = (index: number): Line | undefined => {
      const message = messageAt(held, seqs[index] ?? -1);
      if (!message) return echoes[index - seqs.length];
      const line = made.get(index) ?? lineOf(asShown(held, message), self, readReceipts);
      made.set(index, line);
      return line;
    };
    return { held, island, seqs, echoes, count: seqs.length + echoes.length, lineAt };
  }, [held, island, seqs, echoes, self, readReceipts]);
}

/** What has expired leaves by itself, in the moment that it does. */
function usePlaces(held: ConversationState | null, island: Island | undefined): Places {
  const [now, setNow] = useState(() => Date.now());
  const [unchanged] = useState(createUnchanged);
  const chunks = held?.chunks;
  const { from, to } = island ?? { from: 1, to: 0 };
  const fresh = useMemo(() => (chunks ? placesOf({ chunks }, { from, to }, Math.max(now, Date.now())) : { seqs: [], until: Number.POSITIVE_INFINITY }), [chunks, from, to, now]);
  useEffect(() => {
    if (fresh.until === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(fresh.until - Date.now(), 0), LONGEST));
    return () => clearTimeout(timer);
  }, [fresh]);
  return useMemo(() => unchanged(fresh), [unchanged, fresh]);
}

/** The same places are the same object, so that a reaction does not lay out a long list anew. */
function createUnchanged(): (fresh: Places) => Places {
  let held: Places = { seqs: [], until: 0 };
  return (fresh) => {
    const isSame = held.seqs.length === fresh.seqs.length && held.seqs.every((seq, index) => seq === fresh.seqs[index]);
    if (!isSame) held = fresh;
    return held;
  };
}

/** At the end of the conversation, whichever stretch of it is shown: there one's own words are in sight. */
function useEchoes(held: ConversationState | null, self: string): readonly Line[] {
  const texts = useLiveState((state) => state.outgoing.sends);
  const uploads = useLiveState((state) => state.uploads.sends);
  const unanswered = useLiveState((state) => state.outgoing.unanswered);
  return useMemo(() => {
    if (!held) return [];
    const sends = [...texts, ...uploads].filter((send) => send.chatId === held.chatId).toSorted((a, b) => a.order - b.order);
    if (sends.length === 0) return [];
    const recent = new Set(recentOf(held).map((message) => lineOf(message, self, true).key));
    return echoesOf(sends, unanswered, ({ key }) => recent.has(key), (id) => withId(held, id));
  }, [held, texts, uploads, unanswered, self]);
}

/** Where an own text that has just arrived can be: the queue itself finds out about any that arrived before. */
const RECENT = 300;

const recentOf = (held: ConversationState): MessageView[] => {
  const to = newestSeq(held);
  return chunksOf(held, { from: to - RECENT, to }).flatMap(({ chunk }) => chunk.flatMap((message) => message ?? []));
};

const withId = (held: ConversationState, id: string): MessageView | undefined => {
  for (const { chunk } of chunksOf(held, { from: 1, to: newestSeq(held) })) {
    const found = chunk.find((message) => message?._id === id);
    if (found) return found;
  }
  return undefined;
};
