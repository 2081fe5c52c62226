import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseConfig, IsRealSecret, NotInProduction, loadConfig } from '@duet/service-kit';
import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, IsUrl, Matches, Max, Min, MinLength } from 'class-validator';

export class MediaConfig extends DatabaseConfig {
  /** HTTP port of uploads and downloads; only the gateway connects to it. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT!: number;

  /** The object store. */
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  S3_ENDPOINT!: string;

  /** The login of the object store. */
  @IsString()
  @IsNotEmpty()
  S3_ACCESS_KEY!: string;

  /** The password of that login. */
  @IsString()
  @IsNotEmpty()
  @IsRealSecret()
  S3_SECRET_KEY!: string;

  /** A private bucket; created at the start if it is missing. */
  @Matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
  S3_BUCKET!: string;

  /** The region that requests to the object store are signed for. */
  @IsString()
  @IsNotEmpty()
  S3_REGION: string = 'us-east-1';

  /** Signs the URLs of attachments. */
  @IsString()
  @MinLength(16)
  @IsRealSecret()
  MEDIA_LINK_SECRET!: string;

  /**
   * Seals the data keys of stored objects. One key per line, each at least 32 characters: the first one seals, a second one
   * only opens data keys from before a rotation. See docs/operations/runbook.md, "Rotate passwords and keys".
   */
  @Matches(/^[^\r\n]{32,}(\r?\n[^\r\n]{32,})?$/, {
    message: 'MEDIA_KEY must be one or two lines of at least 32 characters',
  })
  @IsRealSecret()
  MEDIA_KEY!: string;

  /** A couple's storage quota in bytes, in place of the product's limit. */
  @IsOptional()
  @IsInt()
  @Min(1)
  COUPLE_BYTES?: number;

  /** Whether pages behind links are fetched for previews. */
  @IsIn(['on', 'off'])
  LINK_PREVIEWS: 'on' | 'off' = 'on';

  /** For tests and demonstrations with local sites: allows private addresses and any port. */
  @IsOptional()
  @IsIn(['yes'])
  @NotInProduction()
  PREVIEWS_OF_PRIVATE_ADDRESSES?: 'yes';

  /** Temporary folder of uploads; the next start clears what a crash has left in it. */
  @IsString()
  @IsNotEmpty()
  UPLOAD_DIR: string = join(tmpdir(), 'duet-media');
}

export const config = (): MediaConfig => loadConfig(MediaConfig);
