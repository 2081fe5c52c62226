import { BOTH, body } from './calls.mjs';

/** @typedef {import('./calls.mjs').IdRow} IdRow */

/** A signed link with one part exchanged. @param {'u' | 's'} part @returns {IdRow['call']} */
const link = (part) => (id, thing) => {
  const { file, searchParams } = /** @type {{file: string, searchParams: URLSearchParams}} */ (
    /** @type {unknown} */ (thing)
  );
  const query = new URLSearchParams(searchParams);
  query.set(part, id);
  return { path: { id: file, variant: 'original' }, query: `?${query}`, isLink: true };
};

/** @type {Record<string, import('./calls.mjs').IdRow>} */
export const MEDIA_ROWS = {
  'GET /api/media/avatars/{key}/{file} key': {
    thing: 'avatar',
    call: (key) => ({ path: { key, file: '128.webp' } }),
    bearer: true,
  },
  'GET /api/media/exports/{token} token': { thing: 'export', call: (token) => ({ path: { token } }), bearer: true },
  'GET /api/media/restitutions/{token} token': {
    thing: 'restitutionLink',
    call: (token) => ({ path: { token } }),
    bearer: true,
  },
  'POST /api/media/links ids': { thing: 'file', call: body((id) => ({ ids: [id] })), expect: BOTH, silent: true },
  'GET /api/media/attachments/{id}/{variant} id': {
    thing: 'file',
    call: (id) => ({ path: { id, variant: 'original' } }),
    expect: BOTH,
  },
  'GET /api/media/attachments/{id}/{variant} u, of a capsule': {
    thing: 'capsuleLinkOfUser',
    call: link('u'),
    bearer: true,
  },
  'GET /api/media/attachments/{id}/{variant} s, of a capsule': {
    thing: 'capsuleLinkOfSession',
    call: link('s'),
    bearer: true,
  },
  'GET /api/media/attachments/{id}/{variant} u, of a challenge': {
    thing: 'proofLinkOfUser',
    call: link('u'),
    bearer: true,
  },
  'GET /api/media/attachments/{id}/{variant} s, of a challenge': {
    thing: 'proofLinkOfSession',
    call: link('s'),
    bearer: true,
  },
  'GET /api/media/attachments/{id}/{variant} u, of a story': {
    thing: 'storyLinkOfUser',
    call: link('u'),
    bearer: true,
  },
  'GET /api/media/attachments/{id}/{variant} s, of a story': {
    thing: 'storyLinkOfReading',
    call: link('s'),
    bearer: true,
  },
  'GET /api/media/attachments/{id}/{variant} u': { thing: 'linkOfUser', call: link('u'), bearer: true },
  'GET /api/media/attachments/{id}/{variant} s': { thing: 'linkOfSession', call: link('s'), bearer: true },
};
