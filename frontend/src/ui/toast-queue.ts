import { LIMITS } from '@duet/contracts/plain';

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

const MOST = 4;
let items: readonly ToastItem[] = [];
let nextId = 1;
let isHushed = false;
const listeners = new Set<() => void>();

function change(next: readonly ToastItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

function add(kind: ToastKind, text: string, duration: number, action?: ToastAction): number {
  const id = nextId++;
  if (isHushed) return id;
  // The same sentence twice is one toast, started anew.
  const others = items.filter((item) => item.text !== text || item.action !== undefined);
  change([...others, { id, kind, text, duration, ...(action && { action }) }].slice(-MOST));
  return id;
}

/** Passing words in the corner. Anything may call it; `ToastRegion` shows what is here. Durations are milliseconds. */
export const toast = {
  success: (text: string): number => add('success', text, LIMITS.toastSuccess),
  error: (text: string): number => add('error', text, LIMITS.toastLong),
  /** Something that the partner did. */
  live: (text: string, action?: ToastAction): number => add('live', text, LIMITS.toastLong, action),
  /** With a way back, for as long as it lasts. */
  undoable: (text: string, duration: number, action: ToastAction): number => add('success', text, duration, action),
  dismiss: (id: number): void => change(items.filter((item) => item.id !== id)),
  clear: (): void => change([]),
  /** While it lasts nothing is shown, and nothing is kept for later: somebody else may look at the screen. */
  hush(now: boolean): void {
    isHushed = now;
    if (now) change([]);
  },
};

export const toastQueue = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly ToastItem[] => items,
};
