import { LIMITS } from '@duet/contracts';
import { BaseConfig, HasRealPassword, loadConfig } from '@duet/service-kit';
import { IsInt, IsUrl, Matches, Max, Min } from 'class-validator';

const INTERNAL_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

export class RealtimeConfig extends BaseConfig {
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT!: number;

  @Matches(/^rediss?:\/\//)
  @HasRealPassword()
  REDIS_URL!: string;

  /** The one origin whose pages may open a socket. */
  @IsUrl(INTERNAL_URL)
  APP_ORIGIN!: string;

  /** Milliseconds between two looks at the truth: rooms, sync hints, presence. */
  @IsInt()
  @Min(100)
  SWEEP_INTERVAL: number = LIMITS.syncHintInterval;

  /** Milliseconds a person stays online after the last socket. */
  @IsInt()
  @Min(100)
  PRESENCE_GRACE: number = LIMITS.presenceGrace;

  /** Milliseconds after which the sockets of a process that died without a word count no more; with a sweep, 60 s. */
  @IsInt()
  @Min(500)
  PRESENCE_EXPIRY: number = LIMITS.presenceExpiry - LIMITS.syncHintInterval;

  /** Milliseconds over which the sockets are sent elsewhere when the process stops. */
  @IsInt()
  @Min(0)
  @Max(60_000)
  DRAIN_TIME: number = 5_000;
}

export const config = (): RealtimeConfig => loadConfig(RealtimeConfig);
