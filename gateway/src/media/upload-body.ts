import { PassThrough, type Readable } from 'node:stream';
import { AppError, type FormCount, inspectForm } from '@duet/service-kit';
import type { FastifyRequest } from 'fastify';
import { pauseDeadline } from '../http/deadline.js';
import type { UploadLimit } from './media-request.js';

/** The sender stopped before the end of the body. */
export class StalledUpload extends Error {}

/** A form that our clients never send. */
export class MalformedForm extends Error {}

export interface UploadBody {
  stream: Readable;
  /** The files that have passed so far. */
  count: FormCount;
}

/**
 * The request's body as a stream that may be closed early. If media refuses before the body is complete, the rest is read
 * and dropped, because a browser that is still sending would miss the answer.
 * @param idle milliseconds without a byte after which the stream fails with StalledUpload
 * @param limit beyond it the stream fails with its code: a chunked body does not announce its size
 */
export function uploadBodyOf(request: FastifyRequest, idle: number, limit: UploadLimit): UploadBody {
  const { raw, headers } = request;
  const resumeDeadline = pauseDeadline(request);
  const stream = new PassThrough();
  const { count } = inspectForm(raw, headers['content-type'] ?? '', (cause) =>
    stream.destroy(new MalformedForm(cause.message)),
  );
  raw.pipe(stream);
  let passed = 0;
  raw.on('data', (chunk: Buffer) => {
    passed += chunk.length;
    if (passed > limit.largest && !stream.destroyed) stream.destroy(new AppError(limit.code));
  });
  raw.setTimeout(idle, () => {
    if (!raw.complete) stream.destroy(new StalledUpload(`no byte for ${idle} ms`));
  });
  // From here on the client waits for us; a socket timeout would close its connection without an answer.
  raw.once('end', () => {
    raw.setTimeout(0);
    resumeDeadline();
  });
  stream.once('close', () => {
    raw.unpipe(stream);
    raw.resume();
  });
  return { stream, count };
}
