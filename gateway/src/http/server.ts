import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@duet/contracts';
import { AppError, errorBody, requestContext } from '@duet/service-kit';
import helmet from '@fastify/helmet';
import proxy from '@fastify/http-proxy';
import fastifyStatic from '@fastify/static';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { requestIdFrom } from './call-context.js';
import { Replicas } from './replicas.js';

const JSON_BODY_BYTES = 256 * 1024;

/** No upload takes longer than this, however steadily its bytes trickle: 50 MB at a quarter of a megabit per second. */
const LONGEST_UPLOAD = 30 * 60_000;

/** Any other body has to be there by then. */
const LONGEST_BODY = 120_000;

/** Headers by which an outsider could pretend to be one of our own processes. */
const IDENTITY_HEADERS = ['x-user-id', 'x-session-id', 'x-client-ip', 'x-client-agent'];

/** The router's own refusal of an address that cannot be decoded would leave without our headers: such an address is nowhere. */
const NOWHERE = '/api/unreadable';

function isReadable(url: string): boolean {
  try {
    return decodeURI(url.split('?', 1)[0] ?? '') !== '';
  } catch {
    return false;
  }
}

/** The bare HTTP server: request ids, trusted hops, body limits. */
export function httpAdapter(config: GatewayConfig): FastifyAdapter {
  return new FastifyAdapter({
    genReqId: (request: IncomingMessage) => requestIdFrom(request.headers),
    trustProxy: config.TRUSTED_PROXIES ? config.TRUSTED_PROXIES.split(',').map((hop) => hop.trim()) : false,
    bodyLimit: JSON_BODY_BYTES,
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : NOWHERE),
    // The link to an export is a token, which is long.
    routerOptions: { maxParamLength: 600 },
    requestTimeout: LONGEST_UPLOAD,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });
}

/** Everything that holds for every answer, then the pages and the sockets' way through. */
export async function dressServer(server: FastifyInstance, config: GatewayConfig): Promise<void> {
  server.removeContentTypeParser('text/plain');
  server.addHook('onRequest', (request, reply, done) => {
    for (const name of IDENTITY_HEADERS) delete request.headers[name];
    if (!request.headers['content-type']?.startsWith('multipart/form-data')) expectBody(request.raw);
    void reply.header('x-request-id', request.id);
    requestContext.run({ ...requestContext.current(), requestId: request.id }, done);
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    void reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(self)');
    done();
  });
  await server.register(helmet, { contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY }, referrerPolicy: { policy: 'same-origin' } });
  const realtime = new Replicas(config.REALTIME_URL);
  await realtime.refresh();
  await server.register(proxy, {
    upstream: '',
    prefix: '/socket.io',
    rewritePrefix: '/socket.io',
    websocket: true,
    wsServerOptions: { perMessageDeflate: false, maxPayload: LIMITS.socketFrameBytes },
    wsClientOptions: SOCKET_OPTIONS,
    replyOptions: {
      getUpstream: ({ query }: Pick<FastifyRequest, 'query'>) => realtime.pick(sessionOf(query)),
      rewriteRequestHeaders: (request: Forwarded, headers: object) => ({ ...headers, ...forwarded(request) }),
      onError: (reply, { error }) => {
        void realtime.refresh();
        const refusal = new AppError('UNAVAILABLE', { cause: error });
        reply.status(refusal.status).send(errorBody(refusal, reply.request.id));
      },
    },
  });
  if (config.STATIC_DIR) await servePages(server, config.STATIC_DIR);
}

/** Socket.IO's own name for the session that a request belongs to; the first of a session has none. */
function sessionOf(query: unknown): string | undefined {
  const id: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'sid') : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Whoever sends a body so slowly that it is not there in time is not listened to any longer. */
function expectBody(incoming: IncomingMessage): void {
  if (incoming.complete || (incoming.headers['content-length'] === undefined && incoming.headers['transfer-encoding'] === undefined)) return;
  const patience = setTimeout(() => incoming.destroy(), LONGEST_BODY).unref();
  for (const end of ['end', 'close']) incoming.once(end, () => clearTimeout(patience));
}

interface Forwarded {
  ip: string;
  id: string;
  headers: { origin?: string | undefined; 'user-agent'?: string | undefined };
}

const forwarded = (request: Forwarded): Record<string, string> => ({
  'x-forwarded-for': request.ip,
  'x-request-id': request.id,
  ...(request.headers.origin && { origin: request.headers.origin }),
  ...(request.headers['user-agent'] && { 'user-agent': request.headers['user-agent'] }),
});

/** The proxy reads `rewriteRequestHeaders` here too, which its types leave out. */
const SOCKET_OPTIONS = {
  perMessageDeflate: false,
  rewriteRequestHeaders: (headers: Record<string, string>, request: Forwarded) => ({ ...headers, ...forwarded(request) }),
};

const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/**
 * The built pages: hashed assets for ever, the page itself never from a cache. A path whose last part has a dot is a
 * file; any other path of the app is the page.
 */
async function servePages(server: FastifyInstance, root: string): Promise<void> {
  await server.register(fastifyStatic, {
    root,
    serve: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  server.get('/*', (request, reply) => {
    const [path = '/'] = request.url.split('?', 1);
    if (/^\/(api|socket\.io)(\/|$)/.test(path)) return reply.callNotFound();
    return reply.sendFile(/\.[^/]*$/.test(path) ? path : 'index.html');
  });
}
