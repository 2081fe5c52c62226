/** Why a person reports another one. */
export const REPORT_REASONS = ['harassment', 'threat', 'impersonation', 'minor', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
