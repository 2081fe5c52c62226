export const landing = {
  realTimeChat: 'Real-time chat',
  textPhotosVoiceNotesAndReactions:
    'Text, photos, voice notes and reactions, the moment they happen. You see when it was read, and when the other is writing.',
  memoryCapsules: 'Memory capsules',
  sealLettersAndPicturesAwayNeither: 'Seal letters and pictures away. Neither of you can peek until the day has come.',
  sharedChallenges: 'Shared challenges',
  thirtyDaysOfThankYousA:
    'A week of thank-yous, a hunt for one colour. Secrets that open when both are in. At your pace, and never against each other.',
  partnerConnection: 'Partner connection',
  aRequestOrACodeAnd:
    'A request or a code, and a yes. Nobody is linked without wanting to be, and each of you can leave at any time.',
  interactiveStories: 'Interactive stories',
  readAsTwoChooseInSecret: 'Read as two. Choose in secret, and find out where both choices lead.',
  relationshipGoals: 'Relationship goals',
  saveForTheTripLearnThe: 'Save for the trip, learn the dance, call your mothers. Keep track of what you both want.',
  everythingTwoPeopleNeedNothingA: 'Everything two people need. Nothing a crowd would.',
  aPlaceForTheTwoOf: 'A place for the two of you.',
  duetIsOnePrivateConversationThe:
    'Duet is one private conversation, the memories you keep and the things you try together. Two people, linked by choice. No feed, no followers, no audience.',
  getStarted: 'Get Started',
  youBringThePersonWeKeep: 'You bring the person. We keep the room.',
  makeAnAccountSendYourPartner:
    'Make an account, send your partner an eight-letter code, and the door closes behind you both.',
  createYourSpace: 'Create your space',
  howDuetTreatsYourPrivacy: 'How Duet treats your privacy',
  guessWhoGotTheTickets: 'Guess who got the tickets',
  lisbonOneYearOn: 'Lisbon, one year on',
  youDidNot: 'You did NOT',
  opensIn12Days: 'opens in 12 days',
  duetKeepsYourConversation:
    'Duet keeps your conversation between your two accounts. It is encrypted on the way, not end to end.',
  description: 'A space for two: one conversation, shared memories and shared challenges.',
} as const;
