import { BaseConfig, HasRealPassword, loadConfig } from '@duet/service-kit';
import { IsIn, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';

const INTERNAL_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

export class GatewayConfig extends BaseConfig {
  /** Port of the API and the pages. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT!: number;

  /** Redis for rate limits, with its login. */
  @Matches(/^rediss?:\/\//)
  @HasRealPassword()
  REDIS_URL!: string;

  /** The origin of realtime, to which Socket.IO traffic is proxied. */
  @IsUrl(INTERNAL_URL)
  REALTIME_URL!: string;

  /** The origin of media. Uploads and downloads go there by HTTP, never over the bus. */
  @IsUrl(INTERNAL_URL)
  MEDIA_URL!: string;

  /** The public origin. Links and the CORS policy are built from it, never from a Host header. */
  @IsUrl(INTERNAL_URL)
  APP_ORIGIN!: string;

  /** Folder of the built frontend; without it another server serves the pages. */
  @IsOptional()
  @IsString()
  STATIC_DIR?: string;

  /** `on` serves the API document and Swagger UI at `/api/docs`. Off by default. */
  @IsOptional()
  @IsIn(['on', 'off'])
  API_DOCS?: 'on' | 'off';

  /** Comma-separated addresses or networks whose X-Forwarded-For header is trusted. */
  @IsOptional()
  @IsString()
  TRUSTED_PROXIES?: string;
}

export const config = (): GatewayConfig => loadConfig(GatewayConfig);
