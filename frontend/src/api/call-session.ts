/** The part of the session that calls need. `platform/session` provides it, because a refresh of the session is itself a call. */
export interface CallSession {
  /** The access token; null while signed out. */
  token: () => string | null;
  userId: () => string | null;
  /** Resolves once a page that opens has a fresh token or knows that it gets none now; with whether the server is reached. */
  opened: () => Promise<boolean>;
  /** Refreshes the token that the server refused. `refused`: the session is over. `unreachable`: unknown. */
  refresh: (staleToken: string | null) => Promise<'refreshed' | 'refused' | 'unreachable'>;
  /** The server has ended the session. */
  end: () => void;
}

let provided: CallSession | null = null;

export function provideCallSession(session: CallSession): void {
  provided = session;
}

/** @throws before a session was provided */
export function callSession(): CallSession {
  if (!provided) throw new TypeError('provideCallSession must run before the first call');
  return provided;
}
