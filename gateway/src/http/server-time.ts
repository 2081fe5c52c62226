import type { Clock } from '@duet/service-kit';
import type { FastifyInstance } from 'fastify';
import { leadsTo } from './routed-path.js';

/**
 * Sends the server's time with every answer, in milliseconds since 1970: countdowns follow it and not the device's
 * clock.
 */
export function sendServerTime(server: FastifyInstance, clock: Clock): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (leadsTo(request, '/api')) reply.header('server-time', clock.now().getTime());
    done();
  });
}
