import type { Bus } from '../bus/bus.js';
import type { ReferenceTime } from '../work/reference-time.js';
import { BusServer } from './bus-server.js';

/** A bus that reads subscriptions only when the test says so. */
function slowBus() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const connection = { subscribe: () => ({}), status: () => (async function* none() {})(), flush: () => promise };
  const bus: Pick<Bus, 'connection'> = { connection: connection as unknown as Bus['connection'] };
  return { bus: bus as Bus, reads: resolve, leaves: reject };
}

const listen = (bus: Bus) => {
  const server = new BusServer('test', 0);
  server.attach(bus, {} as ReferenceTime);
  const listening = jest.fn();
  void server.listen(listening);
  return listening;
};

/** Everything that waits for nothing but promises has run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('listens once the bus has read its subscriptions', async () => {
  const { bus, reads } = slowBus();
  const listening = listen(bus);
  await settled();
  expect(listening).not.toHaveBeenCalled();
  reads();
  await settled();
  expect(listening.mock.calls).toEqual([[]]);
});

it('listens although the bus leaves meanwhile, which gets the subscriptions when it is back', async () => {
  const { bus, leaves } = slowBus();
  const listening = listen(bus);
  leaves(new Error('disconnected'));
  await settled();
  expect(listening.mock.calls).toEqual([[]]);
});
