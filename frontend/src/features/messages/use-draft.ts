import type { DraftView } from '@duet/contracts';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useConnection } from '../../api/connection.js';
import { useLiveState } from '../../api/live-context.js';
import { live } from '../../api/live-state.js';
import { session } from '../../api/session.js';
import { useActs, useActsState } from './acts.js';
import { draftOf, keepDraft } from './drafts.js';
import { useGetDraftQuery, useSaveDraftMutation } from './messages-api.js';

/** After this long without a key it goes to the other devices, in milliseconds. */
const REST = 800;

interface Draft {
  text: string;
  write: (text: string) => void;
  /** The text has left; a reply with it. */
  sent: () => void;
}

/** The page goes: what was typed last is still told, and again by the next page should this not arrive. */
function saveOnLeave(content: string, replyTo: string | null): void {
  const { token } = session.get();
  if (token === null) return;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  void fetch('/api/messages/draft', { method: 'PUT', keepalive: true, headers, body: JSON.stringify({ content, replyTo }) }).catch(() => undefined);
}

/**
 * What is being written, kept in this browser with every key and told to the person's other devices when it rests.
 * What comes from them is taken up unless something is being typed here.
 */
export function useDraft(chatId: string, field: RefObject<HTMLElement | null>): Draft {
  const acts = useActs();
  const replyTo = useActsState((state) => state.replyTo?.id ?? null);
  const [text, setText] = useState(() => draftOf(chatId)?.content ?? '');
  const remote = useLiveState((state) => (state.live.draft?.chatId === chatId ? state.live.draft : null));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dispatch = useDispatch();
  const [save] = useSaveDraftMutation();
  useGetDraftQuery(chatId, { refetchOnMountOrArgChange: true });

  const flush = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    const draft = draftOf(chatId);
    if (!draft || draft.isSaved) return;
    const { content, replyTo: answers } = draft;
    const { data } = await save({ content, replyTo: answers });
    const now = draftOf(chatId);
    if (!data || now?.content !== content || now.replyTo !== answers) return;
    keepDraft(chatId, { ...now, isSaved: true });
    dispatch(live.draftArrived(data));
  }, [chatId, save, dispatch]);

  const keep = useCallback(
    (content: string, answers: string | null): void => {
      keepDraft(chatId, { content, replyTo: answers, isSaved: false });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), REST);
    },
    [chatId, flush],
  );

  useEffect(() => {
    const draft = draftOf(chatId);
    if ((draft?.replyTo ?? null) !== replyTo) keep(draft?.content ?? '', replyTo);
  }, [chatId, replyTo, keep]);

  useTakeUp(chatId, remote, field, (draft) => {
    setText(draft.content);
    keepDraft(chatId, { content: draft.content, replyTo: draft.replyTo, isSaved: true });
    acts.replyBecame(draft.replyTo === null ? null : { id: draft.replyTo, message: null });
  });
  useOnLeave(chatId, flush);

  return {
    text,
    write: (next) => {
      setText(next);
      keep(next, acts.read().replyTo?.id ?? null);
    },
    sent: () => {
      acts.replyBecame(null);
      setText('');
      keep('', null);
      void flush();
    },
  };
}

/** Takes what another device wrote, now or as soon as nobody types here. */
function useTakeUp(chatId: string, remote: DraftView | null, field: RefObject<HTMLElement | null>, take: (draft: DraftView) => void): void {
  const takeIt = useRef(take);
  takeIt.current = take;
  useEffect(() => {
    if (!remote) return;
    const look = (): void => {
      const own = draftOf(chatId);
      const isTyping = own !== null && own.content !== '' && document.hasFocus() && document.activeElement === field.current;
      if (own?.isSaved === false || isTyping) return;
      if (own?.content !== remote.content || own.replyTo !== remote.replyTo) takeIt.current(remote);
    };
    look();
    const element = field.current;
    element?.addEventListener('blur', look);
    return () => element?.removeEventListener('blur', look);
  }, [chatId, remote, field]);
}

function useOnLeave(chatId: string, flush: () => Promise<void>): void {
  const { state: link } = useConnection();
  useEffect(() => {
    // Also what could not be told while there was no connection, or by an earlier page.
    if (link === 'connected') void flush();
  }, [link, flush]);
  useEffect(() => {
    const leave = (): void => {
      const draft = draftOf(chatId);
      if (draft?.isSaved === false) saveOnLeave(draft.content, draft.replyTo);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      void flush();
    };
  }, [chatId, flush]);
}
