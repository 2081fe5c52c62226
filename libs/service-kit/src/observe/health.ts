import { type Server, createServer } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';

type Check = () => Promise<boolean> | boolean;

/** Milliseconds between two wake-ups that measure the event loop's lag. The default of 10 is most of an idle process's CPU time; the alert looks for lags of 500. */
const LAG_RESOLUTION = 250;

/** `failing` names the dependencies that do not answer. */
export interface Readiness {
  ready: boolean;
  draining: boolean;
  failing: string[];
}

/**
 * Serves liveness (`/livez`), readiness (`/readyz`) and metrics (`/metrics`) on their own port. A live process runs; a
 * ready one also reaches its dependencies and is not draining.
 */
@Injectable()
export class Health {
  readonly metrics = new Registry();
  private readonly checks = new Map<string, Check>();
  private draining = false;
  private server: Server | undefined;

  /** The parameters are labels of `duet_build_info`. */
  constructor(service: string, revision = 'development') {
    collectDefaultMetrics({ register: this.metrics, eventLoopMonitoringPrecision: LAG_RESOLUTION });
    const build = new Gauge({
      name: 'duet_build_info',
      help: 'Build and process, as labels',
      labelNames: ['service', 'revision', 'node'],
      registers: [this.metrics],
    });
    build.set({ service, revision, node: process.version }, 1);
  }

  /** Adds a dependency to readiness. @param check returns or resolves to false, or throws, when it is not reachable */
  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /** Asks every dependency at once. */
  async readiness(): Promise<Readiness> {
    const failing = await this.failing();
    return { ready: !this.draining && failing.length === 0, draining: this.draining, failing };
  }

  /** Makes the process unready for good: load balancers stop sending it work. */
  drain(): void {
    this.draining = true;
  }

  /** Starts to serve. @throws when the port is taken */
  async listen(port: number): Promise<void> {
    this.server = createServer((request, response) => {
      void this.answer(request.url ?? '')
        .catch((cause: unknown) => ({ status: 500, body: String(cause), type: 'text/plain' }))
        .then(({ status, body, type }) => {
          response.writeHead(status, { 'content-type': type }).end(body);
        });
    });
    const server = this.server;
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  }

  /** Stops serving. */
  async close(): Promise<void> {
    const server = this.server;
    if (!server) return;
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  private async failing(): Promise<string[]> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) =>
        (await Promise.resolve()
          .then(check)
          .catch(() => false))
          ? null
          : name,
      ),
    );
    return results.filter((name) => name !== null);
  }

  private async answer(url: string): Promise<{ status: number; body: string; type: string }> {
    if (url === '/livez') return { status: 200, body: '{"live":true}', type: 'application/json' };
    if (url === '/readyz') {
      const readiness = await this.readiness();
      return { status: readiness.ready ? 200 : 503, body: JSON.stringify(readiness), type: 'application/json' };
    }
    if (url === '/metrics') return { status: 200, body: await this.metrics.metrics(), type: this.metrics.contentType };
    return { status: 404, body: '{}', type: 'application/json' };
  }
}
