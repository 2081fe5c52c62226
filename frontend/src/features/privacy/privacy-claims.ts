import { LIMITS } from '@duet/contracts/plain';
import { type PlainTextKey, t } from '../../texts/index.js';

/** A promise or an admission of the privacy page. `test/privacy-claims.spec.tsx` names the test that proves each. */
export interface PrivacyClaim {
  id: string;
  /** The topic, in two or three words. */
  lead: PlainTextKey;
  /** Called while the page renders. */
  text: () => string;
}

interface PrivacySection {
  id: string;
  title: PlainTextKey;
  claims: readonly PrivacyClaim[];
}

/** Days after which no backup contains deleted data: a retention of seven, one until the next backup, and the current day. */
export const BACKUP_DAYS_AT_MOST = 9;

export const IN_SHORT: readonly PrivacyClaim[] = [
  {
    id: 'members-only',
    lead: 'privacy.forTwo',
    text: () => t('privacy.onlyTheTwoOfYouCan'),
  },
  {
    id: 'no-end-to-end',
    lead: 'privacy.notEndToEnd',
    text: () => t('privacy.thereIsNoEndToEnd'),
  },
  {
    id: 'no-third-parties',
    lead: 'privacy.noAudience',
    text: () => t('privacy.thereAreNoAdsNoTrackers'),
  },
];

export const PRIVACY: readonly PrivacySection[] = [
  {
    id: 'kept',
    title: 'privacy.whatIsKeptAndHow',
    claims: [
      {
        id: 'texts-in-clear',
        lead: 'privacy.texts',
        text: () => t('privacy.messagesCaptionsDraftsScheduledMessagesAnswers'),
      },
      {
        id: 'files-sealed',
        lead: 'privacy.files',
        text: () => t('privacy.picturesVideosVoiceNotesFilesAnd'),
      },
      {
        id: 'camera-facts',
        lead: 'privacy.cameraFacts',
        text: () => t('privacy.thePlaceWhereAPictureWas'),
      },
      {
        id: 'transcripts-on-device',
        lead: 'privacy.spokenWords',
        text: () => t('privacy.theWordsOfAVoiceNote'),
      },
      {
        id: 'passwords-hashed',
        lead: 'privacy.passwords',
        text: () => t('privacy.yourPasswordIsKeptAsA'),
      },
      {
        id: 'sessions',
        lead: 'privacy.devices',
        text: () =>
          t('privacy.sessions', { refreshTokenDays: LIMITS.refreshTokenDays, sessionDays: LIMITS.sessionDays }),
      },
      {
        id: 'notices',
        lead: 'privacy.notices',
        text: () => t('privacy.notifications', { notificationsKept: LIMITS.notificationsKept }),
      },
      {
        id: 'logs',
        lead: 'privacy.logs',
        text: () => t('privacy.technicalLogsHoldNoMessagePassword'),
      },
      {
        id: 'operator',
        lead: 'privacy.theOperator',
        text: () => t('privacy.theOperatorSeesTheState'),
      },
      {
        id: 'this-browser',
        lead: 'privacy.thisBrowser',
        text: () => t('privacy.itKeepsYourNameTheKeys'),
      },
    ],
  },
  {
    id: 'seen',
    title: 'privacy.whoCanSeeIt',
    claims: [
      {
        id: 'encrypted-on-the-way',
        lead: 'privacy.onTheWay',
        text: () => t('privacy.betweenYourBrowserAndDuetEverything'),
      },
      {
        id: 'your-choice',
        lead: 'privacy.yourPartner',
        text: () => t('privacy.seesWhatYouSendInSettings'),
      },
      {
        id: 'sealed-capsules',
        lead: 'privacy.sealedCapsules',
        text: () => t('privacy.whatLiesInASealedCapsule'),
      },
      {
        id: 'secret-answers',
        lead: 'privacy.secretAnswers',
        text: () => t('privacy.anAnswerThatWaitsForTheOther'),
      },
      {
        id: 'findable',
        lead: 'privacy.otherPeople',
        text: () => t('privacy.canFindYourNameUserName'),
      },
      {
        id: 'link-previews',
        lead: 'privacy.links',
        text: () => t('privacy.theServerFetchesThePageBehind'),
      },
      {
        id: 'push',
        lead: 'privacy.pushes',
        text: () => t('privacy.goThroughThePushServiceOf'),
      },
      {
        id: 'mails',
        lead: 'privacy.mails',
        text: () => t('privacy.noticesByMailHoldNoMessage'),
      },
    ],
  },
  {
    id: 'leaving',
    title: 'privacy.howToLeave',
    claims: [
      {
        id: 'delete-message',
        lead: 'privacy.leadAMessage',
        text: () => t('privacy.aDeletedOrDisappearedMessageLoses'),
      },
      {
        id: 'unlink',
        lead: 'privacy.unlinking',
        text: () => t('privacy.unlinkingText', { exportDaysAfterUnlink: LIMITS.exportDaysAfterUnlink }),
      },
      {
        id: 'given-back',
        lead: 'privacy.givenBack',
        text: () => t('privacy.givenBackText', { restitutionDays: LIMITS.restitutionDays }),
      },
      {
        id: 'export',
        lead: 'privacy.yourData',
        text: () => t('privacy.exportText', { exportDays: LIMITS.exportDays }),
      },
      {
        id: 'delete-account',
        lead: 'privacy.yourAccount',
        text: () => t('privacy.deletingItRemovesYourMessagesFiles'),
      },
      {
        id: 'reports',
        lead: 'privacy.reports',
        text: () => t('privacy.reportsText', { reportDays: LIMITS.reportDays }),
      },
      {
        id: 'backups',
        lead: 'privacy.backups',
        text: () => t('privacy.backupsText', { backupDays: BACKUP_DAYS_AT_MOST }),
      },
    ],
  },
];
