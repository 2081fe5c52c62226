import { Type } from 'class-transformer';
import { IsObject, IsOptional, IsString, IsUUID, MaxLength, ValidateIf, ValidateNested } from 'class-validator';
import { rules } from '../core/rules.js';
import { NoInput, defineRpc, returns } from '../bus/rpc.js';
import { Follows } from '../core/validators.js';
import { PasskeyProofDto } from './passkeys.js';
import type { ExportLink, ExportView } from './views.js';

/** Proof that the owner is at the screen: the password, or one of the caller's passkeys (`auth.passkey.ask-confirm`). */
export class RequestExportDto {
  @ValidateIf(({ passkey }: RequestExportDto) => passkey === undefined || passkey === null)
  @Follows(rules.passwordGiven)
  password?: string;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => PasskeyProofDto)
  passkey?: PasskeyProofDto;
}

/** Starts a data export of the caller. While one is being prepared, the call returns that one. */
export const requestExport = defineRpc({
  subject: 'auth.export.request',
  access: 'user',
  request: RequestExportDto,
  returns: returns<ExportView>(),
  errors: [
    'WRONG_PASSWORD',
    'PASSKEY_INVALID',
    'PASSKEY_EXPIRED',
    'PASSKEY_UNKNOWN',
    'UNAUTHENTICATED',
    'USER_NOT_FOUND',
  ],
});

/** Returns the state of the caller's newest export. */
export const getExport = defineRpc({
  subject: 'auth.export.get',
  access: 'user',
  request: NoInput,
  returns: returns<ExportView>(),
  errors: [],
});

/** Returns a link to the caller's finished export. It is valid for some minutes, while the session exists. */
export const getExportLink = defineRpc({
  subject: 'auth.export.link',
  access: 'user',
  request: NoInput,
  returns: returns<ExportLink>(),
  errors: ['NOT_FOUND', 'UNAUTHENTICATED'],
});

/** A requested export, with the secret of its event. */
export class ExportTokenDto {
  @IsUUID()
  exportId!: string;

  @IsString()
  @MaxLength(100)
  secret!: string;
}

/**
 * Returns an access token of the export's user that opens only the calls of an export. media may ask repeatedly while it
 * prepares the export, and not after that.
 */
export const getExportToken = defineRpc({
  subject: 'auth.export.token',
  access: 'process',
  request: ExportTokenDto,
  returns: returns<{ token: string }>(),
  errors: ['TOKEN_INVALID'],
});
