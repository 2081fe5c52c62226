import '@testing-library/jest-dom/jest-globals';
import 'fake-indexeddb/auto';
import { cleanup } from '@testing-library/react';
import { setupServer } from 'msw/node';
import { openOutgoing } from '../src/api/outgoing-storage.js';
import { session } from '../src/api/session.js';
import { openUploads } from '../src/api/uploads-storage.js';
import { toast } from '../src/ui/toast-queue.js';
import { me } from './chat-server.js';
import './layout.js';

/** Nothing that waits to be sent is left to the next test. */
async function forgetUnsent(): Promise<void> {
  for (const storage of [await openOutgoing(), await openUploads()]) {
    for (const { clientMessageId } of await storage.of(me._id)) await storage.remove(clientMessageId);
  }
}

/**
 * The network of a file of tests, and a clean browser for each of them. A call that nobody answers fails the test that
 * made it: give it a handler, in the API's own servers where every page may make it.
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
    // jsdom has no layout to scroll.
    window.scrollTo = () => undefined;
  });
  afterAll(() => http.close());
  beforeEach(() => {
    unanswered = [];
  });
  afterEach(async () => {
    cleanup();
    const found = [...unanswered];
    http.resetHandlers();
    toast.clear();
    session.signedOut();
    localStorage.clear();
    await forgetUnsent();
    expect(found).toEqual([]);
  });
  return http;
}
