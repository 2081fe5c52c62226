import { failureSentences } from '../api/show-failure.js';
import { appLock } from '../platform/app-lock/app-lock.js';
import type { Live } from '../sync/index.js';
import { toast } from '../ui/toast-queue.js';

/** Shows failed calls and the toasts of live updates, and nothing while Duet is locked. @returns a function that ends it */
export function connectToasts(live: Live): () => void {
  const followLock = (): void => toast.hush(appLock.get().isLocked);
  followLock();
  const stops = [
    failureSentences.subscribe(toast.error),
    live.toasts.subscribe(({ kind, text }) => toast[kind](text)),
    appLock.subscribe(followLock),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
