import type { LinkPreviewView } from '@duet/contracts';

/** What is kept of the first link of a text: its preview, or that the sender does not want one. */
export type StoredPreview = LinkPreviewView | { url: string; removed: true };

export const shownPreview = (stored: StoredPreview | null): LinkPreviewView | null => (stored === null || 'removed' in stored ? null : stored);
