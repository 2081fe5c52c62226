import { type ClientInfo, LIMITS, type RpcDefinition } from '@duet/contracts';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ClientNats, NatsRecordBuilder } from '@nestjs/microservices';
import { headers as natsHeaders } from '@nats-io/transport-node';
import { TimeoutError, firstValueFrom, timeout } from 'rxjs';
import { AppError } from '../errors/app-error.js';
import { requestContext } from '../observe/request-context.js';
import { LOGGER, type Log } from '../observe/tokens.js';
import { Tracing } from '../observe/tracing.js';
import { RPC_HEADERS } from './headers.js';

/** On whose behalf an edge calls: the bearer token as it came, the request id, where the request came from. */
export interface CallContext {
  token?: string | undefined;
  requestId: string;
  client?: ClientInfo | undefined;
}

/** Calls services over the bus. Only edges have one. */
@Injectable()
export class RpcClient implements OnApplicationShutdown {
  constructor(
    @Inject(ClientNats) private readonly client: ClientNats,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Tracing) private readonly tracing: Tracing,
  ) {}

  /**
   * @param limit milliseconds until the call is given up as unknown.
   * @throws AppError the service's own refusal; UNAVAILABLE when nobody serves the call; TIMEOUT when it is unknown
   * whether it was done.
   */
  async call<Request extends object, Response>(
    definition: RpcDefinition<Request, Response>,
    context: CallContext,
    input: Request,
    limit: number = LIMITS.serviceCallTimeout,
  ): Promise<Response> {
    return this.tracing.step({ name: definition.subject, kind: 'client' }, async () => {
      const record = new NatsRecordBuilder(input).setHeaders(toHeaders(context)).build();
      try {
        return await firstValueFrom(this.client.send<Response>(definition.subject, record).pipe(timeout(limit)));
      } catch (cause) {
        throw this.toAppError(definition.subject, cause);
      }
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  private toAppError(subject: string, cause: unknown): AppError {
    const failure = AppError.fromFailure(cause);
    if (failure) return failure;
    const code = cause instanceof TimeoutError ? 'TIMEOUT' : 'UNAVAILABLE';
    this.log.warn({ err: cause, subject }, 'call had no answer');
    return new AppError(code, { cause });
  }
}

function toHeaders(context: CallContext): ReturnType<typeof natsHeaders> {
  const made = natsHeaders();
  made.set(RPC_HEADERS.requestId, context.requestId);
  const { trace } = requestContext.current();
  if (trace) made.set(RPC_HEADERS.trace, trace);
  if (context.token) made.set(RPC_HEADERS.authorization, context.token);
  if (context.client?.ip) made.set(RPC_HEADERS.ip, context.client.ip);
  // Header values must be one line; what a browser calls itself is only ever shown, never matched.
  if (context.client?.userAgent) made.set(RPC_HEADERS.userAgent, context.client.userAgent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 400));
  return made;
}
