import { AdminAct, dataSourceOptions } from '@duet/service-kit';
import { Attachment } from './attachments/attachment.entity.js';
import { FileOwnerRow } from './attachments/file-owner.entity.js';
import { Avatar } from './avatars/avatar.entity.js';
import { ErasedUser } from './erasures/erased-user.entity.js';
import { FormerAvatar } from './avatars/former-avatar.entity.js';
import { Couple } from './couples/couple.entity.js';
import { Export } from './exports/export.entity.js';
import { Avatars1763703600000 } from './migrations/1763703600000-avatars.js';
import { Exports1763719400000 } from './migrations/1763719400000-exports.js';
import { Attachments1763728200000 } from './migrations/1763728200000-attachments.js';
import { LinkPreviews1763745000000 } from './migrations/1763745000000-link-previews.js';
import { SealedObjects1763765005000 } from './migrations/1763765005000-sealed-objects.js';
import { FormerAvatars1763767007000 } from './migrations/1763767007000-former-avatars.js';
import { ErasureList1763769005000 } from './migrations/1763769005000-erasure-list.js';
import { Jobs1763800004000 } from './migrations/1763800004000-jobs.js';
import { ObjectJournal1763800005000 } from './migrations/1763800005000-object-journal.js';
import { EntityFiles1764100000000 } from './migrations/1764100000000-entity-files.js';
import { Restitutions1764204000001 } from './migrations/1764204000001-restitutions.js';
import { ReportFiles1764215002000 } from './migrations/1764215002000-report-files.js';
import { StoryFiles1764216000000 } from './migrations/1764216000000-story-files.js';
import { AdminReasons1764240003000 } from './migrations/1764240003000-admin-reasons.js';
import { CouplesByMember1764291000000 } from './migrations/1764291000000-couples-by-member.js';
import { ReportFile } from './reports/report-file.entity.js';
import { Restitution } from './restitutions/restitution.entity.js';
import { DataKey } from './sealing/data-key.entity.js';
import { Lease } from './sealing/lease.entity.js';
import { ObjectJournalEntry } from './storage/object-journal.entity.js';

const ENTITIES = [
  Avatar,
  FormerAvatar,
  ErasedUser,
  Export,
  Restitution,
  Couple,
  Attachment,
  FileOwnerRow,
  DataKey,
  Lease,
  ObjectJournalEntry,
  ReportFile,
  AdminAct,
];

/** In the order of their releases. */
const MIGRATIONS = [
  Avatars1763703600000,
  Exports1763719400000,
  Attachments1763728200000,
  LinkPreviews1763745000000,
  SealedObjects1763765005000,
  FormerAvatars1763767007000,
  ErasureList1763769005000,
  Jobs1763800004000,
  ObjectJournal1763800005000,
  EntityFiles1764100000000,
  Restitutions1764204000001,
  ReportFiles1764215002000,
  StoryFiles1764216000000,
  AdminReasons1764240003000,
  CouplesByMember1764291000000,
];

export const options = (url: string, poolSize?: number) =>
  dataSourceOptions({
    service: 'media',
    url,
    ...(poolSize && { poolSize }),
    entities: ENTITIES,
    migrations: MIGRATIONS,
  });
