import 'reflect-metadata';
import { IsIn, IsInt, IsJSON, IsNumber, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { HasRealPassword } from './real-secret.js';

/** What every process of the platform is told by its environment. */
export class BaseConfig {
  @IsIn(['development', 'test', 'production'])
  NODE_ENV: 'development' | 'test' | 'production' = 'production';

  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
  LOG_LEVEL: string = 'info';

  @Matches(/^(nats|tls):\/\//)
  @HasRealPassword()
  NATS_URL!: string;

  /** Health and metrics listen here, never on the public port. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  OPS_PORT!: number;

  /** The JWK set of the public keys that sign access tokens. */
  @IsJSON()
  JWT_PUBLIC_KEYS!: string;

  /** Where the set came from; re-read when an unknown key id appears, so that keys rotate without a restart. */
  @IsOptional()
  @IsString()
  JWT_PUBLIC_KEYS_FILE?: string;

  /** Where traces go, by OTLP over HTTP (`http://collector:4318`); left out, none are made. */
  @IsOptional()
  @Matches(/^https?:\/\//)
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /** How many of all traces are kept, from 0 to 1; a tenth when left out. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  OTEL_TRACES_SAMPLER_ARG?: number;

  /** Which build this is, for the metrics: a version or a commit. */
  @IsOptional()
  @IsString()
  BUILD_REVISION?: string;
}

/** A process that owns a schema of the database. */
export class DatabaseConfig extends BaseConfig {
  @Matches(/^postgres(ql)?:\/\//)
  @HasRealPassword()
  DATABASE_URL!: string;

  @IsInt()
  @Min(1)
  @Max(200)
  DATABASE_POOL: number = 10;
}
