import { useEffect } from 'react';
import { failureOf } from '../../../api/errors.js';
import { session } from '../../../platform/session/session.js';
import { runDeletions } from './deletions.js';
import { forgetDrafts } from '../drafts.js';
import { useDeleteMessageMutation } from '../messages-api.js';

/** A refusal is final: the message no longer exists, or the user may not delete it. */
const isFinal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && ![401, 408, 429].includes(status);

/** Runs on every page: sends pending deletions, and forgets drafts and shares when the user signs out. */
export function useMessagesInBackground(): void {
  const [remove] = useDeleteMessageMutation();
  useEffect(() => {
    const stop = runDeletions(async (id, forMe) => {
      const { error } = await remove({ id, forMe });
      return error === undefined || isFinal(failureOf(error).status) ? 'done' : 'later';
    });
    const stopFollowing = session.subscribe(() => {
      const { status, leftByChoice } = session.get();
      if (!leftByChoice || status === 'authenticated') return;
      forgetDrafts();
      void import('../../../platform/shared-in/shared-in.js').then(({ sharedInbox }) => sharedInbox.forget());
    });
    return () => {
      stop();
      stopFollowing();
    };
  }, [remove]);
}
