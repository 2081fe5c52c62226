import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import * as v from 'valibot';
import { baseApi } from '../../api/base-api.js';
import { upload } from '../../sync/index.js';
import { errorSentence } from '../../texts/error-sentence.js';
import { t } from '../../texts/index.js';

/** A file of a form, with the name that it is sent under. */
interface FormFile {
  name: string;
  bytes: Blob;
}

interface Target {
  path: string;
  /** Reloads the changed entity before the form reports success. */
  onStored: () => PromiseLike<unknown>;
  /** Stale after any answer. */
  tags: readonly Parameters<typeof baseApi.util.invalidateTags>[0][number][];
}

const answer = v.object({ data: v.looseObject({ _id: v.string() }) });
const isStored = (body: unknown): true | null => (v.is(answer, body) ? true : null);

function formOf(fields: Readonly<Record<string, string>>, files: readonly FormFile[]): FormData {
  const body = new FormData();
  // The fields first: the server reads the body as a stream.
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const { name, bytes } of files) body.append('files', bytes, name);
  return body;
}

/** Why a form was not stored. */
export interface UploadFailure {
  /** The code of a refusal; null where no answer came. */
  code: string | null;
  sentence: string;
}

interface FormUpload {
  /** The share of the bytes that is sent, from 0 to 1; null while nothing is on its way. */
  share: number | null;
  /** @returns the failure to show; null once the server has it */
  send: (fields: Readonly<Record<string, string>>, files: readonly FormFile[]) => Promise<UploadFailure | null>;
}

/** Sends a form with files, with its progress. Leaving the page cancels it. */
export function useFormUpload({ path, onStored, tags }: Target): FormUpload {
  const dispatch = useDispatch();
  const [share, setShare] = useState<number | null>(null);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  const send: FormUpload['send'] = async (fields, files) => {
    const abort = new AbortController();
    underWay.current = abort;
    setShare(0);
    const body = formOf(fields, files);
    const attempt = await upload({ path, body, signal: abort.signal, onProgress: setShare }, isStored);
    if (attempt.kind === 'stored') await onStored();
    if (attempt.kind !== 'cancelled') dispatch(baseApi.util.invalidateTags([...tags]));
    setShare(null);
    if (attempt.kind === 'stored' || attempt.kind === 'cancelled') return null;
    if (attempt.kind !== 'refused') return { code: null, sentence: t('media.sendingFailed') };
    return { code: attempt.code, sentence: errorSentence(attempt.code) };
  };
  return { share, send };
}
