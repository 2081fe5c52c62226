import { LIMITS } from '@duet/contracts/plain';
import { live } from './live-state.js';
import type { LiveStore } from './live-store.js';

/** The users who are typing. One without updates is dropped after `LIMITS.typingForget`. */
export class Typists {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly store: LiveStore) {}

  typed(userId: string, isTyping: boolean): void {
    clearTimeout(this.timers.get(userId));
    this.timers.delete(userId);
    if (isTyping) {
      const timer = setTimeout(() => this.typed(userId, false), LIMITS.typingForget);
      this.timers.set(userId, timer);
    }
    const isShown = this.store.getState().live.typing.includes(userId);
    if (isTyping || isShown) this.store.dispatch(live.typed({ userId, isTyping }));
  }

  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }
}
