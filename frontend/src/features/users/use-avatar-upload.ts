import { TEXTS } from '@duet/contracts/plain';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { session } from '../../platform/session/session.js';
import { upload } from '../../sync/index.js';
import { errorSentence } from '../../texts/error-sentence.js';
import { said } from '../../texts/index.js';

const answer = v.object({ data: v.object({ avatar: v.string() }) });

function readAvatar(body: unknown): string | null {
  const { success, output } = v.safeParse(answer, body);
  return success ? output.data.avatar : null;
}

interface AvatarUpload {
  /** The share of the bytes that is sent, from 0 to 1; null while nothing is on its way. */
  share: number | null;
  /** The sentence for the last attempt; null unless it failed. */
  failure: string | null;
  /** @returns whether the server has the picture */
  send: (picture: Blob) => Promise<boolean>;
}

/** Sends the user's picture, with its progress. Leaving the form cancels it. */
export function useAvatarUpload(): AvatarUpload {
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  const send = async (picture: Blob): Promise<boolean> => {
    const abort = new AbortController();
    underWay.current = abort;
    setFailure(null);
    setShare(0);
    const body = new FormData();
    body.append('avatar', picture, 'avatar.jpg');
    const request = { path: '/users/avatar', body, signal: abort.signal, onProgress: setShare };
    const attempt = await upload(request, readAvatar);
    setShare(null);
    if (attempt.kind === 'refused') setFailure(errorSentence(attempt.code));
    else if (attempt.kind === 'later')
      setFailure(errorSentence(attempt.reason === 'limited' ? 'RATE_LIMITED' : 'UNAVAILABLE'));
    else if (attempt.kind === 'unknown') setFailure(said(TEXTS.fallback.updateProfile));
    if (attempt.kind !== 'stored') return false;
    const { user } = session.get();
    // From the answer: an event updates the account later, so a reload now could return the old picture.
    if (user) session.userLoaded({ ...user, avatar: attempt.stored });
    return true;
  };
  return { share, failure, send };
}
