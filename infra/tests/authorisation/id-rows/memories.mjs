import { randomUUID } from 'node:crypto';
import { PIXEL } from '../things/samples.mjs';
import { formOf } from '../world.mjs';
import { BOTH, CREATED, body, cursor, path } from './calls.mjs';

/** @typedef {import('./calls.mjs').IdRow} IdRow */

/** @type {IdRow['call']} */
const author = (id) => ({ query: `?author=${id}` });

/** Something in a capsule, by its own id. @param {'contributionId' | 'commentId'} name @param {() => unknown} [body] @returns {IdRow['call']} */
const inCapsule =
  (name, body) =>
  (id, { capsuleId }) => ({
    path: { id: String(capsuleId), [name]: id },
    ...(body ? { body: body() } : {}),
  });

/** The same by the id of its capsule. @param {'contributionId' | 'commentId'} name @param {() => unknown} [body] @returns {IdRow['call']} */
const ofCapsule =
  (name, body) =>
  (id, { innerId }) => ({
    path: { id, [name]: String(innerId) },
    ...(body ? { body: body() } : {}),
  });

/** @type {Record<string, import('./calls.mjs').IdRow>} */
export const MEMORY_ROWS = {
  'GET /api/capsules cursor': { thing: 'album', call: cursor, expect: BOTH, silent: true },
  'GET /api/capsules author': { thing: 'contributor', call: author, expect: BOTH, silent: true },
  'GET /api/memories/timeline cursor': { thing: 'contribution', call: cursor, expect: BOTH, silent: true },
  'GET /api/memories/timeline author': { thing: 'contributor', call: author, expect: BOTH, silent: true },
  'POST /api/capsules/from-message messageId': {
    thing: 'message',
    call: body((messageId) => ({ messageId, clientId: randomUUID() })),
    expect: CREATED,
  },
  'POST /api/capsules/from-message capsuleId': {
    thing: 'albumForMessage',
    call: body((capsuleId, { messageId }) => ({ messageId, capsuleId, clientId: randomUUID() })),
    expect: CREATED,
  },
  'GET /api/memories/map cursor': { thing: 'contribution', call: cursor, expect: BOTH, silent: true },
  'GET /api/memories/map author': { thing: 'contributor', call: author, expect: BOTH, silent: true },
  'GET /api/capsules/{id} id': { thing: 'album', call: path(), expect: BOTH },
  'PATCH /api/capsules/{id} id': { thing: 'album', call: path(() => ({ version: 1, title: 'Theirs' })), expect: BOTH },
  'DELETE /api/capsules/{id} id': { thing: 'album', call: path(), expect: { partner: 403 } },
  'POST /api/capsules/{id}/restore id': { thing: 'deletedAlbum', call: path(), expect: BOTH },
  'POST /api/capsules/{id}/seal id': { thing: 'buriable', call: path(), expect: BOTH },
  'DELETE /api/capsules/{id}/seal id': { thing: 'sealedCapsule', call: path(), expect: BOTH },
  'POST /api/capsules/{id}/unlock-date id': {
    thing: 'sealedCapsule',
    call: path(() => ({ unlockAt: '2031-01-01' })),
    expect: BOTH,
  },
  'PATCH /api/capsules/{id}/unlock-date id': {
    thing: 'unlockProposal',
    call: path(() => ({ action: 'reject' })),
    expect: BOTH,
  },
  'POST /api/capsules/{id}/open id': { thing: 'sealedCapsule', call: path(), expect: { owner: 423, partner: 423 } },
  'POST /api/capsules/{id}/finish id': { thing: 'album', call: path(), expect: BOTH },
  'DELETE /api/capsules/{id}/finish id': { thing: 'finishedAlbum', call: path(), expect: BOTH },
  'PUT /api/capsules/{id}/cover id': {
    thing: 'album',
    call: (id) => {
      const form = formOf('files', 'cover.png', PIXEL);
      form.append('clientId', randomUUID());
      return { path: { id }, body: form };
    },
    expect: BOTH,
  },
  'PATCH /api/capsules/{id} coverId': {
    thing: 'capsulePicture',
    call: (coverId, { capsuleId }) => ({ path: { id: String(capsuleId) }, body: { coverId, version: 2 } }),
    expect: BOTH,
  },
  'POST /api/capsules/{id}/archive id': { thing: 'album', call: path(), expect: BOTH },
  'GET /api/capsules/{id}/archive id': { thing: 'album', call: path(), expect: BOTH },
  'POST /api/capsules/{id}/contributions id': {
    thing: 'album',
    call: path(() => ({ text: 'More', clientId: randomUUID() })),
    expect: CREATED,
  },
  'POST /api/capsules/{id}/links id': {
    thing: 'albumWithPicture',
    call: (id, { innerId }) => ({ path: { id }, body: { ids: [innerId] } }),
    expect: BOTH,
  },
  'POST /api/capsules/{id}/links ids': {
    thing: 'capsulePicture',
    call: (id, { capsuleId }) => ({ path: { id: String(capsuleId) }, body: { ids: [id] } }),
    expect: BOTH,
  },
  'GET /api/capsules/{id}/contributions id': { thing: 'albumWithContribution', call: path(), expect: BOTH },
  'GET /api/capsules/{id}/contributions cursor': {
    thing: 'contribution',
    call: (id, { capsuleId }) => ({ path: { id: String(capsuleId) }, query: `?cursor=${id}` }),
    expect: BOTH,
  },
  'PATCH /api/capsules/{id}/contributions/{contributionId} id': {
    thing: 'albumWithContribution',
    call: ofCapsule('contributionId', () => ({ text: 'Theirs' })),
    expect: { partner: 403 },
  },
  'DELETE /api/capsules/{id}/contributions/{contributionId} id': {
    thing: 'albumWithContribution',
    call: ofCapsule('contributionId'),
    expect: { partner: 403 },
  },
  'DELETE /api/capsules/{id}/comments/{commentId} id': {
    thing: 'albumWithComment',
    call: ofCapsule('commentId'),
    expect: { partner: 403 },
  },
  'PATCH /api/capsules/{id}/contributions/{contributionId} contributionId': {
    thing: 'contribution',
    call: inCapsule('contributionId', () => ({ text: 'Theirs' })),
    expect: { partner: 403 },
  },
  'PATCH /api/capsules/{id}/contributions/{contributionId} attachments.id': {
    thing: 'captionedPicture',
    call: (id, { capsuleId, contributionId, otherCapsuleId, otherContributionId }, isOwner) => ({
      path: isOwner
        ? { id: String(capsuleId), contributionId: String(contributionId) }
        : { id: String(otherCapsuleId), contributionId: String(otherContributionId) },
      body: { attachments: [{ id, caption: 'Theirs' }] },
    }),
  },
  'DELETE /api/capsules/{id}/contributions/{contributionId} contributionId': {
    thing: 'contribution',
    call: inCapsule('contributionId'),
    expect: { partner: 403 },
  },
  'POST /api/capsules/{id}/reactions id': { thing: 'finishedAlbum', call: path(() => ({ emoji: '👍' })), expect: BOTH },
  'POST /api/capsules/{id}/comments id': {
    thing: 'finishedAlbum',
    call: path(() => ({ text: 'Yes', clientId: randomUUID() })),
    expect: CREATED,
  },
  'DELETE /api/capsules/{id}/comments/{commentId} commentId': {
    thing: 'capsuleComment',
    call: inCapsule('commentId'),
    expect: { partner: 403 },
  },
  'PUT /api/capsules/{id}/favourite id': { thing: 'album', call: path(), expect: BOTH },
  'DELETE /api/capsules/{id}/favourite id': { thing: 'album', call: path(), expect: BOTH },
  'PUT /api/capsules/{id}/hidden id': { thing: 'album', call: path(), expect: BOTH },
  'DELETE /api/capsules/{id}/hidden id': { thing: 'album', call: path(), expect: BOTH },
  'POST /api/memories/our-year challengeIds': {
    thing: 'completedChallenge',
    call: body((challengeId) => ({
      year: new Date().getUTCFullYear(),
      messageIds: [],
      challengeIds: [challengeId],
    })),
    expect: BOTH,
  },
  'POST /api/memories/our-year messageIds': {
    thing: 'message',
    call: body((messageId) => ({ year: new Date().getUTCFullYear(), messageIds: [messageId] })),
    expect: BOTH,
  },
  'POST /api/memories/on-this-day/hide messageId': {
    thing: 'message',
    call: body((messageId) => ({ messageId })),
    expect: BOTH,
  },
  'POST /api/memories/on-this-day/hide capsuleId': {
    thing: 'album',
    call: body((capsuleId) => ({ capsuleId })),
    expect: BOTH,
  },
  'DELETE /api/memories/on-this-day/exclusions/{id} id': { thing: 'exclusion', call: path() },
};
