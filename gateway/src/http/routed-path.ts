import type { FastifyRequest } from 'fastify';

/** Whether the path of a request, or of the route that it reached, begins so: an encoded path such as `/%61pi/…` reaches a route too. */
export const leadsTo = ({ url, routeOptions }: FastifyRequest, start: '/api' | '/socket.io'): boolean =>
  url.startsWith(start) || (routeOptions.url ?? '').startsWith(start);
