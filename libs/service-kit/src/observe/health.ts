import { type Server, createServer } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';

type Check = () => Promise<boolean> | boolean;

/**
 * Liveness, readiness and metrics on a port of their own. Live says that the process runs and touches nothing else;
 * ready says that it should get work: its dependencies answer and it is not draining.
 */
@Injectable()
export class Health {
  readonly metrics = new Registry();
  private readonly checks = new Map<string, Check>();
  private draining = false;
  private server: Server | undefined;

  /** @param service and `revision`: what runs here, as a metric. */
  constructor(service: string, revision = 'development') {
    collectDefaultMetrics({ register: this.metrics });
    const build = new Gauge({ name: 'duet_build_info', help: 'Which build of which process this is', labelNames: ['service', 'revision', 'node'], registers: [this.metrics] });
    build.set({ service, revision, node: process.version }, 1);
  }

  /** Adds a dependency that readiness asks for. */
  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /** From here on not ready: whoever balances load looks elsewhere. */
  drain(): void {
    this.draining = true;
  }

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

  async close(): Promise<void> {
    const server = this.server;
    if (!server) return;
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** The names of the dependencies that do not answer. */
  private async failing(): Promise<string[]> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => ((await Promise.resolve().then(check).catch(() => false)) ? null : name)),
    );
    return results.filter((name) => name !== null);
  }

  private async answer(url: string): Promise<{ status: number; body: string; type: string }> {
    if (url === '/livez') return { status: 200, body: '{"live":true}', type: 'application/json' };
    if (url === '/readyz') {
      const failing = await this.failing();
      const ready = !this.draining && failing.length === 0;
      return { status: ready ? 200 : 503, body: JSON.stringify({ ready, draining: this.draining, failing }), type: 'application/json' };
    }
    if (url === '/metrics') return { status: 200, body: await this.metrics.metrics(), type: this.metrics.contentType };
    return { status: 404, body: '{}', type: 'application/json' };
  }
}
