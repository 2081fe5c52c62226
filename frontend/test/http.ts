import '@testing-library/jest-dom/jest-globals';
import 'fake-indexeddb/auto';
import { cleanup } from '@testing-library/react';
import { setupServer } from 'msw/node';
import { openPending } from '../src/sync/pending/pending-storage.js';
import { keptShown } from '../src/platform/kept/kept-shown.js';
import { keptStorage } from '../src/platform/kept/kept-storage.js';
import { session } from '../src/platform/session/session.js';
import { toast } from '../src/ui/toast-queue.js';
import { me } from './chat-server.js';
import { screenOf } from './layout.js';

/** Removes pending messages, so that the next test starts without any. */
async function forgetUnsent(): Promise<void> {
  const storage = await openPending();
  for (const { clientMessageId } of await storage.of(me._id)) await storage.remove(clientMessageId);
}

/**
 * Starts the fake network of a test file and resets the browser's state before each test. A request without a handler
 * fails its test. Requests that any page may make belong into the fake API servers.
 */
export function useHttp(): ReturnType<typeof setupServer> {
  const http = setupServer();
  let unanswered: string[] = [];
  beforeAll(() => {
    http.listen({
      onUnhandledFrame: async ({ frame, defaults }) => {
        unanswered.push(await frame.getUnhandledMessage());
        return defaults.error();
      },
    });
    // jsdom does not implement scrolling.
    window.scrollTo = () => undefined;
  });
  afterAll(() => http.close());
  beforeEach(() => {
    unanswered = [];
  });
  afterEach(async () => {
    cleanup();
    screenOf.reset();
    const found = [...unanswered];
    http.resetHandlers();
    toast.clear();
    session.signedOut();
    localStorage.clear();
    await forgetUnsent();
    await keptStorage.clear();
    keptShown.set(false);
    expect(found).toEqual([]);
  });
  return http;
}
