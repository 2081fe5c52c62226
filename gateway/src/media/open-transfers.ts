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

/**
 * Transfers of one person at a time in this process. A browser has five: three files of an album, one of the conversation and
 * a form. The rest is for other devices.
 */
const AT_ONCE = 12;

/** Seconds after which a person with too many transfers may try again. */
const RETRY_AFTER = 10;

/**
 * Ends the transfers of a revoked session: its guard saw the head of the request alone, and the bytes may take half an hour.
 * A rate limit counts how many begin, so this also limits how many are under way.
 */
@Injectable()
export class OpenTransfers {
  /** The transfers by person and by session: its id, or its alias where a link named it. */
  private readonly open = new Map<string, Set<AbortController>>();

  constructor(@Inject(Revocations) private readonly revocations: Revocations) {
    revocations.onRevoked((sessionId) => {
      for (const session of [sessionId, sessionAlias(sessionId)])
        for (const transfer of this.open.get(session) ?? []) transfer.abort();
    });
  }

  /** @throws AppError RATE_LIMITED while the person has too many transfers under way */
  begin({ user, linkedSession }: Authenticated): OpenTransfer {
    const transfer = new AbortController();
    if (user && (this.open.get(user.userId)?.size ?? 0) >= AT_ONCE)
      throw new AppError('RATE_LIMITED', { retryAfter: RETRY_AFTER });
    const session = user?.sessionId ?? linkedSession;
    const names = [user?.userId, session].filter((name) => name !== undefined);
    for (const name of names) this.open.set(name, (this.open.get(name) ?? new Set()).add(transfer));
    // The session may have been revoked after its guard, while a rate limit was counted.
    if (session !== undefined && this.revocations.isRevoked(session)) transfer.abort();
    return {
      ended: transfer.signal,
      close: () => {
        for (const name of names) this.close(name, transfer);
      },
    };
  }

  /** Call it before the transferred files take effect. @throws AppError UNAUTHENTICATED if the session has been revoked meanwhile */
  requireSession({ user }: Authenticated): void {
    if (user && this.revocations.isRevoked(user.sessionId)) throw new AppError('UNAUTHENTICATED');
  }

  private close(name: string, transfer: AbortController): void {
    const transfers = this.open.get(name);
    transfers?.delete(transfer);
    if (transfers?.size === 0) this.open.delete(name);
  }
}
