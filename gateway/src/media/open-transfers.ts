import type { Actor } from '@duet/contracts';
import { AppError, Revocations, sessionAlias } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { LinkedRequest } from '../session/session.guard.js';

type Authenticated = LinkedRequest & { user?: Actor };

export interface OpenTransfer {
  /** Aborted once the session of the transfer is revoked. */
  ended: AbortSignal;
  /** Call it once the transfer is over. */
  close: () => void;
}

/** Ends the transfers of a revoked session: its guard saw the head of the request alone, and the bytes may take half an hour. */
@Injectable()
export class OpenTransfers {
  /** The transfers by session: its id, or its alias where a link named it. */
  private readonly open = new Map<string, Set<AbortController>>();

  constructor(@Inject(Revocations) private readonly revocations: Revocations) {
    revocations.onRevoked((sessionId) => {
      for (const session of [sessionId, sessionAlias(sessionId)])
        for (const transfer of this.open.get(session) ?? []) transfer.abort();
    });
  }

  begin({ user, linkedSession }: Authenticated): OpenTransfer {
    const transfer = new AbortController();
    const session = user?.sessionId ?? linkedSession;
    if (session === undefined) return { ended: transfer.signal, close: () => undefined };
    const transfers = this.open.get(session) ?? new Set();
    this.open.set(session, transfers.add(transfer));
    // The session may have been revoked after its guard, while a rate limit was counted.
    if (this.revocations.isRevoked(session)) transfer.abort();
    return {
      ended: transfer.signal,
      close: () => {
        transfers.delete(transfer);
        if (transfers.size === 0 && this.open.get(session) === transfers) this.open.delete(session);
      },
    };
  }

  /** Call it before the transferred files take effect. @throws AppError UNAUTHENTICATED if the session has been revoked meanwhile */
  requireSession({ user }: Authenticated): void {
    if (user && this.revocations.isRevoked(user.sessionId)) throw new AppError('UNAUTHENTICATED');
  }
}
