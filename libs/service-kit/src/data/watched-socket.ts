import { Socket } from 'node:net';

/** Milliseconds. Statements end after 4 s, so a server that is silent for longer is frozen or unreachable. */
const SILENCE = 5_000;

/** The error of a connection whose server fell silent. */
class SilentServer extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super(`the database did not answer for ${SILENCE} ms`);
  }
}

/**
 * A socket that destroys itself when a write gets no answer in time. The server enforces the statement timeout, so without
 * this a frozen server would block the connections of the pool.
 */
export class WatchedSocket extends Socket {
  private silence: NodeJS.Timeout | undefined;

  override _write(chunk: unknown, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.expectAnswer();
    super._write(chunk, encoding, callback);
  }

  override _writev(
    chunks: { chunk: unknown; encoding: BufferEncoding }[],
    callback: (error?: Error | null) => void,
  ): void {
    this.expectAnswer();
    super._writev?.(chunks, callback);
  }

  /** Sends all statements of a pipeline in one write: the client uncorks after each. */
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    this.stopWaiting();
    return super.push(chunk, encoding);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.stopWaiting();
    super._destroy(error, callback);
  }

  private expectAnswer(): void {
    this.silence ??= setTimeout(() => this.destroy(new SilentServer()), SILENCE);
  }

  private stopWaiting(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
  }
}
