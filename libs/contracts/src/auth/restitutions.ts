import { IsUUID } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
import { RequestExportDto, requestExport } from './exports.js';
import type { ExportLink } from './views.js';

/** A restitution, and the proof that its owner is at the screen. */
export class RestitutionLinkDto extends RequestExportDto {
  @IsUUID()
  id!: string;
}

/**
 * Returns a link to a restitution of the caller. It is valid for some minutes, while the session exists. media, which serves
 * the file, checks that the restitution is the caller's.
 */
export const getRestitutionLink = defineRpc({
  subject: 'auth.restitution.link',
  access: 'user',
  request: RestitutionLinkDto,
  returns: returns<ExportLink>(),
  errors: requestExport.errors,
});
