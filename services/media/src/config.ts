import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseConfig, IsRealSecret, NotInProduction, loadConfig } from '@duet/service-kit';
import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, IsUrl, Matches, Max, Min, MinLength } from 'class-validator';

export class MediaConfig extends DatabaseConfig {
  /** Bytes come and go here, for the gateway only. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT!: number;

  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  S3_ENDPOINT!: string;

  @IsString()
  @IsNotEmpty()
  S3_ACCESS_KEY!: string;

  @IsString()
  @IsNotEmpty()
  @IsRealSecret()
  S3_SECRET_KEY!: string;

  /** Private; made at start where it is not there yet. */
  @Matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
  S3_BUCKET!: string;

  @IsString()
  @IsNotEmpty()
  S3_REGION: string = 'us-east-1';

  /** Signs the addresses of attachments. */
  @IsString()
  @MinLength(16)
  @IsRealSecret()
  MEDIA_LINK_SECRET!: string;

  /** How much room a couple's files may take, in bytes, where it is not what the product says. */
  @IsOptional()
  @IsInt()
  @Min(1)
  COUPLE_BYTES?: number;

  /** Whether the pages behind links are looked at. */
  @IsIn(['on', 'off'])
  LINK_PREVIEWS: 'on' | 'off' = 'on';

  /** For tests and demonstrations with sites of their own: also addresses of this machine and its network, on any port. */
  @IsOptional()
  @IsIn(['yes'])
  @NotInProduction()
  PREVIEWS_OF_PRIVATE_ADDRESSES?: 'yes';

  /** Where uploads lie while they are checked; what is left of a crash is cleared at the next start. */
  @IsString()
  @IsNotEmpty()
  UPLOAD_DIR: string = join(tmpdir(), 'duet-media');
}

export const config = (): MediaConfig => loadConfig(MediaConfig);
