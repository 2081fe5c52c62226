import type { Access, RpcDefinition } from '@duet/contracts';

/**
 * The declarations that the compiler knows: each `src/bus.ts` adds its own by declaration merging. In a process's program
 * that is exactly one; in a library it is none.
 */
export interface DeclaredBus {}

type SubjectsOf<Use> = Use extends { calls: readonly { subject: infer Subject extends string }[] } ? Subject : never;

/** The subjects that this program may call: any in a library, only declared ones in a process. */
export type CallableSubject = [keyof DeclaredBus] extends [never] ? string : SubjectsOf<DeclaredBus[keyof DeclaredBus]>;

/** A call that this program declares. */
export type DeclaredCall<Request extends object, Response> = RpcDefinition<Request, Response, Access, CallableSubject>;
