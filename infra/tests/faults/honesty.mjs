/** Statuses that may be answered while a store cannot write: done, an expired token, a limit, unavailable, too late. */
const HONEST = new Set([401, 429, 503, 504]);

/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** An avatar. */
export function picture() {
  const form = new FormData();
  form.append('avatar', new Blob([PICTURE], { type: 'image/png' }), 'me.png');
  return form;
}

/**
 * A call while a store cannot write, which the checker does not follow further. It is done or refused honestly, within 10 s.
 * @param {import('./pages.mjs').Page} device @param {import('./history.mjs').History} history
 * @param {string} method @param {string} path @param {unknown} body
 * @returns {Promise<boolean>} whether it was answered with 503
 */
export async function asked(device, history, method, path, body) {
  const { outcome, status, code } = await device.http(method, path, body);
  if (outcome !== 'ok' && !HONEST.has(status))
    history.violate('a full volume is answered with 503', `${method} ${path}: ${status} ${code}`);
  return status === 503;
}
