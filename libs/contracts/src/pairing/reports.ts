import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsUUID, ValidateIf } from 'class-validator';
import { NoInput, defineRpc, returns } from '../bus/rpc.js';
import { LIMITS } from '../core/limits.js';
import { rules } from '../core/rules.js';
import { Follows, Trimmed, whenGiven } from '../core/validators.js';
import { REPORT_REASONS, type ReportReason } from './report-reasons.js';

export class ReportPersonDto {
  @IsUUID()
  userId!: string;

  @IsIn(REPORT_REASONS)
  reason!: ReportReason;

  /** Absent or empty for none. */
  @ValidateIf(whenGiven)
  @Trimmed()
  @Follows(rules.reportText)
  text?: string;

  /** Messages of the conversation with this person, also of one that ended less than 30 days ago. */
  @ValidateIf(whenGiven)
  @IsArray()
  @ArrayMaxSize(LIMITS.reportMessages)
  @ArrayUnique()
  @IsUUID(undefined, { each: true })
  messageIds?: string[];

  /** The same id is the same report. */
  @ValidateIf(whenGiven)
  @IsUUID()
  clientId?: string;
}

/** A stored report, and the files of its messages, which media keeps for it. The edge shows clients none of this. */
export interface FiledReport {
  reportId: string;
  fileIds: string[];
}

/**
 * Reports a person with whom the caller has business; all others do not exist (USER_NOT_FOUND). The person never learns of it.
 * A person files ten reports in 24 hours (RATE_LIMITED).
 */
export const reportPerson = defineRpc({
  subject: 'pairing.report.file',
  access: 'user',
  request: ReportPersonDto,
  returns: returns<FiledReport>(),
  errors: ['USER_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'RATE_LIMITED'],
});

/** An own report in its author's export. */
export interface ReportRecord {
  reason: ReportReason;
  text: string;
  at: string;
}

/** Lists the caller's own reports that are still stored, the oldest first. */
export const listReportRecords = defineRpc({
  subject: 'pairing.report.records',
  access: 'user',
  request: NoInput,
  returns: returns<ReportRecord[]>(),
  errors: [],
  tokens: ['session', 'export'],
});
