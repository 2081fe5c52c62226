import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsUUID } from 'class-validator';
import { LIMITS } from '../core/limits.js';

/** Files that media stores for a report, also after their messages are deleted. */
export class KeepReportFilesDto {
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(LIMITS.reportMessages * LIMITS.filesPerUpload)
  @IsUUID(undefined, { each: true })
  ids!: string[];
}
