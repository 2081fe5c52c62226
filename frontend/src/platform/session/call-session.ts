import type { CallSession } from '../../api/call-session.js';
import { refreshTokens } from './refresh.js';
import { session, sessionOpened } from './session.js';

/** The session of this browser, as calls use it. */
export const browserCallSession: CallSession = {
  token: () => session.get().token,
  userId: () => session.get().user?._id ?? null,
  opened: sessionOpened,
  refresh: refreshTokens,
  end: () => session.signedOut(),
};
