import type { LinkPreviewView } from '@duet/contracts';

/** The stored state of a text's first link: its preview, or that the sender removed it. */
export type StoredPreview = LinkPreviewView | { url: string; removed: true };

export const shownPreview = (stored: StoredPreview | null): LinkPreviewView | null =>
  stored === null || 'removed' in stored ? null : stored;
