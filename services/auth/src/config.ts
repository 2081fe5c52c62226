import { DatabaseConfig, IsRealSecret, NotInProduction, loadConfig } from '@duet/service-kit';
import { IsIn, IsNotEmpty, IsOptional, IsString, IsUrl, Matches } from 'class-validator';

export class AuthConfig extends DatabaseConfig {
  /** PEM (PKCS #8) of the P-256 key that signs access tokens; its public half must be in JWT_PUBLIC_KEYS. */
  @Matches(/-----BEGIN (EC )?PRIVATE KEY-----/, { message: 'JWT_PRIVATE_KEY must be a PEM private key' })
  JWT_PRIVATE_KEY!: string;

  /**
   * Encrypts the secrets of authenticator apps. One key per line, each at least 32 characters. The first encrypts; a second
   * one only decrypts what it encrypted before a rotation. See docs/operations/runbook.md, "Rotate passwords and keys".
   */
  @Matches(/^[^\r\n]{32,}(\r?\n[^\r\n]{32,})?$/, {
    message: 'SECOND_FACTOR_KEY must be one or two lines of at least 32 characters',
  })
  @IsRealSecret()
  SECOND_FACTOR_KEY!: string;

  /** The origin that people type. Links in mails are made from it, never from a Host header. */
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  APP_ORIGIN!: string;

  /** The mail server, with its login. Mails stay queued while it is not set. */
  @IsOptional()
  @Matches(/^smtps?:\/\//, { message: 'SMTP_URL must start with smtp:// or smtps://' })
  SMTP_URL?: string;

  /** The sender of mails. */
  @IsString()
  @IsNotEmpty()
  MAIL_FROM: string = 'Duet <no-reply@localhost>';

  /** Signs requests to browsers' push services (VAPID): 32 bytes, base64url. No pushes are sent while it is not set. */
  @IsOptional()
  @Matches(/^[\w-]{43}$/, { message: 'VAPID_PRIVATE_KEY must be 32 bytes in base64url' })
  VAPID_PRIVATE_KEY?: string;

  /** Allows endpoints on this machine and on any port, for tests with their own push service. */
  @IsOptional()
  @IsIn(['yes'])
  @NotInProduction()
  PUSH_TO_PRIVATE_ADDRESSES?: 'yes';
}

export const config = (): AuthConfig => loadConfig(AuthConfig);
