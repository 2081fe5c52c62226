import { DatabaseConfig, IsRealSecret, NotInProduction, loadConfig } from '@duet/service-kit';
import { IsIn, IsNotEmpty, IsOptional, IsString, IsUrl, Matches, MinLength } from 'class-validator';

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

  /** Signs what leaves for browsers' push services (VAPID): 32 bytes, base64url. Without it nobody is told while no page is open. */
  @IsOptional()
  @Matches(/^[\w-]{43}$/, { message: 'VAPID_PRIVATE_KEY must be 32 bytes in base64url' })
  VAPID_PRIVATE_KEY?: string;

  /** For tests with a push service of their own: endpoints on this machine, on any port. */
  @IsOptional()
  @IsIn(['yes'])
  @NotInProduction()
  PUSH_TO_PRIVATE_ADDRESSES?: 'yes';
}

export const config = (): AuthConfig => loadConfig(AuthConfig);
