import { connect } from 'node:net';

/**
 * Opens a TCP connection on loopback, sends a text and returns the first answer.
 * @param {number} port
 * @param {string} [words]
 * @returns {Promise<string>}
 */
export function ask(port, words = '') {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 });
    socket.once('connect', () => words && socket.write(words));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString());
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed without an answer')));
  });
}
