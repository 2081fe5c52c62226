import { randomUUID } from 'node:crypto';
import { type ReportPersonDto, type ReportableMessage, reportPerson } from '@duet/contracts';
import { reportKeys } from '../src/reports/report-keys.js';
import { type SaidThings, startMessagingPeer } from './messaging-peer.js';
import { REPORT_KEY, RunningPairing, type TestUser } from './running-pairing.js';

export const NOON = '2026-11-21T12:00:00Z';
export const keys = reportKeys({ REPORT_KEY });

interface Row {
  id: string;
  reporterId: string | null;
  sealed: Buffer;
  sealedBy: string;
}

export const report = (by: TestUser, about: TestUser, more: Partial<ReportPersonDto> = {}) =>
  by.call(reportPerson, { userId: about.id, reason: 'harassment', ...more });

export const refused = async (by: TestUser, about: { id: string }, more: Partial<ReportPersonDto> = {}) =>
  (await by.refusal(reportPerson, { userId: about.id, reason: 'harassment', ...more })).code;

/** Starts pairing and a messaging peer for the tests of a file, each of which begins at noon. */
export function useReports() {
  let pairing: RunningPairing;
  let said: SaidThings;
  let stopMessaging: () => Promise<void>;

  async function startMessaging(): Promise<void> {
    const peer = await startMessagingPeer(pairing.nats.url, pairing.keys);
    said = peer.said;
    stopMessaging = () => peer.app.close();
  }

  beforeAll(async () => {
    pairing = await RunningPairing.start();
    await startMessaging();
  });

  afterAll(async () => {
    await stopMessaging();
    await pairing.stop();
  });

  beforeEach(() => pairing.itIs(NOON));

  const stored = (reportId: string): Promise<Row[]> =>
    pairing.rows<Row>(
      'SELECT id, reporter_id AS "reporterId", sealed, sealed_by AS "sealedBy" FROM reports WHERE id = $1',
      [reportId],
    );

  /** A message that messaging answers with. */
  function says(
    by: TestUser,
    to: TestUser,
    content: string,
    files: ReportableMessage['files'] = [],
  ): ReportableMessage {
    const message: ReportableMessage = {
      messageId: randomUUID(),
      senderId: by.id,
      type: 'text',
      content,
      answers: null,
      sticker: null,
      card: null,
      createdAt: NOON,
      editedAt: null,
      files,
    };
    said.between(by.id, to.id).push(message);
    return message;
  }

  return {
    get pairing() {
      return pairing;
    },
    says,
    stored,
    startMessaging,
    stopMessaging: () => stopMessaging(),
  };
}
