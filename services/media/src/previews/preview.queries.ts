import { command } from '@duet/service-kit';

/** Most previews of one couple in a window. */
const AT_MOST = 30;

/** A new window begins with the first preview after the last one has ended. */
export const countPreview = command(`
  UPDATE couples SET previews = CASE WHEN previews_since <= $2 THEN 1 ELSE previews + 1 END, previews_since = CASE WHEN previews_since <= $2 THEN $3 ELSE previews_since END
  WHERE id = $1 AND active AND (previews_since <= $2 OR previews < ${AT_MOST})`);

export const cancelPreviewsOfUser = command(
  "DELETE FROM jobs WHERE queue = 'preview' AND (payload ->> 'ownerId' = $1 OR subject = ANY($2))",
);
