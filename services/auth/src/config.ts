import { DatabaseConfig, IsRealSecret, loadConfig } from '@duet/service-kit';
import { IsNotEmpty, IsOptional, IsString, IsUrl, Matches, MinLength } from 'class-validator';

export class AuthConfig extends DatabaseConfig {
  /** PEM (PKCS #8) of the P-256 key that signs access tokens; its public half must be in JWT_PUBLIC_KEYS. */
  @Matches(/-----BEGIN (EC )?PRIVATE KEY-----/, { message: 'JWT_PRIVATE_KEY must be a PEM private key' })
  JWT_PRIVATE_KEY!: string;

  /** Encrypts the secrets that authenticator apps share with us. Whoever changes it turns every second factor into a riddle. */
  @MinLength(32)
  @IsRealSecret()
  SECOND_FACTOR_KEY!: string;

  /** The origin that people type; links in mails are made from it, never from a Host header. */
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  APP_ORIGIN!: string;

  /** Without it mails stay queued. */
  @IsOptional()
  @Matches(/^smtps?:\/\//, { message: 'SMTP_URL must start with smtp:// or smtps://' })
  SMTP_URL?: string;

  @IsString()
  @IsNotEmpty()
  MAIL_FROM: string = 'Duet <no-reply@localhost>';
}

export const config = (): AuthConfig => loadConfig(AuthConfig);
