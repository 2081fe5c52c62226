import type { MessageView } from '@duet/contracts';
import type { ErrorCode } from '@duet/contracts/plain';
import type { UploadPause } from './pending-slice.js';

/** An attempt that stored nothing, as far as this browser knows. After `unknown` the server may have it; a repeat with the same id is harmless. */
export type Unstored =
  | { kind: 'refused'; code: ErrorCode }
  | { kind: 'later'; seconds: number; reason: UploadPause }
  | { kind: 'unknown' }
  | { kind: 'cancelled' };

/** The result of one attempt. */
export type Attempt<Stored> = { kind: 'stored'; stored: Stored } | Unstored;

export type SendAttempt = Attempt<MessageView[]>;

/** Seconds to wait where the server names none. */
export const DEFAULT_WAIT = 5;
