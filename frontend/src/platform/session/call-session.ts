import type { CallSession } from '../../api/call-session.js';
import { refreshTokens } from './refresh.js';
import { session } from './session.js';

/** The session of this browser, as calls use it. */
export const browserCallSession: CallSession = {
  token: () => session.get().token,
  userId: () => session.get().user?._id ?? null,
  refresh: refreshTokens,
  end: () => session.signedOut(),
};
