import {
  attachmentProcessed,
  attachmentsInUse,
  avatarChanged,
  challengeFilesInUse,
  coupleLinked,
  couplePurged,
  coupleUnlinked,
  exportDropped,
  exportEnded,
  exportFailed,
  exportReady,
  exportRequested,
  fileProcessed,
  filesChanged,
  finishRestitution,
  getExportMessages,
  getExportToken,
  getPartnerStatus,
  getProfile,
  getSettings,
  listCapsuleRecords,
  listChallengeRecords,
  listContributionRecords,
  listContributions,
  listCoupleRecords,
  listDailyRecords,
  listExportConversations,
  listGoalRecords,
  listListRecords,
  listReportRecords,
  listRestitution,
  listSessions,
  listStoryRecords,
  listTemplateRecords,
  listWishRecords,
  memoryFilesInUse,
  messageDeleted,
  messageSent,
  picturesInUse,
  previewDropped,
  previewMade,
  previewWanted,
  restitutionReady,
  storyFilesInUse,
  takeCapsule,
  userDeleted,
  wantedPreview,
} from '@duet/contracts';
import type { BusUse } from '@duet/service-kit';

/**
 * The calls, events and live updates of media on the bus. It calls others with a user's token for a data export or a
 * capsule's copy, and to learn which files are in use. The server's permissions and service-kit's checks follow from it.
 */
export const bus = {
  process: 'media',
  serves: true,
  calls: [
    // auth
    getExportToken,
    getProfile,
    listSessions,
    getSettings,
    // messaging
    attachmentsInUse,
    listExportConversations,
    getExportMessages,
    wantedPreview,
    // memories
    finishRestitution,
    listRestitution,
    memoryFilesInUse,
    listCapsuleRecords,
    listContributionRecords,
    listContributions,
    takeCapsule,
    // pairing
    listCoupleRecords,
    listDailyRecords,
    listReportRecords,
    getPartnerStatus,
    picturesInUse,
    // challenges
    challengeFilesInUse,
    listChallengeRecords,
    listGoalRecords,
    listListRecords,
    listStoryRecords,
    listTemplateRecords,
    listWishRecords,
    storyFilesInUse,
  ],
  produces: [
    attachmentProcessed,
    avatarChanged,
    fileProcessed,
    previewMade,
    exportReady,
    exportFailed,
    exportDropped,
    restitutionReady,
  ],
  consumes: [
    coupleLinked,
    couplePurged,
    coupleUnlinked,
    exportEnded,
    exportRequested,
    filesChanged,
    messageDeleted,
    messageSent,
    previewDropped,
    previewWanted,
    userDeleted,
  ],
  erasesEvents: true,
} as const satisfies BusUse;

declare module '@duet/service-kit' {
  interface DeclaredBus {
    media: typeof bus;
  }
}
