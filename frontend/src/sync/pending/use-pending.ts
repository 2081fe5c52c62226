import type { ErrorCode } from '@duet/contracts/plain';
import { useLive, useLiveState } from '../live-context.js';

interface UnsentMessage {
  failure: ErrorCode | null;
  retry: () => void;
  discard: () => void;
}

/** Why a pending message was not sent, and what its sender can do. */
export function useUnsentMessage(clientMessageId: string): UnsentMessage {
  const { pending } = useLive();
  const message = useLiveState((state) =>
    state.pending.messages.find((one) => one.clientMessageId === clientMessageId),
  );
  return {
    failure: message?.failure ?? null,
    retry: () => void pending.retry(clientMessageId),
    discard: () => void pending.discard(clientMessageId),
  };
}
