import 'reflect-metadata';
import { IsIn, IsInt, IsJSON, IsNumber, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { NotInProduction } from './not-in-production.js';
import { HasRealPassword } from './real-secret.js';

/** The settings of every process, from its environment. */
export class BaseConfig {
  /** `production` refuses the settings that are for tests and the secrets that everybody knows. */
  @IsIn(['development', 'test', 'production'])
  NODE_ENV: 'development' | 'test' | 'production' = 'production';

  /** The least level of log lines. */
  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
  LOG_LEVEL: string = 'info';

  /** NATS, with the login of this process; several servers are separated by commas. */
  @Matches(/^(nats|tls):\/\//)
  @HasRealPassword()
  NATS_URL!: string;

  /** Health and metrics listen here, never on the public port. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  OPS_PORT!: number;

  /** Milliseconds that calls in progress have after the process was asked to stop. */
  @IsInt()
  @Min(0)
  @Max(1_000)
  STOP_GRACE: number = 1_000;

  /** The JWK set of the public keys that verify access tokens. */
  @IsJSON()
  JWT_PUBLIC_KEYS!: string;

  /** The file of the key set. It is read again for an unknown key id and once a minute, so that keys rotate without a restart. */
  @IsOptional()
  @IsString()
  JWT_PUBLIC_KEYS_FILE?: string;

  /** The OTLP collector over HTTP (`http://collector:4318`). Without it no traces are recorded. */
  @IsOptional()
  @Matches(/^https?:\/\//)
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /** The ratio of sampled traces, from 0 to 1; 0.1 by default. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  OTEL_TRACES_SAMPLER_ARG?: number;

  /** A file with the seconds by which domain time is ahead of the database's. */
  @IsOptional()
  @IsString()
  @NotInProduction()
  DUET_TEST_CLOCK?: string;

  /** Servers that store each event of a stream that this process creates: 3 in a cluster of three, 1 by default. */
  @IsOptional()
  @IsIn([1, 3, 5])
  STREAM_REPLICAS?: number;

  /** The version or commit of this build, for the metrics. */
  @IsOptional()
  @IsString()
  BUILD_REVISION?: string;
}

/** A process that owns a schema of the database. */
export class DatabaseConfig extends BaseConfig {
  /** PostgreSQL, with the login of this service. */
  @Matches(/^postgres(ql)?:\/\//)
  @HasRealPassword()
  DATABASE_URL!: string;

  /** Connections to PostgreSQL of one replica. All replicas together must stay below its `max_connections`. */
  @IsInt()
  @Min(1)
  @Max(200)
  DATABASE_POOL: number = 10;
}
