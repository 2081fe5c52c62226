import { Health, Tracing, requestContext, traceparentOf } from '@duet/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';

type Span = NonNullable<ReturnType<Tracing['begin']>>;

/** The route as it is written, so that ids make no new time series; pages and unknown paths share one. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none';

/**
 * How long each answer took, by route and status, and one trace for each request that begins here: what outsiders call
 * their trace is not taken over, or they could make us keep all of theirs.
 */
export function observeRequests(server: FastifyInstance, tracing: Tracing, { metrics }: Health): void {
  const duration = new Histogram({
    name: 'duet_http_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [metrics],
  });
  const spans = new WeakMap<FastifyRequest, Span>();
  server.addHook('onRequest', (request, _reply, done) => {
    const span = tracing.begin({ name: `${request.method} ${routeOf(request)}`, kind: 'server', attributes: { 'http.request.method': request.method, 'http.route': routeOf(request) } });
    if (!span) return done();
    spans.set(request, span);
    requestContext.run({ requestId: request.id, trace: traceparentOf(span) }, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    duration.observe({ method: request.method, route: routeOf(request), status: reply.statusCode }, reply.elapsedTime / 1000);
    spans.get(request)?.setAttribute('http.response.status_code', reply.statusCode).end();
    done();
  });
}
