import type { DraftView } from '@duet/contracts';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { live, useConnection, useLiveState } from '../../../sync/index.js';
import { session } from '../../../platform/session/session.js';
import { useActs, useActsState } from '../actions/acts.js';
import { readDraft, writeDraft } from '../drafts.js';
import { useGetDraftQuery, useSaveDraftMutation } from '../messages-api.js';

/** Pause in typing after which the draft is sent to the user's other devices, in milliseconds. */
const SAVE_DELAY = 800;

interface DraftControl {
  text: string;
  write: (text: string) => void;
  /** The text was sent: clears the draft and its reply. With `words` only while the draft is still these. */
  sent: (words?: string) => void;
}

/** Saves the draft while the page closes. The next page saves it again if this request does not arrive. */
function saveOnLeave(chatId: string, content: string, replyTo: string | null): void {
  const { token } = session.get();
  if (token === null) return;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  void fetch('/api/messages/draft', {
    method: 'PUT',
    keepalive: true,
    headers,
    body: JSON.stringify({ chatId, content, replyTo }),
  }).catch(() => undefined);
}

/**
 * The draft of a conversation: stored in this browser with every key, saved on the server after a pause in typing. A draft
 * from another device replaces it unless the user is typing here.
 */
export function useMessageDraft(chatId: string, field: RefObject<HTMLElement | null>): DraftControl {
  const acts = useActs();
  const replyTo = useActsState((state) => state.replyTo?.id ?? null);
  const [text, setText] = useState(() => readDraft(chatId)?.content ?? '');
  const remote = useLiveState((state) => (state.live.draft?.chatId === chatId ? state.live.draft : null));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dispatch = useDispatch();
  const [save] = useSaveDraftMutation();
  useGetDraftQuery(chatId, { refetchOnMountOrArgChange: true });

  const flush = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    const draft = readDraft(chatId);
    if (!draft || draft.isSaved) return;
    const { content, replyTo: draftReply } = draft;
    const { data } = await save({ chatId, content, replyTo: draftReply });
    const now = readDraft(chatId);
    // Also refused for a former partner's conversation, where it stays.
    if (!data || now?.content !== content || now.replyTo !== draftReply) return;
    writeDraft(chatId, { ...now, isSaved: true });
    dispatch(live.draftArrived(data));
  }, [chatId, save, dispatch]);

  const storeDraft = useCallback(
    (content: string, draftReply: string | null): void => {
      writeDraft(chatId, { content, replyTo: draftReply, isSaved: false });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), SAVE_DELAY);
    },
    [chatId, flush],
  );

  useEffect(() => {
    const draft = readDraft(chatId);
    if ((draft?.replyTo ?? null) !== replyTo) storeDraft(draft?.content ?? '', replyTo);
  }, [chatId, replyTo, storeDraft]);

  useRemoteDraft(chatId, remote, field, (draft) => {
    setText(draft.content);
    writeDraft(chatId, { content: draft.content, replyTo: draft.replyTo, isSaved: true });
    acts.setReply(draft.replyTo === null ? null : { id: draft.replyTo, message: null });
  });
  useFlushOnLeave(chatId, flush);

  return {
    text,
    write: (next) => {
      setText(next);
      storeDraft(next, acts.read().replyTo?.id ?? null);
    },
    sent: (words) => {
      if (words !== undefined && (readDraft(chatId)?.content ?? '') !== words) return;
      acts.setReply(null);
      setText('');
      storeDraft('', null);
      void flush();
    },
  };
}

/** Takes over a draft from another device, now or as soon as the user stops typing here. */
function useRemoteDraft(
  chatId: string,
  remote: DraftView | null,
  field: RefObject<HTMLElement | null>,
  take: (draft: DraftView) => void,
): void {
  const takeRemote = useEffectEvent(take);
  useEffect(() => {
    if (!remote) return;
    const takeIfIdle = (): void => {
      const own = readDraft(chatId);
      const isTyping =
        own !== null && own.content !== '' && document.hasFocus() && document.activeElement === field.current;
      if (own?.isSaved === false || isTyping) return;
      if (own?.content !== remote.content || own.replyTo !== remote.replyTo) takeRemote(remote);
    };
    takeIfIdle();
    const element = field.current;
    element?.addEventListener('blur', takeIfIdle);
    return () => element?.removeEventListener('blur', takeIfIdle);
  }, [chatId, remote, field]);
}

function useFlushOnLeave(chatId: string, flush: () => Promise<void>): void {
  const { state: link } = useConnection();
  useEffect(() => {
    // Also saves what an earlier page, or a time without connection, left unsaved.
    if (link === 'connected') void flush();
  }, [link, flush]);
  useEffect(() => {
    const leave = (): void => {
      const draft = readDraft(chatId);
      if (draft?.isSaved === false) saveOnLeave(chatId, draft.content, draft.replyTo);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      void flush();
    };
  }, [chatId, flush]);
}
