import { Readable } from 'node:stream';
import { inspectForm } from './inspect-form.js';

const TYPE = 'multipart/form-data; boundary=b';

const part = (header: string, body = 'x'): string => `--b\r\n${header}\r\n\r\n${body}\r\n`;

const file = (name: string): string => part(`Content-Disposition: form-data; name="files"; filename="${name}"`);

const FIELD = part('content-disposition: form-data; name="replyTo"');

/** Inspects a body that arrives in chunks of `size` bytes. */
async function inspected(body: string, size = 7, contentType = TYPE) {
  const bytes = Buffer.from(`${body}--b--\r\nwhatever follows`);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const refusals: string[] = [];
  const { count, done } = inspectForm(
    Readable.from(chunks, { objectMode: false }),
    contentType,
    ({ message }) => void refusals.push(message),
  );
  await done;
  return { ...count, refusals };
}

describe('inspectForm', () => {
  it.each([1, 7, 10_000])('counts parts and named files in chunks of %i bytes', async (size) => {
    expect(await inspected(file('a.txt') + FIELD + file('b;"c.txt') + file(''), size)).toEqual({
      parts: 4,
      files: 2,
      refusals: [],
    });
  });

  it.each([
    ['a long name', file('.'.repeat(75_000)), 'a header that is too large'],
    [
      'many header lines',
      part(`${'a: b\r\n'.repeat(20)}Content-Disposition: form-data; name="a"`),
      'a header that is too large',
    ],
    ['no field', part('Content-Type: text/plain'), 'a part without a field'],
    [
      'a bare line break',
      part('Content-Disposition: form-data; name="files"; filename="a\rb"'),
      'a part without a field',
    ],
    ['too many parts', FIELD.repeat(40), 'too many parts'],
  ])('refuses %s once', async (_what, body, why) => {
    expect((await inspected(body)).refusals).toEqual([why]);
  });

  it('refuses a form without a boundary', async () => {
    expect((await inspected(FIELD, 7, 'multipart/form-data; boundary=')).refusals).toEqual(['no boundary']);
  });
});
