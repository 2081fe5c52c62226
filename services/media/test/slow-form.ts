import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tokenOf } from './running-media.js';

const BOUNDARY = 'duet-test-boundary';

/** One part of a multipart body with its header. */
export const part = (header: string, body: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${header}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]);

/** A part with a file. */
export const filePart = (name: string, body: Buffer | string, field = 'files'): Buffer =>
  part(`Content-Disposition: form-data; name="${field}"; filename="${name}"`, body);

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: { code?: string; data?: { messages?: { attachments: unknown[] }[] } };
}

/** Sends a multipart body unchanged; `between` runs after its first part. */
export async function sendForm(
  url: string,
  userId: string,
  parts: readonly Buffer[],
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<RawAnswer> {
  const call = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokenOf(userId)}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  });
  const answered = once(call, 'response');
  const [first, ...rest] = parts;
  if (first) call.write(first);
  await between();
  for (const bytes of rest) call.write(bytes);
  call.end(`--${BOUNDARY}--\r\n`);
  const [response] = (await answered) as [
    NodeJS.ReadableStream & { statusCode?: number; headers: IncomingHttpHeaders },
  ];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) as RawAnswer['body'] };
}
