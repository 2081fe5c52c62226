import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/**
 * A proxy between a service and its database. Once armed with a text, it forwards the commit of the transaction that wrote the
 * text, waits for PostgreSQL's answer and cuts the connection instead of forwarding it.
 */
export class SeveringProxy {
  private text: string | undefined;

  private constructor(
    readonly url: string,
    private readonly stopServer: () => Promise<void>,
  ) {}

  /** Starts a proxy to the database at this address. Clients connect to its `url`. */
  static async before(databaseUrl: string): Promise<SeveringProxy> {
    const target = new URL(databaseUrl);
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const database = connect({ host: target.hostname, port: Number(target.port) });
      for (const socket of [client, database])
        sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
      let isTheOne = false;
      let isOpen = false;
      let committing = false;
      client.on('data', (data) => {
        if (data.includes('START TRANSACTION')) isOpen = true;
        isTheOne ||= proxy.text !== undefined && data.includes(proxy.text);
        // A statement outside a transaction commits by itself.
        if (isTheOne && (!isOpen || data.includes('COMMIT'))) {
          proxy.text = undefined;
          committing = true;
        }
        if (data.includes('COMMIT') || data.includes('ROLLBACK')) isOpen = false;
        database.write(data);
      });
      database.on('data', (data) => {
        if (!committing) return void client.write(data);
        client.destroy();
        database.destroy();
      });
      client.on('close', () => database.destroy());
      database.on('close', () => client.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = new SeveringProxy(url.href, async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    });
    return proxy;
  }

  /** Drops the answer to the next commit of a transaction that writes this text. */
  arm(text: string): void {
    this.text = text;
  }

  stop(): Promise<void> {
    return this.stopServer();
  }
}
