import { recording } from '../things/samples.mjs';
import { tomorrow } from '../things/scene.mjs';
import { formOf } from '../world.mjs';
import { BOTH, CREATED, body, path } from './calls.mjs';

/** @typedef {import('./calls.mjs').IdRow} IdRow @typedef {import('../world.mjs').Role} Role */

/** A form with a file and, in a text field, an id. @param {'replyTo' | 'chatId'} idField @param {string} field @param {string} name @param {BlobPart} content @returns {IdRow['call']} */
const formWith = (idField, field, name, content) => (id) => {
  const sent = formOf(field, name, content);
  sent.append(idField, id);
  return { body: sent };
};

/** @param {'message' | 'previewed' | 'voiceNote'} thing @param {Partial<Record<Role, number>>} expect @param {unknown} [sent] @returns {IdRow} */
const ofMessage = (thing, expect, sent) => ({ thing, call: path(sent === undefined ? undefined : () => sent), expect });

/** @type {Record<string, import('./calls.mjs').IdRow>} */
export const MESSAGE_ROWS = {
  'POST /api/messages chatId': {
    thing: 'chat',
    call: body((chatId) => ({ chatId, content: 'Hello' })),
    expect: CREATED,
  },
  'POST /api/messages replyTo': {
    thing: 'message',
    call: body((replyTo) => ({ replyTo, content: 'Re' })),
    expect: CREATED,
  },
  'PATCH /api/messages/read chatId': { thing: 'chat', call: body((chatId) => ({ chatId })), expect: BOTH },
  'PATCH /api/messages/delivered chatId': {
    thing: 'chat',
    call: body((chatId) => ({ chatId, upTo: 1 })),
    expect: BOTH,
  },
  'PUT /api/messages/unread chatId': {
    thing: 'chat',
    call: body((chatId) => ({ chatId, from: null })),
    expect: BOTH,
  },
  'PUT /api/messages/draft chatId': {
    thing: 'chat',
    call: body((chatId) => ({ chatId, content: 'Dear' })),
    expect: BOTH,
  },
  'PUT /api/messages/draft replyTo': {
    thing: 'message',
    call: body((replyTo) => ({ content: 'Dear', replyTo })),
    expect: BOTH,
  },
  'PUT /api/messages/disappearing chatId': {
    thing: 'chat',
    call: body((chatId) => ({ chatId, seconds: null })),
    expect: BOTH,
  },
  'POST /api/messages/scheduled chatId': {
    thing: 'chat',
    call: body((chatId) => ({ content: 'Later', at: tomorrow(), timezone: 'UTC', chatId })),
    expect: CREATED,
  },
  'POST /api/messages/scheduled replyTo': {
    thing: 'message',
    call: body((replyTo) => ({ content: 'Later', at: tomorrow(), timezone: 'UTC', replyTo })),
    expect: CREATED,
  },
  'PATCH /api/messages/scheduled/{id} id': { thing: 'scheduled', call: path(() => ({ content: 'Better' })) },
  'DELETE /api/messages/scheduled/{id} id': { thing: 'scheduled', call: path() },
  'PUT /api/messages/{id}/pin id': ofMessage('message', BOTH),
  'DELETE /api/messages/{id}/pin id': ofMessage('message', BOTH),
  'PUT /api/messages/{id}/star id': ofMessage('message', BOTH),
  'DELETE /api/messages/{id}/star id': ofMessage('message', BOTH),
  'DELETE /api/messages/{id}/preview id': ofMessage('previewed', { partner: 403 }),
  'POST /api/messages/{id}/played id': ofMessage('voiceNote', BOTH),
  'POST /api/messages/{id}/reply id': ofMessage('message', CREATED, { content: 'Re' }),
  'POST /api/messages/{id}/reaction id': ofMessage('message', BOTH, { emoji: '👍' }),
  'PATCH /api/messages/{id} id': ofMessage('message', { partner: 403 }, { content: 'Edited' }),
  'DELETE /api/messages/{id} id': ofMessage('message', { partner: 403 }),
  'POST /api/messages/upload chatId': {
    thing: 'chat',
    call: formWith('chatId', 'files', 'a.txt', 'x'),
    expect: CREATED,
  },
  'POST /api/messages/upload replyTo': {
    thing: 'message',
    call: formWith('replyTo', 'files', 'a.txt', 'x'),
    expect: CREATED,
  },
  'POST /api/messages/voice chatId': {
    thing: 'chat',
    call: formWith('chatId', 'voice', 'note.wav', recording()),
    expect: CREATED,
  },
  'POST /api/messages/voice replyTo': {
    thing: 'message',
    call: formWith('replyTo', 'voice', 'note.wav', recording()),
    expect: CREATED,
  },
};
