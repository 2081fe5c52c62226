import { randomUUID } from 'node:crypto';
import type { PersonSnapshot, RpcDefinition, TextLanguage } from '@duet/contracts';
import type { AppError } from '@duet/service-kit';
import type { BusProbe, Caller } from './bus-probe.js';
import { type TestKeys, accessToken } from './tokens.js';

/** A user with a session: the snapshot that other services store, and the calls as this user. */
export class TestUser {
  readonly id: string;
  readonly token: string;
  readonly caller: Caller & { token: string };

  constructor(
    readonly snapshot: PersonSnapshot,
    private readonly keys: TestKeys,
    private readonly bus: BusProbe,
    language?: TextLanguage,
  ) {
    this.id = snapshot._id;
    this.token = accessToken(keys, { userId: this.id, sessionId: randomUUID() });
    this.caller = { token: this.token, ...(language && { language }) };
  }

  /** The same user on a device that reads this language. */
  reading(language: TextLanguage): TestUser {
    return new TestUser(this.snapshot, this.keys, this.bus, language);
  }

  /** Makes a call as this user. @throws AppError as an edge would see it */
  call<Request extends object, Response>(
    definition: RpcDefinition<Request, Response>,
    input: Request,
  ): Promise<Response> {
    return this.bus.call(definition, input, this.caller);
  }

  /** Makes a call that has to fail. @returns its error */
  refusal<Request extends object>(definition: RpcDefinition<Request, unknown>, input: Request): Promise<AppError> {
    return this.bus.refusal(definition, input, this.caller);
  }
}
