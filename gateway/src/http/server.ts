import { readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { AppError, errorBody, requestContext } from '@duet/service-kit';
import proxy from '@fastify/http-proxy';
import fastifyStatic from '@fastify/static';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type FastifyInstance, type FastifyRequest, errorCodes } from 'fastify';
import helmet from 'helmet';
import type { GatewayConfig } from '../config.js';
import { serveApiDocs } from './api-docs.js';
import { requestIdFrom } from './call-context.js';
import { startDeadline, releaseDeadline } from './deadline.js';
import { languageOf } from './language.js';
import type { Replicas } from './replicas.js';
import { leadsTo } from './routed-path.js';
import { writtenPage } from './written-pages.js';

const JSON_BODY_BYTES = 256 * 1024;

/** The longest time for an upload, in milliseconds: 50 MB at a quarter of a megabit per second. */
const LONGEST_UPLOAD = 30 * 60_000;

/** The longest time for any other body to arrive, in milliseconds. */
const LONGEST_BODY = 120_000;

/** Headers with which an outside caller could impersonate one of our own processes. */
const IDENTITY_HEADERS = ['x-user-id', 'x-session-id', 'x-client-ip', 'x-client-agent', 'x-client-device'];

/** URLs that cannot be decoded are rewritten to this unknown path: the router's own refusal would lack our headers. */
const UNDECODABLE = '/api/unreadable';

function isDecodable(url: string): boolean {
  try {
    return decodeURI(url.split('?', 1)[0] ?? '') !== '';
  } catch {
    return false;
  }
}

/** A mail program unsubscribes by a POST to the address of the page (RFC 8058). */
const ONE_CLICK = /^\/unsubscribe\//;

/** The URL that the router sees. */
function routedUrl({ url = '/', method }: IncomingMessage): string {
  if (!isDecodable(url)) return UNDECODABLE;
  return method === 'POST' && ONE_CLICK.test(url) ? `/api/auth${url}` : url;
}

/** The HTTP server with its request ids, trusted proxies and body limits. */
export function httpAdapter(config: GatewayConfig): FastifyAdapter {
  return new FastifyAdapter({
    genReqId: (request: IncomingMessage) => requestIdFrom(request.headers),
    trustProxy: config.TRUSTED_PROXIES ? config.TRUSTED_PROXIES.split(',').map((hop) => hop.trim()) : false,
    bodyLimit: JSON_BODY_BYTES,
    rewriteUrl: routedUrl,
    // The path of an export link contains a long token.
    routerOptions: { maxParamLength: 600 },
    requestTimeout: LONGEST_UPLOAD,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });
}

/** Adds the headers and deadlines of every answer, the proxy of Socket.IO's polling and the pages. */
export async function configureServer(
  server: FastifyInstance,
  config: GatewayConfig,
  realtime: Replicas,
): Promise<void> {
  server.removeContentTypeParser('text/plain');
  // A mail program sends a form with `List-Unsubscribe=One-Click`, which its path says already. No route reads forms.
  server.addContentTypeParser(FORM, (request, body, done) => {
    body.resume();
    done(isOneClick(request) ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(FORM));
  });
  server.addHook('onRequest', (request, reply, done) => {
    for (const name of IDENTITY_HEADERS) delete request.headers[name];
    if (!request.headers['content-type']?.startsWith('multipart/form-data')) limitBodyTime(request.raw);
    void reply.header('x-request-id', request.id);
    const language = languageOf(request.headers);
    requestContext.run({ ...requestContext.current(), requestId: request.id, language }, done);
  });
  server.addHook('preValidation', (request, reply, done) => {
    if (hasDeadline(request)) startDeadline(request, reply);
    done();
  });
  server.addHook('onResponse', (request, _reply, done) => {
    releaseDeadline(request);
    done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (leadsTo(request, '/api') && !reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    void reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(self)');
    done();
  });
  // Helmet computes the headers once; its plugin for Fastify would for each request.
  const setSecurityHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    referrerPolicy: { policy: 'same-origin' },
  });
  server.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request.raw, reply.raw, () => done());
  });
  await server.register(proxy, {
    upstream: '',
    prefix: '/socket.io',
    rewritePrefix: '/socket.io',
    replyOptions: {
      getUpstream: ({ query }: Pick<FastifyRequest, 'query'>) => realtime.pickOrigin(sessionOf(query)),
      rewriteRequestHeaders: (request: ProxiedRequest, headers: object) => ({ ...headers, ...forwarded(request) }),
      onError: (reply, { error }) => {
        void realtime.refresh();
        const refusal = new AppError('UNAVAILABLE', { cause: error });
        reply.status(refusal.status).send(errorBody(refusal, reply.request.id));
      },
    },
  });
  if (config.API_DOCS === 'on') serveApiDocs(server);
  if (config.STATIC_DIR) await servePages(server, config.STATIC_DIR);
}

/** API calls and socket handshakes have a deadline. Later polling requests of a session wait for messages on purpose. */
const hasDeadline = (request: FastifyRequest): boolean =>
  leadsTo(request, '/api') ||
  (leadsTo(request, '/socket.io') && request.method === 'GET' && sessionOf(request.query) === undefined);

const FORM = 'application/x-www-form-urlencoded';

const isOneClick = ({ url }: FastifyRequest): boolean => url.startsWith('/api/auth/unsubscribe/');

/** The Socket.IO session id of a request; a session's first request has none. */
function sessionOf(query: unknown): string | undefined {
  const id: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'sid') : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Closes the connection if the body has not arrived in time. */
function limitBodyTime(incoming: IncomingMessage): void {
  if (
    incoming.complete ||
    (incoming.headers['content-length'] === undefined && incoming.headers['transfer-encoding'] === undefined)
  )
    return;
  const timer = setTimeout(() => incoming.destroy(), LONGEST_BODY).unref();
  for (const end of ['end', 'close']) incoming.once(end, () => clearTimeout(timer));
}

interface ProxiedRequest {
  ip: string;
  id: string;
  headers: { origin?: string | undefined; 'user-agent'?: string | undefined };
}

const forwarded = (request: ProxiedRequest): Record<string, string> => ({
  'x-forwarded-for': request.ip,
  'x-request-id': request.id,
  ...(request.headers.origin && { origin: request.headers.origin }),
  ...(request.headers['user-agent'] && { 'user-agent': request.headers['user-agent'] }),
});

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
 * Serves the built pages. Hashed assets are cached forever, the page itself is always revalidated. A path whose last part
 * has a dot is a file; every other path gets its written page or the app, and so does a person who opens the address of a
 * missing file. A compressed file of the build is served in place of the plain one.
 */
async function servePages(server: FastifyInstance, root: string): Promise<void> {
  const files = new Set((await readdir(root, { recursive: true })).map((file) => `/${file}`));
  await server.register(fastifyStatic, {
    root,
    serve: false,
    // The build leaves a .br and a .gz file beside each larger file.
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  server.get('/*', (request, reply) => {
    const [path = '/'] = request.url.split('?', 1);
    if (/^\/(api|socket\.io)(\/|$)/.test(path)) return reply.callNotFound();
    const isFile = path.slice(path.lastIndexOf('/') + 1).includes('.');
    const isAbsent = !files.has(path) && request.headers.accept?.includes('text/html') === true;
    if (isFile && !isAbsent) return reply.sendFile(path);
    return reply.sendFile(writtenPage(path, request, reply) ?? 'index.html');
  });
}
