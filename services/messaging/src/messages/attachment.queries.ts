import {
  type AttachmentKind,
  type AttachmentProcessed,
  type AttachmentView,
  type StagedAttachmentDto,
  attachmentPath,
} from '@duet/contracts';
import { type Tx, command, statement } from '@duet/service-kit';
import { wordsUnder } from './search-word.queries.js';

/** A message's file as it is stored; values that its kind does not have are null. */
export interface AttachmentRow {
  id: string;
  kind: AttachmentKind;
  filename: string;
  size: number;
  mimeType: string;
  thumbnail: string | null;
  blur: string | null;
  width: number | null;
  height: number | null;
  duration: number | null;
  waveform: number[] | null;
  transcript: string | null;
}

/** An expression: the attachments of the message `m` in their order. Texts need no lookup. */
export const ATTACHMENTS_OF_M = `
  CASE WHEN m.type IN ('text', 'notice') THEN '[]'::jsonb ELSE coalesce(
    (SELECT jsonb_agg(jsonb_build_object(
       'id', a.id, 'kind', a.kind, 'filename', a.filename, 'size', a.size, 'mimeType', a.mime_type, 'thumbnail', a.thumbnail, 'blur', a.blur,
       'width', a.width, 'height', a.height, 'duration', a.duration, 'waveform', a.waveform, 'transcript', a.transcript
     ) ORDER BY a.position)
     FROM attachments a WHERE a.message_id = m.id),
    '[]'::jsonb
  ) END`;

export const attachmentRow = (staged: StagedAttachmentDto): AttachmentRow => ({
  id: staged.id.toLowerCase(),
  kind: staged.kind,
  filename: staged.filename,
  size: staged.size,
  mimeType: staged.mimeType,
  thumbnail: staged.thumbnail ?? null,
  blur: staged.blur ?? null,
  width: staged.width ?? null,
  height: staged.height ?? null,
  duration: staged.duration ?? null,
  waveform: staged.waveform ?? null,
  transcript: staged.kind === 'voice' ? (staged.transcript ?? null) : null,
});

export function attachmentView({
  thumbnail,
  blur,
  width,
  height,
  duration,
  waveform,
  transcript,
  ...row
}: AttachmentRow): AttachmentView {
  return {
    ...row,
    url: attachmentPath(row.id),
    ...(thumbnail !== null && { thumbnail }),
    ...(blur !== null && { blur }),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(duration !== null && { duration }),
    ...(waveform !== null && { waveform }),
    ...(transcript !== null && { transcript }),
  };
}

const insert = command(`
  INSERT INTO attachments (id, message_id, position, kind, filename, size, mime_type, thumbnail, blur, width, height, duration, waveform, transcript, transcript_words)
  SELECT id, "messageId", position, kind, filename, size, "mimeType", thumbnail, blur, width, height, duration, waveform, transcript,
         CASE WHEN transcript IS NOT NULL THEN ${wordsUnder('transcript', '"chatId"')} END
  FROM jsonb_to_recordset($1::jsonb) AS given (
    id uuid, "messageId" uuid, "chatId" uuid, position int, kind text, filename text, size int, "mimeType" text, thumbnail text, blur text, width int, height int,
    duration float8, waveform jsonb, transcript text
  )`);

/** Stores the files of new messages in one statement; runs none without files. */
export async function insertAttachments(
  tx: Tx,
  messages: readonly { id: string; chatId: string; attachments: readonly AttachmentRow[] }[],
): Promise<void> {
  const rows = messages.flatMap(({ id, chatId, attachments }) =>
    attachments.map((row, position) => ({ ...row, messageId: id, chatId, position })),
  );
  if (rows.length > 0) await insert(tx, [JSON.stringify(rows)]);
}

/** The result of media's processing of a voice note. */
export type VoiceResult = Pick<AttachmentProcessed, 'status' | 'mimeType' | 'size' | 'duration' | 'waveform'>;

/** The file with a successful processing result applied; unchanged after a failure. */
export const withResult = (row: AttachmentRow, result: VoiceResult): AttachmentRow => {
  const { status, mimeType, size, duration, waveform } = result;
  return status === 'ready' ? { ...row, mimeType, size, duration, waveform } : row;
};

const update = command('UPDATE attachments SET mime_type = $2, size = $3, duration = $4, waveform = $5 WHERE id = $1');

export async function updateAttachment(
  tx: Tx,
  { id, mimeType, size, duration, waveform }: AttachmentRow,
): Promise<void> {
  await update(tx, [id, mimeType, size, duration, JSON.stringify(waveform)]);
}

const deleteEarly = statement<{ id: string; result: VoiceResult }>(
  { id: 'uuid', result: 'jsonb' },
  'DELETE FROM early_voice_results WHERE attachment_id = ANY($1::uuid[]) RETURNING attachment_id AS id, result',
);

/** Takes the results that arrived before their messages, by attachment id. The conversations must be locked. */
export async function takeEarlyResults(tx: Tx, attachmentIds: readonly string[]): Promise<Map<string, VoiceResult>> {
  if (attachmentIds.length === 0) return new Map();
  const rows = await deleteEarly(tx, [attachmentIds]);
  return new Map(rows.map(({ id, result }) => [id, result]));
}
