/** Why a mail server refuses a mail for good: it has no such mailbox, or it wants no mails of this kind from this sender. */
export type Refusal = 'address' | 'sender';

/** The fields that nodemailer adds to its errors. */
interface SmtpFailure {
  code: unknown;
  command: unknown;
  responseCode: unknown;
  response: unknown;
}

export function smtpFailureOf(cause: unknown): SmtpFailure {
  const read = (name: string): unknown => (cause instanceof Error ? Reflect.get(cause, name) : undefined);
  return {
    code: read('code'),
    command: read('command'),
    responseCode: read('responseCode'),
    response: read('response'),
  };
}

/** The subject and detail of an enhanced status code (RFC 3463), as `1.1` in `550 5.1.1 no such user`. */
const ENHANCED = /^\d{3}[ -]5\.(\d{1,3}\.\d{1,3})\b/;

/** Subjects 1 and 2 concern the address and its mailbox, but 1.7 and 1.8 the address of the sender. */
const isAboutRecipient = (status: string): boolean => /^[12]\./.test(status) && !/^1\.[78]$/.test(status);

/**
 * Reads a permanent refusal. Without an enhanced status code a refusal of recipient or message counts against the address.
 * @returns null for any other failure, which may pass
 */
export function refusalOf(cause: unknown): Refusal | null {
  const { command, responseCode, response } = smtpFailureOf(cause);
  if (typeof responseCode !== 'number' || responseCode < 500) return null;
  if (command === 'MAIL FROM') return 'sender';
  if (command !== 'RCPT TO' && command !== 'DATA') return null;
  const status = ENHANCED.exec(typeof response === 'string' ? response : '')?.[1];
  return status === undefined || isAboutRecipient(status) ? 'address' : 'sender';
}
