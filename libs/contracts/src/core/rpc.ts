import type { ErrorCode } from './errors.js';

export type DtoClass<Dto extends object> = new () => Dto;

/** Carries a type through a value: what a call returns exists at compile time only. */
export interface Returns<T> {
  readonly type?: T;
}

export const returns = <T>(): Returns<T> => ({});

/** Who may call: anybody, or the bearer of a valid access token. */
export type Access = 'public' | 'user';

/**
 * What an access token is good for: everything its person may do, nothing but preparing the person's data export, or
 * nothing but reading the one message that a device was told of.
 */
export const TOKEN_USES = ['session', 'export', 'notice'] as const;
export type TokenUse = (typeof TOKEN_USES)[number];

/**
 * One call over the bus, named `service.noun.verb`. `errors` lists the codes a caller must expect beyond those any
 * call can end with (validation, authentication, rate limit, unavailable, time-out, internal). `tokens` says which
 * kinds of token open the call; left out, only a session's does.
 */
export interface RpcDefinition<Request extends object, Response, A extends Access = Access> {
  readonly subject: string;
  readonly access: A;
  readonly request: DtoClass<Request>;
  readonly returns: Returns<Response>;
  readonly errors: readonly ErrorCode[];
  readonly tokens?: readonly TokenUse[];
}

export function defineRpc<Request extends object, Response, const A extends Access>(
  definition: RpcDefinition<Request, Response, A>,
): RpcDefinition<Request, Response, A> {
  return definition;
}

/** Who is calling, proved by an access token. */
export interface Actor {
  userId: string;
  sessionId: string;
  /** What the token is about, where it is about one thing only. */
  about?: string;
}

/** Where a call comes from, as the edge saw it. */
export interface ClientInfo {
  ip: string;
  userAgent: string;
}

/** What a handler knows of its caller; a public call may come without one. */
export interface Call<A extends Access = Access> {
  actor: A extends 'user' ? Actor : Actor | null;
  client: ClientInfo;
  requestId: string;
}

/** The request of a call that needs nothing but its caller. */
export class NoInput {}

/** The answer of a call that has nothing to tell. */
export interface Done {
  done: true;
}

export const DONE: Done = { done: true };
