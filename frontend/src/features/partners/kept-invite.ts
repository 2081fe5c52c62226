import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import { DRAFT_PREFIX } from '../../platform/storage/drafts.js';
import { storedJson } from '../../platform/storage/stored.js';

const keptInvite = v.object({
  code: v.string(),
  /** The person has looked at it and decides later. */
  isPutAway: v.boolean(),
});

export type KeptInvite = v.InferOutput<typeof keptInvite>;

export interface InviteState {
  invite: KeptInvite | null;
  keep: (invite: KeptInvite) => void;
  forget: () => void;
}

/**
 * The invite whose link the person opened. It outlasts a reload; like a draft, it leaves the browser at a sign-out.
 * @param fromLink the code of the link that led here; it takes the place of an earlier one
 */
export function useKeptInvite(userId: string, fromLink: string | null): InviteState {
  const [storage] = useState(() => storedJson(`${DRAFT_PREFIX}${userId}:invite`, keptInvite));
  const [invite, setInvite] = useState(() =>
    fromLink === null ? storage.read() : { code: fromLink, isPutAway: false },
  );
  useEffect(() => {
    if (invite) storage.write(invite);
    else storage.remove();
  }, [storage, invite]);
  return { invite, keep: setInvite, forget: useCallback(() => setInvite(null), []) };
}
