export const privacy = {
  forTwo: 'For two',
  onlyTheTwoOfYouCan: 'Only the two of you can open your conversation. Other accounts find nothing of it.',
  notEndToEnd: 'Not end to end',
  thereIsNoEndToEnd:
    'There is no end-to-end encryption. Whoever runs this Duet could read your message texts in its database.',
  noAudience: 'No audience',
  thereAreNoAdsNoTrackers: 'There are no ads, no trackers and no code of other companies on any page.',
  whatIsKeptAndHow: 'What is kept, and how',
  texts: 'Texts',
  messagesCaptionsDraftsScheduledMessagesAnswers:
    'Messages, captions, drafts, scheduled messages, answers, dates, moods, and what you write in capsules and challenges lie in a database that Duet does not encrypt, because the server searches messages for you. A message stays until its writer deletes it or it disappears.',
  files: 'Files',
  picturesVideosVoiceNotesFilesAnd:
    'Pictures, videos, voice notes, files and exports are stored encrypted: those of the two of you with a key of your own as a couple, profile pictures and exports with a key of the person. The operator keeps the key that opens these keys.',
  cameraFacts: 'Camera facts',
  thePlaceWhereAPictureWas:
    'The place where a picture was taken is always removed from the picture. Camera and exposure stay only if you ask for it in Settings. A capsule keeps the day and the place of its pictures beside them, for the two of you.',
  spokenWords: 'Spoken words',
  theWordsOfAVoiceNote:
    'The words of a voice note come from your own browser and only where it can write them down on the device. The sound goes to nobody for that.',
  passwords: 'Passwords',
  yourPasswordIsKeptAsA: 'Your password is kept as a hash (argon2id) that nobody can turn back into it.',
  devices: 'Devices',
  notices: 'Notices',
  logs: 'Logs',
  technicalLogsHoldNoMessagePassword:
    'Technical logs hold no message, password, token or email address. The operator decides how long they stay.',
  theOperator: 'The operator',
  theOperatorSeesTheState:
    'When you ask for help, the operator can look up the state of your account: dates, counts and sizes, never what you wrote. Each look is recorded with its reason.',
  thisBrowser: 'This browser',
  itKeepsYourNameTheKeys:
    'It keeps your name, the keys of your session and what you have not sent yet, until you sign out. So that Duet opens without a connection, it also keeps your last messages, pictures that you saw, the question of the day, your list of capsules and the basics of your dashboard: until you sign out or unlink, and encrypted with the PIN of your app lock if you set one. What is deleted or disappears goes from here too, at the next contact with Duet. One cookie remembers that this browser has signed in before, for a year; no other page or script can read it.',
  whoCanSeeIt: 'Who can see it',
  onTheWay: 'On the way',
  betweenYourBrowserAndDuetEverything:
    'Between your browser and Duet everything is encrypted, and browsers refuse to go back to an open connection.',
  yourPartner: 'Your partner',
  seesWhatYouSendInSettings:
    'Sees what you send. In Settings you choose whether your partner sees that you have read, type, are online or when you last were. Duet keeps one time of your last visit, to the minute, only while both of you share it; hiding it, unlinking or deleting your account erases it.',
  sealedCapsules: 'Buried capsules',
  whatLiesInASealedCapsule:
    'Once a capsule is sealed, Duet shows what lies in it to neither of you before its day, not even to its writer. What is also in your conversation stays there.',
  secretAnswers: 'Secret answers',
  anAnswerThatWaitsForTheOther:
    'An answer that waits for the other one is shown to nobody else before both are in, in the daily question and in challenges.',
  otherPeople: 'Other people',
  canFindYourNameUserName: 'Can find your name, user name and picture by search, unless you limit that in Settings.',
  links: 'Links',
  theServerFetchesThePageBehind:
    'The server fetches the page behind the first link of a message for its preview. The site learns the address of the server, not yours. You can switch it off.',
  pushes: 'Pushes',
  goThroughThePushServiceOf:
    'Go through the push service of your browser, encrypted for your device. They hold names at most; your device fetches the words itself.',
  mails: 'Mails',
  noticesByMailHoldNoMessage:
    'Notices by mail hold no message and no answer, and go only to an address that you have confirmed.',
  howToLeave: 'How to leave',
  aDeletedOrDisappearedMessageLoses: 'A deleted or disappeared message loses its words and files for both of you.',
  unlinking: 'Unlinking',
  yourData: 'Your data',
  yourAccount: 'Your account',
  deletingItRemovesYourMessagesFiles:
    'Deleting it removes your messages, files, profile and sessions at once. Your partner keeps only their own words. Reports are the one exception.',
  reports: 'Reports',
  reportsText:
    'When you report somebody, they never learn of it. The report keeps your words, and the words and files of the messages that you name as you saw them, encrypted, for {reportDays} days. It outlives the messages, the two of you as a couple and both accounts. Whoever runs this Duet can read it, and each reading is recorded.',
  backups: 'Backups',
  backToDuet: 'Back to Duet',
  yourPrivacyInDuet: 'Your privacy in Duet',
  whatDuetKeepsWhoCanSee:
    'What Duet keeps, who can see it, and how you take it back. In plain words, also where they are not flattering.',
  inShort: 'In short',
  aQuestionThatThisPageLeaves: 'A question that this page leaves open? Ask whoever runs the Duet that you use.',
  sessions:
    'For each device that is signed in: its browser, its network address and when it was used. The country comes from a table on the server. A device is forgotten after {refreshTokenDays} days without use, and after {sessionDays} in any case.',
  notifications: 'The latest {notificationsKept} notices of each person, without names and sentences.',
  unlinkingText:
    'Ends everything between you at once. For {exportDaysAfterUnlink} days each of you can export what you could see, or link again and find it as it was. Then each gets back what they had put into capsules that were not completed, and everything else is removed for good.',
  givenBack: 'Given back',
  givenBackText:
    'It lies in Settings for {restitutionDays} days, encrypted with a key of your own, without words of the other. Each download asks for your password or a passkey. It outlives a new password and ends with your account.',
  exportText: 'Settings prepare a file with everything you wrote and could see. It is removed after {exportDays} days.',
  backupsText:
    'If the operator keeps copies for emergencies as Duet comes, what you removed is gone from them after {backupDays} days at most.',
  leadAMessage: 'A message',
} as const;
