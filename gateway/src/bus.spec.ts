import type { getProfile, sendBatch } from '@duet/contracts';
import type { DeclaredCall } from '@duet/service-kit';
import { bus } from './bus.js';

/** true if `RpcClient.call` compiles with this call. */
type Compiles<Call> = Call extends DeclaredCall<object, unknown> ? true : false;

describe('the declared calls of the gateway', () => {
  it('are the only ones that the compiler accepts', () => {
    const compiles: { getProfile: Compiles<typeof getProfile>; sendBatch: Compiles<typeof sendBatch> } = {
      getProfile: true,
      sendBatch: false,
    };
    const declared = bus.calls.map(({ subject }): string => subject);
    expect(declared.includes('auth.profile.get')).toBe(compiles.getProfile);
    expect(declared.includes('messaging.message.send-batch')).toBe(compiles.sendBatch);
  });
});
