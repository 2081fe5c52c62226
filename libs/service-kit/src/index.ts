import 'reflect-metadata';

// The process: its modules, its start and its end.
export { createService, exitOnFailure, mainOfMigrate, mainOfService, runProcess } from './bootstrap.js';
export { DatabaseModule } from './database.module.js';
export { KitModule, RpcClientModule } from './kit.module.js';

// admin: the commands of operators.
export { AdminAct } from './admin/admin-act.entity.js';
export { ADD_ADMIN_REASON, CREATE_ADMIN_ACTS, DROP_ADMIN_ACTS, DROP_ADMIN_REASON } from './admin/admin-acts-table.js';
export { type OpenProcess, withProcess } from './admin/admin-process.js';
export { ADMIN_EXIT, type AdminCommand, AdminRefusal, mainOfAdmin, runAdmin } from './admin/admin-program.js';
export { deadLetterCommands } from './admin/dead-letter-commands.js';

// batching: many items, one request or statement.
export { Batcher, type Isolation } from './batching/batcher.js';

// bus: the connection to NATS, the stream of events, and what a process declares to do there.
export { Bus } from './bus/bus.js';
export { type BusUse, UndeclaredBusUse } from './bus/bus-use.js';
export type * from './bus/declared-bus.js';
export { EVENT_STREAM, openEventStream, subjectOf } from './bus/event-stream.js';

// config: settings from the environment.
export { BaseConfig, DatabaseConfig } from './config/base-config.js';
export { ConfigError, currentAddress, loadConfig } from './config/load-config.js';
export { NotInProduction } from './config/not-in-production.js';
export { HasRealPassword, IsRealSecret } from './config/real-secret.js';

// calendar: days and instants in a time zone.
export { type EarlierDay, type Period, dayAt, earlierDays, earlierDaysAt, startOf } from './calendar/earlier-days.js';
export { type CoupleDays, dayOfCouple, endOfCoupleDay, withTimezone } from './calendar/couple-day.js';
export { DAY, dateOf, dayIn, instantIn, shownAt } from './calendar/zone.js';

// couples: those that a service knows from events.
export { KnownCouple } from './couples/known-couple.entity.js';
export { lockForErasure, requireUnlinked, saveLink, saveUnlink } from './couples/known-couples.js';
export { type LockMode, type Membership, Memberships } from './couples/memberships.js';

// data: PostgreSQL, transactions, the outbox and the erasure of its events.
export { type Tx, dataSourceOptions, migrate, violates } from './data/data-source.js';
export { EventErasure } from './data/event-erasure.js';
export { Outbox } from './data/outbox.js';
export { OUTBOX, eventTable, eventTables } from './data/outbox.queries.js';
export { prepared, preparedAlone } from './data/prepared.js';
export { inSnapshot } from './data/snapshot.queries.js';
export { type Columns, type RegisteredStatement, command, registeredStatements, statement } from './data/statement.js';
export { Transactions, UnitOfWork } from './data/unit-of-work.js';

// edge: what gateway and realtime share.
export { watchRedis } from './edge/redis-gauge.js';
export { replicaTag } from './edge/replica-tag.js';
export { Revocations } from './edge/revocations.js';

// errors: one class of expected failures, translations into it, and validation.
export { AppError, fieldError } from './errors/app-error.js';
export { databaseIsBusy, databaseIsLost, fromDatabase, toAppError } from './errors/database-errors.js';
export { ErrorFilter, errorBody } from './errors/error.filter.js';
export { fromSystem, fromToolOutput } from './errors/system-errors.js';
export { validateInput } from './errors/validate.js';

// events: consumers of durable events.
export { OnEvent, OnEvents } from './events/on-event.js';

// http: uploads.
export { type FormCount, inspectForm } from './http/inspect-form.js';

// jobs: queues in PostgreSQL, worked on by all replicas.
export { JobPool, RetryAfter } from './jobs/job-pool.js';
export type { Job } from './jobs/job.js';
export { JobQueue } from './jobs/job-queue.js';
export { Jobs } from './jobs/jobs.js';

// live: live updates after a commit.
export { LIVE_CONTROL_SUBJECT, LIVE_SUBJECT, LivePush, envelope, eventEnvelope } from './live/live-push.js';

// observe: health, metrics, logs, traces and the context of a request.
export { Health, type Readiness } from './observe/health.js';
export { NestLogger, createLogger } from './observe/logger.js';
export { type RequestContext, requestContext } from './observe/request-context.js';
export { LOGGER, type Log, SERVICE } from './observe/tokens.js';
export { Tracing, traceparentOf } from './observe/tracing.js';

// outside: connections to hosts that users name.
export { NotPublicError, isPublicAddress, isPublicHost, publicLookup } from './outside/public-addresses.js';

// people: the names that a service knows from events, and the accounts that are deleted.
export { DepartedAccount } from './people/departed-account.entity.js';
export { KnownPerson } from './people/known-person.entity.js';
export { deleteKnownPerson, updateKnownPerson } from './people/known-people.js';

// rpc: typed calls between processes.
export { type CallContext, RpcClient } from './rpc/rpc-client.js';
export { Rpc } from './rpc/rpc-server.js';
export { timeoutAfter } from './rpc/timeout-after.js';

// sealing: small secrets in rows.
export { InstallationKeys } from './sealing/installation-keys.js';

// texts: translations of what comes with Duet.
export { type Translations, inEachLanguage } from './texts/translation.js';

// tokens: verification of signed tokens.
export { AccessTokens, type VerifiedToken } from './tokens/access-tokens.js';
export { KeySet } from './tokens/key-set.js';
export { sessionAlias } from './tokens/session-alias.js';
export {
  ACCESS_TOKEN,
  EXPORT_LINK,
  RESTITUTION_LINK,
  type TokenKind,
  signingKey,
  verifySigned,
} from './tokens/signed-tokens.js';

// versions: waiting until a service has consumed a version.
export { VersionWaiter } from './versions/version-waiter.js';

// work: domain time (`Clock`), process time (`monotonicNow`), periodic jobs, and works that take turns.
export { Clock, monotonicNow } from './work/clock.js';
export { domainClock } from './work/domain-clock.js';
export { PeriodicJob } from './work/periodic-job.js';
export { Turns } from './work/turns.js';
