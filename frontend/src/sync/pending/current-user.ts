import { session } from '../../platform/session/session.js';

/** The user whose pending rows may be sent now. */
export const currentUser = (): string | null => {
  const { status, user } = session.get();
  return status === 'authenticated' ? (user?._id ?? null) : null;
};
