import { LIMITS } from '@duet/contracts/plain';
import { sharedInbox } from '../platform/shared-in/shared-in.js';

/** The address of `share_target` in the manifest. */
const SHARE_PATH = '/share';

/** More files than anybody sends at once would only fill the storage. */
const MOST_FILES = 30;

/** Where a share leads: the conversation takes what is kept. */
const CHAT = '/chat';

/** Title, text and address in this order, each once: apps often repeat the address in the text. */
export function sharedText(parts: readonly string[]): string {
  const said: string[] = [];
  for (const part of parts.map((one) => one.trim()))
    if (part !== '' && !said.some((one) => one.includes(part))) said.push(part);
  return [...said.join('\n')].slice(0, LIMITS.messageLength).join('');
}

const textOf = (form: FormData, field: string): string => {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
};

/** Keeps what another app shares, and opens the conversation. Whatever fails, Duet opens. */
async function takeShare(request: Request): Promise<Response> {
  try {
    const form = await request.formData();
    const files = form.getAll('files').filter((one): one is File => one instanceof File && one.name !== '');
    const kept = files.slice(0, MOST_FILES);
    const isKept = await sharedInbox.put({
      text: sharedText(['text', 'title', 'url'].map((field) => textOf(form, field))),
      files: kept.filter(({ size }) => size <= LIMITS.fileBytes),
      tooLarge: kept.filter(({ size }) => size > LIMITS.fileBytes).map(({ name }) => name),
    });
    if (!isKept) console.warn('share not kept: the browser refused storage');
  } catch {
    console.warn('share not kept: the form could not be read');
  }
  return Response.redirect(CHAT, 303);
}

/** The answer to a share; null for other requests. */
export const answerShare = (request: Request): Promise<Response> | null =>
  request.method === 'POST' && new URL(request.url).pathname === SHARE_PATH ? takeShare(request) : null;
