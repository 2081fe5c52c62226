import { defineEvent } from '../bus/event.js';
import type { LinkPreviewView } from '../conversation/views.js';
import type { AvatarView } from './avatars.js';
import type { FileOwner } from './files.js';

/** A person's avatar changed. A higher version replaces a lower one. */
export interface AvatarChanged extends AvatarView {
  userId: string;
}

export const avatarChanged = defineEvent<AvatarChanged>()({ name: 'avatar.changed', durable: true, personal: true });

/** An export is ready to be downloaded until `expiresAt`. */
export interface ExportReady {
  exportId: string;
  userId: string;
  readyAt: string;
  expiresAt: string;
}

export const exportReady = defineEvent<ExportReady>()({ name: 'export.ready', durable: true });

/** An export failed for the last time. */
export const exportFailed = defineEvent<{ exportId: string; userId: string }>()({
  name: 'export.failed',
  durable: true,
});

/** A finished export was removed, because a person whose texts it contained deleted their account. */
export const exportDropped = defineEvent<{ exportId: string; userId: string }>()({
  name: 'export.dropped',
  durable: true,
});

/** A person got back own contributions. It names nobody else. */
export interface RestitutionReady {
  restitutionId: string;
  userId: string;
}

export const restitutionReady = defineEvent<RestitutionReady>()({ name: 'restitution.ready', durable: true });

/** A voice note was converted for all browsers, or the conversion failed. */
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

/** A voice note of an entity became playable, or its conversion failed. */
export interface FileProcessed {
  owner: FileOwner;
  fileId: string;
}

export const fileProcessed = defineEvent<FileProcessed>()({ name: 'file.processed', durable: true });

/** The page behind a message's link was read. messaging ignores it when the message no longer needs a preview. */
export interface PreviewMade {
  messageId: string;
  chatId: string;
  userId: string;
  preview: LinkPreviewView;
}

export const previewMade = defineEvent<PreviewMade>()({ name: 'preview.made', durable: true, personal: true });
