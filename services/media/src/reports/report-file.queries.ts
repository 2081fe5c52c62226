import { command, statement } from '@duet/service-kit';

/**
 * Keeps files of a user's couples, active or ended, for a report. The lock makes a concurrent deletion wait, and it then finds
 * the source in use. A voice note that is not converted yet is kept as it was recorded.
 * @param $1 report @param $2 attachment ids @param $3 user @param $4 the present time
 */
export const keepFiles = statement<{ fileId: string }>(
  { fileId: 'uuid' },
  `WITH files AS (
     SELECT a.id, a.objects -> 'original' AS original, a.sealed FROM attachments a JOIN couples c ON c.id = a.couple_id
     WHERE a.id = ANY($2::uuid[]) AND a.entity_id IS NULL AND $3 IN (c.member_a, c.member_b) FOR SHARE OF a),
   sources AS (
     SELECT f.id, CASE WHEN f.original IS NOT NULL THEN f.original || jsonb_build_object('sealed', f.sealed)
       ELSE (j.payload -> 'raw') || jsonb_build_object('sealed', j.payload -> 'sealed') END AS source
     FROM files f LEFT JOIN jobs j ON j.queue = 'voice' AND j.key = f.id::text)
   INSERT INTO report_files (report_id, file_id, source, bytes, sha256, kept_at)
   SELECT $1, id, source, (source ->> 'bytes')::int, source ->> 'sha256', $4 FROM sources WHERE source IS NOT NULL
   ON CONFLICT (report_id, file_id) DO NOTHING RETURNING file_id AS "fileId"`,
);

/** The expired reports with the objects of their files. @param $1 the instant before which they were kept */
export const deleteReportsBefore = statement<{ reportId: string; object: string | null }>(
  { reportId: 'uuid', object: 'text | null' },
  `DELETE FROM report_files WHERE report_id IN (SELECT report_id FROM report_files GROUP BY report_id HAVING max(kept_at) < $1)
   RETURNING report_id AS "reportId", object`,
);

/** Clears the source of a copy, so that the object may be deleted. */
export const forgetSource = command('UPDATE report_files SET source = NULL WHERE report_id = $1 AND file_id = $2');
