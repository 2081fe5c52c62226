import type { MessageView } from '@duet/contracts';
import { type ReactNode, createContext, useContext, useSyncExternalStore } from 'react';
import { createObservable } from '../../../observable/observable.js';

/** The overlay that is open on a message: its menu (a sheet on touch), the emoji picker, or the list of who reacted. */
export interface OpenOverlay {
  what: 'menu' | 'sheet' | 'picker' | 'reactors';
  message: MessageView;
  anchor: HTMLElement;
}

/** The message that a reply refers to. Only its id is known while it is not loaded. */
export interface ReplyTarget {
  id: string;
  message: MessageView | null;
}

export interface ActsState {
  /** The message that the next text replies to. */
  replyTo: ReplyTarget | null;
  /** The own message that is being edited, and the field's first content. */
  editing: { message: MessageView; text: string } | null;
  opened: OpenOverlay | null;
}

const NOTHING: ActsState = { replyTo: null, editing: null, opened: null };

/** The reply, edit or overlay that is in progress in one conversation. Bubbles, overlays and the composer share it. */
export function createActs(replyTo: ReplyTarget | null) {
  const state = createObservable<ActsState>({ ...NOTHING, replyTo });
  const change = (part: Partial<ActsState>): void => state.set({ ...state.get(), ...part });
  return {
    read: state.get,
    subscribe: state.subscribe,
    reply: (target: ReplyTarget | null): void => change({ replyTo: target, editing: null, opened: null }),
    /** Another device changed the draft, or it was sent: an edit that is under way goes on. */
    setReply: (target: ReplyTarget | null): void => change({ replyTo: target }),
    /** `text` is the field's first content; without it, the message's own. */
    edit: (message: MessageView | null, text?: string): void =>
      change({ editing: message && { message, text: text ?? message.content }, opened: null }),
    open: (opened: OpenOverlay | null): void => change({ opened }),
  };
}

export type Acts = ReturnType<typeof createActs>;

/** A thing that a message can become. The app lists them, because they belong to other features. */
export interface MessageMake {
  id: string;
  label: string;
  icon: ReactNode;
  isOffered: (message: MessageView) => boolean;
  /** Asks the person before it makes anything. */
  make: (message: MessageView) => void;
}

/** Opens the report of the partner, which names the message; null names none. */
export type ReportMessage = (message: MessageView | null) => void;

/** The acts on a message. The functions stay the same while the conversation is open. */
export interface MessageActs extends Acts {
  self: string;
  /** 'You' or the partner's first name. */
  nameOf: (userId: string) => string;
  /** Scrolls to the message with this seq and loads it where necessary. */
  jump: (seq: number) => void;
  react: (message: MessageView, emoji: string) => void;
  copy: (message: MessageView) => void;
  makes: readonly MessageMake[];
  pin: (message: MessageView, isPinned: boolean) => void;
  removePreview: (message: MessageView) => void;
  remove: (message: MessageView, forMe?: boolean) => void;
  report: ReportMessage;
}

export const ActsContext = createContext<MessageActs | null>(null);

export function useActs(): MessageActs {
  const acts = useContext(ActsContext);
  if (!acts) throw new TypeError('useActs needs an ActsContext above it');
  return acts;
}

/** One part of the acts' state. `select` must return a value that compares by identity. */
export function useActsState<T>(select: (state: ActsState) => T): T {
  const acts = useActs();
  return useSyncExternalStore(acts.subscribe, () => select(acts.read()));
}
