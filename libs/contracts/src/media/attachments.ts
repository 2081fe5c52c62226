/** The rendition of an attachment: the sent file without metadata, the one to show, or the thumbnail. */
export const ATTACHMENT_VARIANTS = ['original', 'display', 'thumbnail'] as const;
export type AttachmentVariant = (typeof ATTACHMENT_VARIANTS)[number];

/** The path of an attachment. It requires a bearer token or a signed link. */
export const attachmentPath = (id: string, variant: AttachmentVariant = 'original'): string =>
  `/api/media/attachments/${id}/${variant}`;

/** A signed link to one attachment. `query` is appended to each of its paths and valid until `expiresAt`, at most 5 minutes. */
export interface MediaLink {
  id: string;
  query: string;
  expiresAt: string;
}
