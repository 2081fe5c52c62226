/** Which rendition of an attachment: what was sent (cleaned), the one to show, or the small one. */
export const ATTACHMENT_VARIANTS = ['original', 'display', 'thumbnail'] as const;
export type AttachmentVariant = (typeof ATTACHMENT_VARIANTS)[number];

/** Where an attachment is loaded, with a bearer token or a signed link. */
export const attachmentPath = (id: string, variant: AttachmentVariant = 'original'): string => `/api/media/attachments/${id}/${variant}`;

/** A signed link to one attachment: `query` goes behind each of its paths and is good until `expiresAt`, 5 minutes at most. */
export interface MediaLink {
  id: string;
  query: string;
  expiresAt: string;
}
