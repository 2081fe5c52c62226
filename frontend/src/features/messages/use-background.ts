import { useEffect } from 'react';
import { failureOf } from '../../api/errors.js';
import { session } from '../../api/session.js';
import { runDeletions } from './deletions.js';
import { forgetDrafts } from './drafts.js';
import { useDeleteMessageMutation } from './messages-api.js';

/** A refusal is an end too: the message is gone, or nobody's to delete any more. */
const isFinal = (status: number | null): boolean => status !== null && status >= 400 && status < 500 && ![401, 408, 429].includes(status);

/** What goes on wherever in the app the person has gone: deletions leave, and drafts leave with whoever signs out. */
export function useMessagesInBackground(): void {
  const [remove] = useDeleteMessageMutation();
  useEffect(() => {
    const stop = runDeletions(async (id) => {
      const { error } = await remove(id);
      return error === undefined || isFinal(failureOf(error).status) ? 'done' : 'later';
    });
    const stopFollowing = session.subscribe(() => {
      const { status, leftByChoice } = session.get();
      if (leftByChoice && status !== 'authenticated') forgetDrafts();
    });
    return () => {
      stop();
      stopFollowing();
    };
  }, [remove]);
}
