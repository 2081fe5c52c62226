/** The texts of mails. A message is an ICU message: `{name}` stands for a value. */
export const mails = {
  greeting: 'Hi,',
  greetingByName: 'Hi {name},',
  openAddressInstead: 'If the button does not work, open this address:',

  confirmSubject: 'Confirm your email for Duet',
  confirmBody: 'Please confirm that this is your email address.',
  confirmAction: 'Confirm my email',
  confirmFootnote: 'The link works once and for {hours} hours. If you did not sign up for Duet, ignore this mail.',

  newEmailSubject: 'Confirm your new email for Duet',
  newEmailBody: 'This address is to become the one of your Duet account. Until you confirm it, the old one stays.',
  newEmailAction: 'Use this email',
  newEmailFootnote: 'The link works once and for {hours} hours. If you have no account at Duet, ignore this mail.',

  emailChangeAskedSubject: 'Your Duet email is about to change',
  emailChangeAskedBody:
    'Somebody, hopefully you, asked to change the email of your Duet account to {address}. Your account keeps this address until the new one is confirmed.',
  emailChangeAskedAdvice:
    'If it was not you, cancel the change and choose a new password at once: somebody else knows yours.',
  emailChangeAskedAction: 'Cancel the change',
  emailChangeAskedFootnote: 'The link works once and for {hours} hours. If it was you, ignore this mail.',

  emailChangedSubject: 'Your Duet email was changed',
  emailChangedBody: 'Your Duet account now uses another email address: {address}. Mails about it no longer come here.',
  emailChangedFootnote:
    'If it was not you, somebody else knows your password. Tell the person who runs this Duet at once.',

  resetSubject: 'Reset your Duet password',
  resetBody: 'Somebody, hopefully you, asked to reset the password of your Duet account.',
  resetAction: 'Choose a new password',
  resetFootnote:
    'The link works once and for {minutes} minutes. If it was not you, ignore this mail: your password stays as it is.',

  passwordChangedSubject: 'Your Duet password was changed',
  passwordChangedBody:
    'The password of your Duet account has just been changed, and your other devices were signed out.',
  passwordChangedFootnote: 'If it was not you, reset your password from the sign-in page at once.',
  passwordResetBody:
    'The password of your Duet account was reset by a link in a mail, and all devices were signed out.',
  passkeysRemain: 'These passkeys still open your account without the password: {names}.',
  secondFactorRemains:
    'Two-factor sign-in is still on: signing in with the password asks for a code of your authenticator app.',
  removeUnknown: 'If you do not know one of them, remove it in Settings, under Account.',
  quotedName: '“{name}”',
  passkeyNamedLikeLink: 'a passkey whose name looks like a link',

  exportReadySubject: 'Your Duet data is ready',
  exportReadyBody:
    'The copy of your Duet data that you asked for is ready. Download it in Settings, under Account: a ZIP file with index.html to read.',
  exportReadyAction: 'Go to Settings',
  exportReadyFootnote:
    'It can be downloaded for {days} days. If it was not you who asked, change your password at once: that also deletes the copy.',

  requestReceivedBody: '{name} has asked you to be partners in Duet. You can accept, or say no; nobody is told why.',
  requestReceivedAction: 'See the request',
  partnerLinkedBody: 'You and {name} are linked now, and share one conversation.',
  partnerLinkedAction: 'Open the chat',
  unlinkedBody: 'You and {name} are no longer linked. For 30 days you can take your shared history along in Settings.',
  unlinkedAction: 'Open Duet',
  dateReminderBody:
    'A day that matters to you comes up. Duet tells you which one; a mail might be read over your shoulder.',
  dateReminderAction: 'See what comes up',
  dailyQuestionBody:
    'One question a day, for the two of you. Neither sees the other’s answer before both have given one.',
  dailyQuestionAction: 'See the question',
  dailyAnsweredBody: '{name} has answered the daily question. You will see the answer as soon as you have given yours.',
  dailyAnsweredAction: 'Answer too',
  dailyRevealedBody: '{name} has answered the daily question too, so now you can both see what the other said.',
  dailyRevealedAction: 'See the answers',
  capsuleCreatedBody: '{name} has started a memory capsule. You can add memories of your own until you two seal it.',
  capsuleSealedBody:
    '{name} has confirmed it too, so your memory capsule is sealed. Until its day comes, neither of you can read what is inside.',
  capsuleReadyBody: 'The day has come. Open it when you are both ready.',
  capsuleDateProposedBody:
    '{name} would like to open a sealed memory capsule on another day. You can accept or decline.',
  capsuleOpensInWeekBody: 'One of your sealed memory capsules opens in a week. Perhaps plan an evening for it.',
  capsuleOpensTomorrowBody: 'One of your sealed memory capsules opens tomorrow.',
  capsuleCompletedBody: 'A memory capsule is open to both of you now, with everything that you two have put in.',
  capsuleAction: 'See the capsule',
  challengeProposedBody: '{name} has an idea for the two of you. Have a look: you can accept, or say no.',
  challengeAcceptedBody: '{name} has accepted the challenge that you proposed.',
  challengeDueTomorrowBody: 'Tomorrow is the last day of one of your challenges. You two can also move it.',
  challengeOverdueBody:
    'The day of one of your challenges has passed. You two can extend it, or let it go; both are fine.',
  challengeCompletedBody: 'You two have completed a challenge. Its last step is done.',
  challengeAction: 'See the challenge',
  restitutionReadyBody:
    'It is a file that only you can download, with your password or a passkey. It stays there for a year.',
  restitutionReadyAction: 'Open Settings',
  goalProposedBody: '{name} would like to reach something with you. Have a look, and say whether you are in.',
  goalAchievedBody: '{name} has taken the last step to a goal. A good moment to be proud together.',
  goalAction: 'See your goals',
  storyInvitedBody: '{name} has opened a story for two. Each of you chooses in secret, and both choices lead on.',
  storyWaitingBody: '{name} has chosen. The story goes on when you have chosen too.',
  storyFinishedBody: 'Your story with {name} has come to its ending. You can read the whole way again.',
  storyAction: 'Open the story',
  wishRedeemedBody:
    '{name} has chosen something from your list and set joint points aside for it. Take your time, and enjoy it together.',
  wishAction: 'See your wishes',
  listCreatedBody: '{name} has started a list that you both can write on. Add what comes to your mind.',
  listAction: 'See your lists',
  nudgeBody: '{name} has sent you a small sign. You can send one back.',
  nudgeAction: 'Open Duet',
  moodSharedBody: '{name} has shared how today feels. Only you can see it.',
  moodSharedAction: 'Have a look',
  noticeFootnote: 'You get this mail because mails of this kind are switched on in Settings, Notifications.',
  unsubscribe: 'Switch mails of this kind off',

  secondFactorOnSubject: 'Two-factor sign-in is on',
  secondFactorOnBody:
    'From now on Duet asks for a code of your authenticator app when you sign in. Keep your recovery codes somewhere safe.',
  secondFactorOffSubject: 'Two-factor sign-in is off',
  secondFactorOffBody: 'Duet no longer asks for a code when you sign in: your password alone is enough.',
  secondFactorRemovedSubject: 'Two-factor sign-in was removed',
  secondFactorRemovedBody:
    'Three days ago somebody with access to this mailbox asked to remove two-factor sign-in from your Duet account, and nobody cancelled it. It is off now, and all devices were signed out. Sign in with your password, or reset it.',
  secondFactorRemovedAdvice:
    'If it was not you, reset your password at once, and secure this mailbox: somebody else can read it.',
  removalCancelledSubject: 'Two-factor sign-in stays on',
  removalCancelledBody:
    'The removal of two-factor sign-in from your Duet account was cancelled. A sign-in still asks for a code.',
  removalCancelledAdvice:
    'If you never asked for the removal, somebody else can read this mailbox: change its password.',
  recoveryCodesRenewedSubject: 'You have new recovery codes',
  recoveryCodesRenewedBody: 'New recovery codes were made for your Duet account. The older ones no longer work.',
  passkeyAddedSubject: 'A passkey was added',
  passkeyAddedBody:
    'From now on a new passkey opens your Duet account, without the password. You find it, and can remove it, in Settings under Account.',
  passkeyRemovedSubject: 'A passkey was removed',
  passkeyRemovedBody: 'One of your passkeys no longer opens your Duet account. Your password still does.',
  signInAttemptsSubject: 'Somebody tries to sign in to your account',
  signInAttemptsBody:
    'Somebody has tried many wrong passwords for your Duet account. Your password kept them out. If you cannot sign in for a while, wait a little or reset the password.',
  signInAttemptsAdvice:
    'You need not do anything. A long password that you use nowhere else, and two-factor sign-in, keep it that way.',
  securityFootnote: 'If it was not you, change your password at once and sign out your other devices.',

  removalSubject: 'Remove two-factor sign-in',
  removalBody:
    'Somebody, hopefully you, has lost the authenticator app of your Duet account, and the recovery codes too.',
  removalDelay: 'Two-factor sign-in can be removed. That takes three days, in which any of your devices can cancel it.',
  removalAction: 'Remove two-factor sign-in',
  removalFootnote: 'The link works once and for {hours} hours. If it was not you, ignore this mail: nothing changes.',
  removalBegunSubject: 'Two-factor sign-in will be removed',
  removalBegunBody:
    'Somebody with access to this mailbox asked to remove two-factor sign-in from your Duet account. It ends on {date}, and all devices are signed out then.',
  removalBegunAction: 'Keep two-factor sign-in',
  removalBegunFootnote:
    'If it was not you, keep it, and secure this mailbox: somebody else can read it. Every device that is signed in can keep it too.',
} as const;
