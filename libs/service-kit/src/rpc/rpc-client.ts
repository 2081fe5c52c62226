import { type ClientInfo, type ErrorCode, LIMITS, type TextLanguage } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { TimeoutError, headers as natsHeaders } from '@nats-io/transport-node';
import { Bus } from '../bus/bus.js';
import { BUS_USE, type BusUse, UndeclaredBusUse } from '../bus/bus-use.js';
import type { DeclaredCall } from '../bus/declared-bus.js';
import { AppError } from '../errors/app-error.js';
import { requestContext } from '../observe/request-context.js';
import { LOGGER, type Log } from '../observe/tokens.js';
import { Tracing } from '../observe/tracing.js';
import { monotonicNow } from '../work/clock.js';
import { ReferenceTime } from '../work/reference-time.js';
import { RPC_HEADERS } from './headers.js';

/** The context of a call: the caller's access token, the request id, and the client as the edge saw it. */
export interface CallContext {
  token?: string | undefined;
  requestId: string;
  client?: ClientInfo | undefined;
  /** The reader's language, where the call belongs to no request of the reader's. */
  language?: TextLanguage | undefined;
}

/** An answer as Nest's server sends it, with the time of a process that has a database. */
interface Answer<Response> {
  err?: unknown;
  response: Response;
  at?: number;
}

/**
 * Calls other processes over the bus, whose servers are Nest's. Nest's own client would subscribe to an inbox for each call and
 * cancel it afterwards (docs/decisions/0123). It makes only calls that its process declares.
 */
@Injectable()
export class RpcClient {
  private readonly declared: ReadonlySet<string>;

  constructor(
    @Inject(Bus) private readonly bus: Pick<Bus, 'connection' | 'isConnected'>,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Tracing) private readonly tracing: Tracing,
    @Inject(BUS_USE) private readonly use: BusUse,
    @Inject(ReferenceTime) private readonly time: Pick<ReferenceTime, 'readAnswer'>,
  ) {
    this.declared = new Set(use.calls?.map(({ subject }) => subject));
  }

  /**
   * Makes one call. An undeclared call does not compile.
   * @param limit milliseconds to wait for the answer
   * @throws AppError the service's own refusal; UNAVAILABLE when no process serves the call; PAYLOAD_TOO_LARGE when the
   * request is too large or nested too deeply to be sent; TIMEOUT when it is unknown whether it was handled
   * @throws UndeclaredBusUse before anything is sent, when `src/bus.ts` does not declare the call
   */
  async call<Request extends object, Response>(
    definition: DeclaredCall<Request, Response>,
    context: CallContext,
    input: Request,
    limit: number = LIMITS.serviceCallTimeout,
  ): Promise<Response> {
    if (!this.declared.has(definition.subject)) throw new UndeclaredBusUse(this.use, `calls ${definition.subject}`);
    return this.tracing.step({ name: definition.subject, kind: 'client' }, async () => {
      const { err, response } = await this.request<Response>(definition.subject, context, input, limit).catch(
        (cause: unknown) => {
          throw this.toAppError(definition.subject, cause);
        },
      );
      if (err === undefined || err === null) return response;
      throw AppError.fromFailure(err) ?? this.toAppError(definition.subject, err);
    });
  }

  /** Refuses without a connection: the client would keep the request until the bus is back. */
  private async request<Response>(
    subject: string,
    context: CallContext,
    data: object,
    timeout: number,
  ): Promise<Answer<Response>> {
    if (!this.bus.isConnected()) throw new Error('the bus is not connected');
    const body = JSON.stringify({ pattern: subject, data, id: context.requestId });
    const sent = monotonicNow();
    const message = await this.bus.connection.request(subject, body, { timeout, headers: toHeaders(context) });
    const answer = message.json<Answer<Response>>();
    this.time.readAnswer(answer.at, sent);
    return answer;
  }

  private toAppError(subject: string, cause: unknown): AppError {
    const code = codeOf(cause);
    this.log.warn({ err: cause, subject }, 'call not answered');
    return new AppError(code, { cause });
  }
}

/** Errors of the bus client before it sends anything: the input is nested too deeply, or longer than a message may be. */
const NEVER_LEFT = new Set(['RangeError', 'InvalidArgumentError']);

function codeOf(cause: unknown): ErrorCode {
  if (cause instanceof TimeoutError) return 'TIMEOUT';
  return cause instanceof Error && NEVER_LEFT.has(cause.name) ? 'PAYLOAD_TOO_LARGE' : 'UNAVAILABLE';
}

function toHeaders(context: CallContext): ReturnType<typeof natsHeaders> {
  const made = natsHeaders();
  made.set(RPC_HEADERS.requestId, context.requestId);
  const { trace, language: ofRequest } = requestContext.current();
  const language = context.language ?? ofRequest;
  if (trace) made.set(RPC_HEADERS.trace, trace);
  if (language) made.set(RPC_HEADERS.language, language);
  if (context.token) made.set(RPC_HEADERS.authorization, context.token);
  if (context.client?.ip) made.set(RPC_HEADERS.ip, context.client.ip);
  // Header values must be one line of ASCII. The user agent is only shown, never matched.
  if (context.client?.userAgent)
    made.set(RPC_HEADERS.userAgent, context.client.userAgent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 400));
  if (context.client?.device) made.set(RPC_HEADERS.device, context.client.device);
  return made;
}
