import type { OpenWire, Wire } from './socket-wire.js';

/**
 * A wire whose code loads with the first connection: the page can be read and written in before. A load that fails counts
 * as a connection that failed, and the next attempt repeats it.
 * @param load the code of the real wire
 */
export const lateWire =
  (load: () => Promise<OpenWire>): OpenWire =>
  (introduce) => {
    let wire: Wire | null = null;
    let isLoading = false;
    let isWanted = false;
    const subscriptions: ((opened: Wire) => void)[] = [];
    const gaveUp: (() => void)[] = [];

    const whenOpened = (subscribe: (opened: Wire) => void): void => {
      if (wire) subscribe(wire);
      else subscriptions.push(subscribe);
    };

    async function open(): Promise<void> {
      if (isLoading) return;
      isLoading = true;
      try {
        const opened = (await load())(introduce);
        wire = opened;
        for (const subscribe of subscriptions.splice(0)) subscribe(opened);
        if (isWanted) opened.connect();
      } catch {
        console.warn('socket not connected: its code did not load');
        if (isWanted) for (const handler of gaveUp) handler();
      } finally {
        isLoading = false;
      }
    }

    return {
      connect() {
        isWanted = true;
        if (wire) wire.connect();
        else void open();
      },
      disconnect() {
        isWanted = false;
        wire?.disconnect();
      },
      on(event, handler) {
        let end: (() => void) | null = null;
        let isEnded = false;
        whenOpened((opened) => {
          if (!isEnded) end = opened.on(event, handler);
        });
        return () => {
          isEnded = true;
          end?.();
        };
      },
      onDown: (handler) => whenOpened((opened) => opened.onDown(handler)),
      onGaveUp(handler) {
        gaveUp.push(handler);
        whenOpened((opened) => opened.onGaveUp(handler));
      },
      emit: (event, data) => wire?.emit(event, data),
      ask: (event, data) => wire?.ask(event, data) ?? Promise.reject(new Error('not connected')),
    };
  };
