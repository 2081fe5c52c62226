import type { MessageView } from '@duet/contracts';
import { createContext, useContext, useSyncExternalStore } from 'react';

/** What hangs open on a message: its menu, the same as a sheet on touch, the emoji, or who reacted. */
export interface Opened {
  what: 'menu' | 'sheet' | 'picker' | 'reactors';
  message: MessageView;
  anchor: HTMLElement;
}

/** A message that is answered. It may lie outside of what is loaded: then only its id is known. */
export interface Target {
  id: string;
  message: MessageView | null;
}

export interface ActsState {
  /** The message that the next text answers. */
  replyTo: Target | null;
  /** The own message that is changed, and what stood in the field at first. */
  editing: { message: MessageView; text: string } | null;
  opened: Opened | null;
}

const nothing: ActsState = { replyTo: null, editing: null, opened: null };

/** What a person is about to do with a message of one conversation. Bubbles, overlays and the composer meet here. */
export function createActs(replyTo: Target | null) {
  let state: ActsState = { ...nothing, replyTo };
  const listeners = new Set<() => void>();
  const set = (change: Partial<ActsState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  return {
    read: (): ActsState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reply: (replyTo: Target | null): void => set({ replyTo, editing: null, opened: null }),
    /** As another device has it, or as it was sent: whatever else goes on here. */
    replyBecame: (replyTo: Target | null): void => set({ replyTo }),
    /** `text` is what stands in the field at first; without it the message itself. */
    edit: (message: MessageView | null, text?: string): void => set({ editing: message && { message, text: text ?? message.content }, opened: null }),
    open: (opened: Opened | null): void => set({ opened }),
  };
}

export type Acts = ReturnType<typeof createActs>;

/** What can be done at once; the same functions for the life of the conversation. */
export interface MessageActs extends Acts {
  self: string;
  /** 'You' or the partner's first name. */
  nameOf: (userId: string) => string;
  /** Goes to the message with this seq, wherever in the conversation it stands. */
  jump: (seq: number) => void;
  react: (message: MessageView, emoji: string) => void;
  copy: (message: MessageView) => void;
  pin: (message: MessageView, isPinned: boolean) => void;
  removePreview: (message: MessageView) => void;
  remove: (message: MessageView) => void;
}

export const ActsContext = createContext<MessageActs | null>(null);

export function useActs(): MessageActs {
  const acts = useContext(ActsContext);
  if (!acts) throw new TypeError('useActs needs a conversation around it');
  return acts;
}

/** Follows one part of what is about to be done. `select` must return something that compares by identity. */
export function useActsState<T>(select: (state: ActsState) => T): T {
  const acts = useActs();
  return useSyncExternalStore(acts.subscribe, () => select(acts.read()));
}
