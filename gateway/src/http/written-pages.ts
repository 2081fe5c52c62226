import { textLanguageOf } from '@duet/contracts';
import { requestContext } from '@duet/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The pages that the build has written, once in each language; every other one is made by the app. */
const WRITTEN_PAGES = new Map([
  ['/', 'landing'],
  ['/privacy', 'privacy'],
]);

/** The file of a written page in the language that the address or else the browser asks for; null for a page of the app. */
export function writtenPage(path: string, { query }: FastifyRequest, reply: FastifyReply): string | null {
  const name = WRITTEN_PAGES.get(path);
  if (name === undefined) return null;
  const asked: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'lang') : undefined;
  const language = typeof asked === 'string' ? textLanguageOf(asked) : requestContext.language();
  void reply.header('content-language', language).header('vary', 'accept-language, accept-encoding');
  return language === 'en' ? `${name}.html` : `${name}.${language}.html`;
}
