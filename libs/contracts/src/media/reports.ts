import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsUUID } from 'class-validator';
import { LIMITS } from '../core/limits.js';

/** Files of messages that media keeps for a report, whatever becomes of the messages. */
export class KeepReportFilesDto {
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(LIMITS.reportMessages * LIMITS.filesPerUpload)
  @IsUUID(undefined, { each: true })
  ids!: string[];
}
