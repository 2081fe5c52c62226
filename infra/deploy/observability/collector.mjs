import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** @typedef {{service: string, name: string, traceId: string, spanId: string, parentSpanId?: string}} Span */

/** A collector that stores spans in memory: OTLP over HTTP as JSON. */
export async function startCollector() {
  /** @type {Span[]} */
  const spans = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const service = resource.attributes.find((/** @type {{key: string}} */ one) => one.key === 'service.name').value
        .stringValue;
      for (const scope of scopeSpans)
        spans.push(...scope.spans.map((/** @type {Omit<Span, 'service'>} */ span) => ({ ...span, service })));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${address.port}`, spans, close };
}
