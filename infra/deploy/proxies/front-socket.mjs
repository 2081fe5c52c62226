import { randomBytes } from 'node:crypto';
import https from 'node:https';

/** The first packet of Engine.IO: an id and its intervals. */
export const ENGINE_OPEN = '0{"sid"';

/**
 * Opens a WebSocket through a proxy and reads its first packet. Node's own WebSocket takes no certificate of a test.
 * @param {import('./front.mjs').Front} front
 * @returns {Promise<string>}
 */
export function openSocket(front) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const request = https.request({
    ...{ host: front.address, port: front.https, servername: front.host, rejectUnauthorized: false },
    path: '/socket.io/?EIO=4&transport=websocket',
    headers: {
      ...{ host: front.host, connection: 'Upgrade', upgrade: 'websocket' },
      ...{ 'sec-websocket-version': '13', 'sec-websocket-key': randomBytes(16).toString('base64') },
    },
  });
  request.once('error', reject);
  request.once('response', ({ statusCode }) => reject(new Error(`status ${statusCode}`)));
  request.once('upgrade', (_answer, socket, head) => {
    let bytes = head;
    const read = () => {
      // A text frame of less than 126 bytes begins with 0x81 and its length; a longer one has two more bytes.
      const start = (bytes[1] ?? 0) < 126 ? 2 : 4;
      if (bytes.length <= start + ENGINE_OPEN.length) return;
      socket.destroy();
      resolve(bytes.subarray(start).toString());
    };
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      read();
    });
    socket.once('close', () => reject(new Error('closed')));
    read();
  });
  request.end();
  return promise;
}
