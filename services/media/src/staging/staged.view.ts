import { type StagedAttachmentDto, attachmentPath } from '@duet/contracts';
import type { PreparedFile } from '../files/rendition.js';

/** The metadata that the gateway passes on to messaging. */
export function stagedView(
  id: string,
  { kind, filename, sha256, original, thumbnail, width, height, duration, blur }: PreparedFile,
): StagedAttachmentDto {
  return {
    id,
    kind,
    filename,
    size: original.bytes,
    mimeType: original.mimeType,
    sha256,
    ...(thumbnail && { thumbnail: attachmentPath(id, 'thumbnail') }),
    ...(blur && { blur }),
    ...(width && { width }),
    ...(height && { height }),
    ...(duration !== undefined && { duration }),
  };
}
