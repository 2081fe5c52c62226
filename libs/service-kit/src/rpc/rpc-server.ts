import { type Access, type Call, type RpcDefinition, textLanguageOf } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Ctx, MessagePattern, NatsContext, Payload, RpcException } from '@nestjs/microservices';
import type { MsgHdrs } from '@nats-io/transport-node';
import { Histogram } from 'prom-client';
import { randomUUID } from 'node:crypto';
import { AppError } from '../errors/app-error.js';
import { toAppError } from '../errors/database-errors.js';
import { validateInput } from '../errors/validate.js';
import { Health } from '../observe/health.js';
import { requestContext } from '../observe/request-context.js';
import { LOGGER, type Log } from '../observe/tokens.js';
import { Tracing } from '../observe/tracing.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import { RPC_HEADERS } from './headers.js';

/** Runs incoming calls: verifies the token, validates the input, sets the request context, translates failures and measures. */
@Injectable()
export class RpcServer {
  private readonly duration: Histogram<'subject' | 'code'>;

  constructor(
    @Inject(AccessTokens) private readonly tokens: AccessTokens,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Tracing) private readonly tracing: Tracing,
    @Inject(Health) health: Health,
  ) {
    this.duration = new Histogram({
      name: 'duet_rpc_duration_seconds',
      help: 'Time to answer a call over the bus',
      labelNames: ['subject', 'code'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [health.metrics],
    });
  }

  /** Runs one call. @throws RpcException with the failure that crosses the bus */
  async run<Request extends object, Response, A extends Access>(
    definition: RpcDefinition<Request, Response, A>,
    input: unknown,
    headers: MsgHdrs | undefined,
    handle: (call: Call<A>, dto: Request) => Promise<Response>,
  ): Promise<Response> {
    const requestId = headers?.get(RPC_HEADERS.requestId) || randomUUID();
    const stop = this.duration.startTimer({ subject: definition.subject });
    const step = {
      name: definition.subject,
      kind: 'server',
      parent: headers?.get(RPC_HEADERS.trace) || undefined,
    } as const;
    const language = textLanguageOf(headers?.get(RPC_HEADERS.language));
    return requestContext.run({ requestId, language }, async () => {
      try {
        const answer = await this.tracing.step(step, async () => {
          try {
            return await handle(
              this.identify(definition, headers, requestId),
              validateInput(definition.request, input),
            );
          } catch (cause) {
            throw this.refusal(definition.subject, cause);
          }
        });
        stop({ code: 'OK' });
        return answer;
      } catch (cause) {
        const refusal = cause instanceof AppError ? cause : new AppError('INTERNAL', { cause });
        stop({ code: refusal.code });
        throw new RpcException(refusal.toFailure());
      }
    });
  }

  private identify<A extends Access>(
    { access, tokens }: Pick<RpcDefinition<object, unknown, A>, 'access' | 'tokens'>,
    headers: MsgHdrs | undefined,
    requestId: string,
  ): Call<A> {
    const token = headers?.get(RPC_HEADERS.authorization);
    if (!token && access === 'user') throw new AppError('UNAUTHENTICATED');
    const verified = token ? this.tokens.verify(token, tokens) : null;
    const call: Call = {
      actor: verified && {
        userId: verified.userId,
        sessionId: verified.sessionId,
        ...(verified.about !== undefined && { about: verified.about }),
      },
      client: {
        ip: headers?.get(RPC_HEADERS.ip) ?? '',
        userAgent: headers?.get(RPC_HEADERS.userAgent) ?? '',
        device: headers?.get(RPC_HEADERS.device) || undefined,
      },
      requestId,
    };
    // A user call without an actor was refused above, which the conditional type does not express.
    return call as Call<A>;
  }

  private refusal(subject: string, cause: unknown): AppError {
    if (cause instanceof AppError) {
      if (cause.status >= 500) this.log.error({ err: cause, subject }, 'call failed');
      return cause;
    }
    this.log.error({ err: cause, subject }, 'call failed unexpectedly');
    return toAppError(cause);
  }
}

const RPC_SERVER = Symbol('RPC_SERVER');

type Handler<Request extends object, Response, A extends Access> = (call: Call<A>, dto: Request) => Promise<Response>;

/**
 * Makes a controller's method the handler of a call. The compiler checks its parameters and result against the contract.
 */
export function Rpc<Request extends object, Response, A extends Access>(
  definition: RpcDefinition<Request, Response, A>,
) {
  return <Method extends Handler<Request, Response, A>>(
    target: object,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const handler = descriptor.value;
    if (!handler) throw new TypeError(`${String(name)} is not a method`);
    Inject(RpcServer)(target, RPC_SERVER);
    async function receive(this: Record<symbol, RpcServer>, input: unknown, context: NatsContext): Promise<Response> {
      const server = this[RPC_SERVER];
      if (!server || !handler) throw new TypeError('the controller has no RpcServer');
      return server.run(definition, input, context.getHeaders(), (call, dto) => handler.call(this, call, dto));
    }
    // From here on only the bus calls this method, with Nest's arguments.
    descriptor.value = receive as unknown as Method;
    Payload()(target, name, 0);
    Ctx()(target, name, 1);
    MessagePattern(definition.subject)(target, name, descriptor);
  };
}
