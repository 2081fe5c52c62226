import { LIMITS } from '@duet/contracts/plain';
import { type Observable, createObservable } from '../observable/observable.js';
import { said } from '../texts/index.js';

export type ToastKind = 'success' | 'error' | 'live';

export interface ToastAction {
  label: string;
  onAction: () => void;
}

export interface ToastItem {
  id: number;
  kind: ToastKind;
  text: string;
  duration: number;
  action?: ToastAction;
}

const MAX_TOASTS = 4;
const items = createObservable<readonly ToastItem[]>([]);
let nextId = 1;
let isHushed = false;
const setItems = items.set;

function addToast(kind: ToastKind, sentence: string, duration: number, action?: ToastAction): number {
  const text = said(sentence);
  const id = nextId++;
  if (isHushed) return id;
  // A repeated sentence restarts its toast, unless the action is about one thing of several.
  const isOwn = (item: ToastItem): boolean => item.action !== undefined && item.kind !== 'error';
  const others = items.get().filter((item) => item.text !== text || isOwn(item));
  setItems([...others, { id, kind, text, duration, ...(action && { action }) }].slice(-MAX_TOASTS));
  return id;
}

/**
 * The queue of toasts, which `ToastRegion` shows, with the sentences of `TEXTS` in the page's language. Durations are
 * milliseconds.
 */
export const toast = {
  success: (text: string, action?: ToastAction): number =>
    addToast('success', text, action ? LIMITS.toastLong : LIMITS.toastSuccess, action),
  error: (text: string, action?: ToastAction): number => addToast('error', text, LIMITS.toastLong, action),
  /** News about the partner. */
  live: (text: string, action?: ToastAction): number => addToast('live', text, LIMITS.toastLong, action),
  /** A success toast with an action that undoes it. */
  undoable: (text: string, duration: number, action: ToastAction): number =>
    addToast('success', text, duration, action),
  dismiss: (id: number): void => setItems(items.get().filter((item) => item.id !== id)),
  clear: (): void => setItems([]),
  /** While hushed, toasts are dropped, not queued: another person may see the screen. */
  hush(now: boolean): void {
    isHushed = now;
    if (now) setItems([]);
  },
};

export const toastQueue: Observable<readonly ToastItem[]> = items;
