import { IsString, IsUUID, MaxLength } from 'class-validator';
import { NoInput, defineRpc, returns } from '../core/rpc.js';
import type { ExportView } from './views.js';

/** Starts an export of everything the caller has here; while one is being prepared, that one is the answer. */
export const requestExport = defineRpc({
  subject: 'auth.export.request',
  access: 'user',
  request: NoInput,
  returns: returns<ExportView>(),
  errors: ['USER_NOT_FOUND'],
});

/** How the caller's newest export stands. */
export const getExport = defineRpc({
  subject: 'auth.export.get',
  access: 'user',
  request: NoInput,
  returns: returns<ExportView>(),
  errors: [],
});

/** An export that was requested, and the secret that came with that fact. */
export class ExportTokenDto {
  @IsUUID()
  exportId!: string;

  @IsString()
  @MaxLength(100)
  secret!: string;
}

/**
 * For whoever prepares an export: an access token of its person that opens what an export may read and nothing else.
 * Given again and again while the export is being prepared, and never after that.
 */
export const getExportToken = defineRpc({
  subject: 'auth.export.token',
  access: 'public',
  request: ExportTokenDto,
  returns: returns<{ token: string }>(),
  errors: ['TOKEN_INVALID'],
});
