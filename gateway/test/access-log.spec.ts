import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { LOGGER, type Log, sessionAlias } from '@duet/service-kit';
import { aUser } from '@duet/testing';
import { useAuthEdge } from './auth-edge.js';

const edge = useAuthEdge();

/** The lines that the gateway writes while `work` runs. */
async function linesOf(work: () => Promise<unknown>): Promise<unknown[]> {
  const info = jest.spyOn(edge.app.get<Log>(LOGGER, { strict: false }), 'info');
  await work();
  const lines = info.mock.calls.filter(([, message]) => message === 'request answered').map(([fields]) => fields);
  info.mockRestore();
  return lines;
}

describe('the access log', () => {
  it('has one line for each call: route, answer and session, and nothing of the person', async () => {
    const { userId, sessionId, headers } = edge.me;
    const requestId = randomUUID();
    const lines = await linesOf(() =>
      edge.ask('GET', '/users/profile?q=secret', undefined, { headers: { ...headers, 'x-request-id': requestId } }),
    );
    const line = {
      requestId,
      method: 'GET',
      route: '/api/users/profile',
      status: 200,
      ms: expect.any(Number),
      session: sessionAlias(sessionId),
    };
    expect(lines).toEqual([line]);
    for (const hidden of [userId, sessionId]) expect(JSON.stringify(lines)).not.toContain(hidden);
  });

  it('names no session before there is one, and no id of a path', async () => {
    const user = aUser();
    const lines = await linesOf(async () => {
      await edge.ask('POST', '/auth/login', { email: user.email, password: 'Wrong1Horse' });
      await edge.ask('DELETE', `/messages/${randomUUID()}`);
    });
    expect(lines).toMatchObject([{ route: '/api/auth/login' }, { route: '/api/messages/:id', status: 401 }]);
    for (const line of lines) expect(line).not.toHaveProperty('session');
  });
});
