import { session } from '../../platform/session/session.js';

/** The user whose pending rows may be sent now. */
export const currentUser = (): string | null => {
  const { status, user } = session.get();
  return status === 'authenticated' ? (user?._id ?? null) : null;
};

/** The user whose pending rows this page shows and stores, also before the server's first answer. */
export const pendingOwner = (): string | null => {
  const { isAuthenticated, user } = session.get();
  return isAuthenticated ? (user?._id ?? null) : null;
};
