import { act, renderHook, waitFor } from '@testing-library/react';
import { registerWorker, useNewerBuild } from './worker.js';

class FakeWorker extends EventTarget {
  state = 'installing';
}

it('offers a newer build whose installation began before this page registered its worker', async () => {
  const installing = new FakeWorker();
  const registration = Object.assign(new EventTarget(), { installing, waiting: null as FakeWorker | null });
  const serviceWorker = { controller: new FakeWorker(), register: () => Promise.resolve(registration) };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  const { result } = renderHook(useNewerBuild);
  await registerWorker();
  expect(result.current).toBeNull();
  registration.waiting = installing;
  act(() => void installing.dispatchEvent(new Event('statechange')));
  await waitFor(() => expect(result.current).toBe(installing));
});
