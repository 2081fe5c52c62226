import type { ErrorCode } from '../core/errors.js';

export type DtoClass<Dto extends object> = new () => Dto;

/** Carries the type of an answer, which exists at compile time only. */
export interface Returns<T> {
  readonly type?: T;
}

/** The type of a call's answer: `returns: returns<MessageView>()`. */
export const returns = <T>(): Returns<T> => ({});

/** The permitted callers: any process that may reach the subject (`process`), or one with a user's valid access token (`user`). */
export type Access = 'process' | 'user';

/** The use of the token in a push. Its value on the wire is older than the name. */
export const PUSH_TOKEN = 'notice';

/**
 * The use of an access token: all calls (`session`), only those of a data export (`export`), or only reading and
 * answering the message of a push (`PUSH_TOKEN`).
 */
export const TOKEN_USES = ['session', 'export', PUSH_TOKEN] as const;
export type TokenUse = (typeof TOKEN_USES)[number];

/**
 * The definition of a call over the bus, named `service.noun.verb`. `errors` lists its codes beyond those of every call
 * (validation, authentication, rate limit, unavailable, time-out, internal). `tokens` lists the accepted uses of tokens; by
 * default `session` only.
 */
export interface RpcDefinition<
  Request extends object,
  Response,
  A extends Access = Access,
  Subject extends string = string,
> {
  readonly subject: Subject;
  readonly access: A;
  readonly request: DtoClass<Request>;
  readonly returns: Returns<Response>;
  readonly errors: readonly ErrorCode[];
  readonly tokens?: readonly TokenUse[];
}

/** Defines a call and infers its types. */
export function defineRpc<Request extends object, Response, const A extends Access, const Subject extends string>(
  definition: RpcDefinition<Request, Response, A, Subject>,
): RpcDefinition<Request, Response, A, Subject> {
  return definition;
}

/** The caller, authenticated by an access token. */
export interface Actor {
  userId: string;
  sessionId: string;
  /** The one object that the token is restricted to, if any. */
  about?: string;
}

/** The client of a call, as the edge saw it. */
export interface ClientInfo {
  ip: string;
  userAgent: string;
  /** The token by which auth recognises a browser that has signed in before: 32 bytes in base64url. */
  device?: string | undefined;
}

/** The context of a call. A call of the access `process` may have no actor. */
export interface Call<A extends Access = Access> {
  actor: A extends 'user' ? Actor : Actor | null;
  client: ClientInfo;
  requestId: string;
}

/** The input of a call without parameters. */
export class NoInput {}

/** The answer of a call without a result. */
export interface Done {
  done: true;
}

export const DONE: Done = { done: true };
