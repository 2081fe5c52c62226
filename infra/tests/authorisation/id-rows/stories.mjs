import { BOTH, path } from './calls.mjs';

/** @type {Record<string, import('./calls.mjs').IdRow>} */
export const STORY_ROWS = {
  'GET /api/stories/sessions/{id} id': { thing: 'story', call: path(), expect: BOTH },
  // Each story has one open session: the next one that is made ends the owner's.
  'PATCH /api/stories/sessions/{id}/respond id': {
    thing: 'story',
    call: path(() => ({ action: 'accept' })),
    expect: { partner: 200, owner: 409 },
  },
  'POST /api/stories/sessions/{id}/choice id': {
    thing: 'begunStory',
    call: path(() => ({ nodeId: 'letter', version: 2 })),
    expect: { partner: 200, owner: 409 },
  },
  'POST /api/stories/sessions/{id}/keepsake id': { thing: 'finishedStory', call: path(), expect: BOTH },
};
