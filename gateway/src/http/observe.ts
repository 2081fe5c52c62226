import type { Actor } from '@duet/contracts';
import { Health, type Log, Tracing, requestContext, sessionAlias, traceparentOf } from '@duet/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';

type Span = NonNullable<ReturnType<Tracing['begin']>>;

/** The route pattern, so that ids create no new time series. Pages and unknown paths share one. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none';

/** The line of the access log about a call of the API. It names the session by its alias and the route, and neither the person nor an id. */
const accessOf = (request: FastifyRequest & { user?: Actor }, reply: FastifyReply) => ({
  requestId: request.id,
  method: request.method,
  route: routeOf(request),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
  ...(request.user && { session: sessionAlias(request.user.sessionId) }),
});

/**
 * Measures the duration of each answer by route and status, logs calls of the API, and starts a trace for each request.
 * Trace ids of outside callers are ignored; otherwise callers could force us to sample all their requests.
 */
export function observeRequests(server: FastifyInstance, tracing: Tracing, { metrics }: Health, log: Log): void {
  const duration = new Histogram({
    name: 'duet_http_duration_seconds',
    help: 'Time to answer an HTTP request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [metrics],
  });
  const spans = new WeakMap<FastifyRequest, Span>();
  server.addHook('onRequest', (request, _reply, done) => {
    const span = tracing.begin({
      name: `${request.method} ${routeOf(request)}`,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': routeOf(request) },
    });
    if (!span) return done();
    spans.set(request, span);
    requestContext.run({ requestId: request.id, trace: traceparentOf(span) }, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    duration.observe(
      { method: request.method, route: routeOf(request), status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    spans.get(request)?.setAttribute('http.response.status_code', reply.statusCode).end();
    if (routeOf(request).startsWith('/api')) log.info(accessOf(request, reply), 'request answered');
    done();
  });
}
