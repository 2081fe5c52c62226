import { ERRORS } from '@duet/contracts/plain';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import * as v from 'valibot';
import { baseApi } from '../../api/base-api.js';
import { upload } from '../../sync/index.js';
import { t } from '../../texts/index.js';
import { CHANGES, useLazyGetChallengeQuery } from './challenges-api.js';

/** A file of a proof, with the name that it is sent under. */
interface ProofFile {
  name: string;
  bytes: Blob;
}

interface Proof {
  text: string;
  clientId: string;
  files: readonly ProofFile[];
}

const answer = v.object({ data: v.looseObject({ _id: v.string() }) });
const isStored = (body: unknown): true | null => (v.is(answer, body) ? true : null);

function formOf({ text, clientId, files }: Proof): FormData {
  const body = new FormData();
  // The fields first: the server reads the body as a stream.
  body.append('clientId', clientId);
  if (text !== '') body.append('text', text);
  for (const { name, bytes } of files) body.append('files', bytes, name);
  return body;
}

interface HandIn {
  /** The share of the bytes that is sent, from 0 to 1; null while nothing is on its way. */
  share: number | null;
  /** @returns the sentence to show where it failed; null once the server has it */
  send: (proof: Proof) => Promise<string | null>;
}

/** Completes a step with pictures or a voice note, with their progress. Leaving the page cancels it. */
export function useHandIn(challengeId: string, stepId: string): HandIn {
  const dispatch = useDispatch();
  const [read] = useLazyGetChallengeQuery();
  const [share, setShare] = useState<number | null>(null);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  const send = async (proof: Proof): Promise<string | null> => {
    const abort = new AbortController();
    underWay.current = abort;
    setShare(0);
    const attempt = await upload(
      {
        path: `/challenges/${challengeId}/steps/${stepId}/complete`,
        body: formOf(proof),
        signal: abort.signal,
        onProgress: setShare,
      },
      isStored,
    );
    if (attempt.kind === 'stored') await read(challengeId);
    if (attempt.kind !== 'cancelled') dispatch(baseApi.util.invalidateTags([...CHANGES]));
    setShare(null);
    if (attempt.kind === 'stored' || attempt.kind === 'cancelled') return null;
    return attempt.kind === 'refused' ? ERRORS[attempt.code].message : t('challenges.handingInFailed');
  };
  return { share, send };
}
