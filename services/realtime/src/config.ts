import { LIMITS } from '@duet/contracts';
import { BaseConfig, HasRealPassword, loadConfig } from '@duet/service-kit';
import { IsInt, IsUrl, Matches, Max, Min } from 'class-validator';

const INTERNAL_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

export class RealtimeConfig extends BaseConfig {
  /** Port of sockets; only the gateway or the ingress connects to it. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT!: number;

  /** Redis for presence, typing and the adapter of sockets, with its login: `redis://`, or `redis+cluster://` of any node. */
  @Matches(/^rediss?(\+cluster)?:\/\//)
  @HasRealPassword()
  REDIS_URL!: string;

  /** The one origin whose pages may open a socket. */
  @IsUrl(INTERNAL_URL)
  APP_ORIGIN!: string;

  /** Milliseconds between two sweeps of rooms, sync hints and presence. */
  @IsInt()
  @Min(100)
  SWEEP_INTERVAL: number = LIMITS.syncHintInterval;

  /** Milliseconds that a person stays online after the last socket. */
  @IsInt()
  @Min(100)
  PRESENCE_GRACE: number = LIMITS.presenceGrace;

  /** Milliseconds after which the sockets of a crashed process expire; 60 s including one sweep. */
  @IsInt()
  @Min(500)
  PRESENCE_EXPIRY: number = LIMITS.presenceExpiry - LIMITS.syncHintInterval;

  /** Milliseconds over which a stopping process closes its sockets. */
  @IsInt()
  @Min(0)
  @Max(60_000)
  DRAIN_TIME: number = 5_000;
}

export const config = (): RealtimeConfig => loadConfig(RealtimeConfig);
