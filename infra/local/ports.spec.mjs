import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { freePort, parsePort, probePort, requirePort } from './ports.mjs';

describe('the selection of ports', () => {
  it('finds different free ports below the range of outgoing connections', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, freePort));
    expect(new Set(ports).size).toBe(50);
    expect(Math.max(...ports)).toBeLessThan(32_768);
    expect(await Promise.all(ports.map((port) => probePort(port)))).toEqual(ports.map(() => null));
  });

  it('explains in one sentence that a port is busy and how to choose another', async () => {
    const port = await freePort();
    const server = createServer();
    await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
    await expect(requirePort(port)).rejects.toThrow(
      `Port ${port} is busy: stop the program that listens there, or choose another with PORT=${port + 1} npm start.`,
    );
    await new Promise((resolve) => server.close(resolve));
    await expect(requirePort(port)).resolves.toBeUndefined();
  });

  it.each([
    [undefined, 8080],
    ['81', 81],
  ])('reads PORT=%s', (given, port) => expect(parsePort(given)).toBe(port));

  it.each(['0', '65536', 'eighty', '80.5', ''])('refuses PORT=%j', (given) =>
    expect(() => parsePort(given)).toThrow('is not a port'),
  );
});
