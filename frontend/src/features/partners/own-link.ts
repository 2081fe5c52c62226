import type { LinkOutcome } from '@duet/contracts';

let isOwn = false;

/**
 * Tells a link that this page made from one that the partner made: the live update comes for both, and each page shows one
 * toast.
 */
export const ownLink = {
  /** Follows a call that may link. */
  async follow({ queryFulfilled }: { queryFulfilled: Promise<{ data: Pick<LinkOutcome, 'partner'> }> }): Promise<void> {
    isOwn = true;
    const partner = await queryFulfilled.then(
      ({ data }) => data.partner,
      () => null,
    );
    if (!partner) isOwn = false;
  },
  /** Whether the link of a live update is this page's own; the next one is not. */
  take(): boolean {
    const was = isOwn;
    isOwn = false;
    return was;
  },
};
