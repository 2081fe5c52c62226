/** The words around what a person takes along: the pages of data exports and of copies of capsules. */
export const en = {
  language: 'en',
  you: 'You',
  somebody: 'Somebody',
  deletedUser: 'Deleted user',
  asOf: 'As of',

  yourData: 'Your data, as of',
  skipToConversations: 'Skip to the conversations',
  username: 'Username',
  email: 'Email',
  bio: 'Bio',
  joined: 'Joined',
  devices: 'Signed-in devices',
  lastUsed: (day: string): string => `last used ${day}`,

  partners: 'Partners',
  noPartners: 'None.',
  since: (from: string, until: string | null): string =>
    `since ${from}, ${until === null ? 'and still' : `until ${until}`}`,
  togetherSince: (day: string): string => `Together since ${day}`,
  everyYear: 'every year',
  onlyYou: 'only you see this',
  felt: {
    happy: 'You felt happy',
    calm: 'You felt calm',
    in_love: 'You felt in love',
    tired: 'You felt tired',
    sad: 'You felt sad',
    angry: 'You felt angry',
    stressed: 'You felt stressed',
    ill: 'You felt ill',
  },

  daily: 'Daily questions',
  onScale: (value: number, ends: readonly string[]): string => `${value} of 5 (${ends.join(' to ')})`,
  writtenQuestions: 'Questions you wrote',

  capsules: 'Capsules',
  comment: 'Comment',
  challenges: 'Challenges',
  answer: 'Answer',
  reflection: 'Reflection',
  goals: 'Goals',
  stories: 'Stories',
  lists: 'Lists',
  wishes: 'Wishes',
  points: (count: number): string => (count === 1 ? '1 point' : `${count} points`),

  reports: 'Reports',
  reported: {
    harassment: 'You reported harassment',
    threat: 'You reported a threat',
    impersonation: 'You reported impersonation',
    minor: 'You reported a minor',
    spam: 'You reported spam',
    other: 'You reported another reason',
  },

  conversations: 'Conversations',
  chatWith: (name: string): string => `With ${name}`,
  noMessages: 'No messages.',
  messageDeleted: 'Message deleted',
  edited: 'edited',
  reactions: 'Reactions',
  fromYou: 'from you',
  fromPartner: 'from your partner',
  kinds: {
    sticker: 'Sticker',
    capsule: 'Capsule',
    challenge: 'Challenge',
    goal: 'Goal',
    story: 'Story',
    list: 'List',
    date: 'Date',
  },

  givenBack: 'Given back to you: Duet',
  whatYouPut: 'What you had put into capsules that were not completed, as of',
  skipToCapsules: 'Skip to the capsules',

  openedOn: (day: string): string => `Opened on ${day}`,
  finishedOn: (day: string): string => `Finished on ${day}`,
  whatYouSaid: 'What you said about it',
  /** The points of the compass: north, south, east, west. */
  compass: { north: 'N', south: 'S', east: 'E', west: 'W' },
};

/** The words of another language: a text that it lacks does not compile. */
export type PageTexts = typeof en;
