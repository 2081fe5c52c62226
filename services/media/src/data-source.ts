import { dataSourceOptions } from '@duet/service-kit';
import { Attachment } from './attachments/attachment.entity.js';
import { Avatar, ErasedUser } from './avatars/avatar.entity.js';
import { Couple } from './couples/couple.entity.js';
import { Export } from './exports/export.entity.js';
import { Avatars1763703600000 } from './migrations/1763703600000-avatars.js';
import { Exports1763719400000 } from './migrations/1763719400000-exports.js';
import { Attachments1763728200000 } from './migrations/1763728200000-attachments.js';
import { LinkPreviews1763745000000 } from './migrations/1763745000000-link-previews.js';
import { PreviewJob } from './previews/preview-job.entity.js';
import { DoomedObject } from './storage/doomed-object.entity.js';
import { VoiceJob } from './voices/voice-job.entity.js';

const ENTITIES = [Avatar, ErasedUser, DoomedObject, Export, Couple, Attachment, VoiceJob, PreviewJob];

/** In the order of their landing. */
const MIGRATIONS = [Avatars1763703600000, Exports1763719400000, Attachments1763728200000, LinkPreviews1763745000000];

export const options = (url: string, poolSize?: number) =>
  dataSourceOptions({ service: 'media', url, ...(poolSize && { poolSize }), entities: ENTITIES, migrations: MIGRATIONS });
