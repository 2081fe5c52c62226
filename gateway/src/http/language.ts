import type { IncomingHttpHeaders } from 'node:http';
import { TEXT_LANGUAGES, type TextLanguage, textLanguageOf } from '@duet/contracts';
import { requestContext } from '@duet/service-kit';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { type Observable, tap } from 'rxjs';

/** More than browsers send. Reading a header takes time that grows with its length. */
const LONGEST_HEADER = 500;

/** The best language of `Accept-Language` that Duet has; English without one, and for a header that cannot be read. */
export function languageOf(headers: IncomingHttpHeaders): TextLanguage {
  if ((headers['accept-language']?.length ?? 0) > LONGEST_HEADER) return 'en';
  return textLanguageOf(new Negotiator({ headers }).language(TEXT_LANGUAGES));
}

/** Names the language of an answer. A refusal keeps its English sentence, so it names none. */
@Injectable()
class ContentLanguage implements NestInterceptor {
  intercept(host: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      tap(() => {
        void reply.header('content-language', requestContext.language()).header('vary', 'accept-language');
      }),
    );
  }
}

/** Marks routes whose answers contain texts that come with Duet, in the language of `Accept-Language`. */
export const Translated = (): ClassDecorator & MethodDecorator => UseInterceptors(ContentLanguage);
