import type { MessageView } from '@duet/contracts';
import { isGone, messagesOf } from '@duet/contracts/plain';
import { useMemo, useState } from 'react';
import { useLiveState } from './live-context.js';

const NONE: readonly MessageView[] = [];

/**
 * The messages that this page has loaded, newest first, without those that are deleted or have disappeared.
 * @param isWanted false for none
 */
export function useMessagesOnDevice(isWanted: boolean): readonly MessageView[] {
  const conversation = useLiveState((state) => (isWanted ? state.live.conversation : null));
  const [now] = useState(() => Date.now());
  return useMemo(
    () =>
      conversation?.ranges
        .flatMap((range) => messagesOf(conversation, range))
        .filter((message) => !isGone(message, now))
        .toReversed() ?? NONE,
    [conversation, now],
  );
}
