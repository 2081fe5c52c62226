import { expect } from '@jest/globals';

/** @typedef {Record<string, unknown>} Shape */

const text = expect.any(String);
const number = expect.any(Number);
const flag = expect.any(Boolean);
/** An instant as JSON carries it. */
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);

/** A list that has at least one such item. @param {Shape} item */
export const listOf = (item) => expect.arrayContaining([expect.objectContaining(item)]);

/** The partner of a user, in answers. */
export const PARTNER = { firstName: text, lastName: text, username: text, avatar: null, fullName: text, email: text };

/** @param {Shape | null} partner */
export const user = (partner) => ({
  _id: text,
  id: text,
  firstName: text,
  lastName: text,
  fullName: text,
  username: text,
  email: text,
  avatar: null,
  bio: text,
  createdAt: instant,
  partner,
  partnershipDate: partner ? instant : null,
});

/** The answer of a sign-in. @param {Shape | null} partner */
export const session = (partner) => ({ success: true, user: user(partner), token: text, refreshToken: text, partner });

/** The specification's list of a message's fields, and the additional fields of realtime clients. */
export const MESSAGE = {
  _id: text,
  sender: { _id: text, firstName: text, username: text },
  content: text,
  messageType: 'text',
  attachments: [],
  replyTo: null,
  reactions: expect.any(Array),
  isRead: flag,
  status: text,
  voiceStatus: null,
  createdAt: instant,
  chatId: text,
  seq: number,
  rev: number,
};

const file = { url: text, filename: text, size: number, mimeType: text };

export const PICTURE_FILE = { ...file, mimeType: 'image/png', thumbnail: text };

export const VOICE_FILE = { ...file, duration: number, waveform: expect.any(Array) };

export const REQUEST = {
  _id: text,
  sender: { firstName: text, lastName: text, username: text },
  message: text,
  createdAt: instant,
};

/** All fields of a person in a search result. */
export const FOUND = { _id: text, firstName: text, lastName: text, username: text };

export const SETTINGS = {
  account: expect.any(Object),
  notifications: expect.any(Object),
  privacy: expect.any(Object),
  appearance: expect.any(Object),
};

/** The answer of every failed call. @param {string} code @param {unknown} message a sentence or its shape */
export const failure = (code, message) => ({ success: false, code, message, requestId: text });

/** Data in its envelope. @param {unknown} data */
export const data = (data) => ({ success: true, data });

export { flag, instant, number, text };
