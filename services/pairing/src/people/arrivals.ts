/** Wakes whoever waits for news of one person in this process. */
export class Arrivals {
  private readonly waiting = new Map<string, Set<() => void>>();

  /** Resolves at the next announcement for this person, or after `limit` milliseconds. */
  async next(userId: string, limit: number): Promise<void> {
    const listeners = this.waiting.get(userId) ?? new Set();
    this.waiting.set(userId, listeners);
    let timer: NodeJS.Timeout | undefined;
    let wake: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      listeners.add(wake);
      timer = setTimeout(resolve, limit);
    });
    clearTimeout(timer);
    listeners.delete(wake);
    if (listeners.size === 0) this.waiting.delete(userId);
  }

  announce(userId: string): void {
    for (const wake of this.waiting.get(userId) ?? []) wake();
  }
}
