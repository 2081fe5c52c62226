import { pageLanguage } from '../texts/index.js';

/** The headers of every call: the language of its sentences, and an id that names the call in all logs. */
export const callHeaders = () => ({
  'accept-language': pageLanguage(),
  'x-request-id': crypto.randomUUID(),
});
