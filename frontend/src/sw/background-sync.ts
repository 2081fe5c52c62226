declare const self: ServiceWorkerGlobalScope;

/** Background Sync, which TypeScript's library lacks: https://wicg.github.io/background-sync/spec/ */
interface SyncManager {
  register: (tag: string) => Promise<void>;
}

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  /** The browser does not try again after this one. */
  readonly lastChance: boolean;
}

const isSync = (event: Event): event is SyncEvent => event.type === 'sync' && 'tag' in event;

const PREFIX = 'duet-replies ';

/** Asks the browser to wake this worker once there is a connection. @returns false where it cannot or may not */
export async function wakeForReplies(userId: string): Promise<boolean> {
  try {
    const sync = Reflect.get(self.registration, 'sync') as SyncManager | undefined;
    await sync?.register(PREFIX + userId);
    return sync !== undefined;
  } catch {
    return false;
  }
}

/** @param send sends the replies of a person; a rejection makes the browser try again */
export function onWake(send: (userId: string, isLastChance: boolean) => Promise<void>): void {
  self.addEventListener('sync', (event: Event) => {
    if (isSync(event) && event.tag.startsWith(PREFIX))
      event.waitUntil(send(event.tag.slice(PREFIX.length), event.lastChance));
  });
}
