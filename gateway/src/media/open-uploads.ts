import type { Actor } from '@duet/contracts';
import { Revocations } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

export interface OpenUpload {
  /** Aborted once the session of the upload is revoked. */
  ended: AbortSignal;
  /** Call it once the upload is over. */
  close: () => void;
}

/** Ends the uploads of a revoked session: its guard saw the head of the request alone, and the body may take half an hour. */
@Injectable()
export class OpenUploads {
  private readonly open = new Map<string, Set<AbortController>>();

  constructor(@Inject(Revocations) revocations: Revocations) {
    revocations.onRevoked((sessionId) => {
      for (const upload of this.open.get(sessionId) ?? []) upload.abort();
    });
  }

  begin({ user }: FastifyRequest & { user?: Actor }): OpenUpload {
    const upload = new AbortController();
    const session = user?.sessionId;
    if (session === undefined) return { ended: upload.signal, close: () => undefined };
    const uploads = this.open.get(session) ?? new Set();
    this.open.set(session, uploads.add(upload));
    return {
      ended: upload.signal,
      close: () => {
        uploads.delete(upload);
        if (uploads.size === 0 && this.open.get(session) === uploads) this.open.delete(session);
      },
    };
  }
}
