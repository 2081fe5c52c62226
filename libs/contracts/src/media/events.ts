import { defineEvent } from '../core/event.js';
import type { LinkPreviewView } from '../messaging/views.js';
import type { AvatarView } from './avatars.js';

/** A person's whole current avatar; a higher version replaces a lower one. */
export interface AvatarChanged extends AvatarView {
  userId: string;
}

export const avatarChanged = defineEvent<AvatarChanged>()({ name: 'avatar.changed', durable: true, personal: true });

/** The export lies there to be loaded until `expiresAt`. */
export interface ExportReady {
  exportId: string;
  userId: string;
  readyAt: string;
  expiresAt: string;
}

export const exportReady = defineEvent<ExportReady>()({ name: 'export.ready', durable: true });

/** The export could not be prepared, however often it was tried. */
export const exportFailed = defineEvent<{ exportId: string; userId: string }>()({ name: 'export.failed', durable: true });

/** A voice note was turned into what every browser plays, or could not be. */
export interface AttachmentProcessed {
  attachmentId: string;
  userId: string;
  chatId: string;
  status: 'ready' | 'failed';
  mimeType: string;
  size: number;
  duration: number;
  waveform: number[];
}

export const attachmentProcessed = defineEvent<AttachmentProcessed>()({ name: 'attachment.processed', durable: true });

/** What was found behind a message's link. It is a preview only if the message still wants it. */
export interface PreviewMade {
  messageId: string;
  chatId: string;
  userId: string;
  preview: LinkPreviewView;
}

export const previewMade = defineEvent<PreviewMade>()({ name: 'preview.made', durable: true, personal: true });
