import { BaseConfig, HasRealPassword, loadConfig } from '@duet/service-kit';
import { IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';

const INTERNAL_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

export class GatewayConfig extends BaseConfig {
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT!: number;

  @Matches(/^rediss?:\/\//)
  @HasRealPassword()
  REDIS_URL!: string;

  /** Where Socket.IO traffic goes. */
  @IsUrl(INTERNAL_URL)
  REALTIME_URL!: string;

  /** Where bytes go: uploads and downloads never travel over the bus. */
  @IsUrl(INTERNAL_URL)
  MEDIA_URL!: string;

  /** The origin that people type; links and CORS are made from it, never from a Host header. */
  @IsUrl(INTERNAL_URL)
  APP_ORIGIN!: string;

  /** The built frontend; without it somebody else serves the pages. */
  @IsOptional()
  @IsString()
  STATIC_DIR?: string;

  /** Addresses or networks, comma separated, whose X-Forwarded-For is believed. */
  @IsOptional()
  @IsString()
  TRUSTED_PROXIES?: string;
}

export const config = (): GatewayConfig => loadConfig(GatewayConfig);
