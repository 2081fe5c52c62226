/** The texts of notices: the subject of the mail and the text of the push. The list in the app shows the same lines, from `libs/contracts`. */
export const notices = {
  requestReceived: '{name} would like to be your partner',
  partnerLinked: '{name} is now your partner! 💕',
  unlinked: 'You and {name} are no longer linked',
  dateReminder: 'An important date is near',
  dailyQuestion: 'Today’s question is waiting for the two of you',
  dailyAnswered: '{name} answered the daily question',
  dailyRevealed: 'You and {name} have both answered. See what you said',
  capsuleCreated: '{name} started a memory capsule for the two of you',
  capsuleSealed: '{name} sealed a memory capsule with you',
  capsuleReady: 'A memory capsule can be opened now',
  capsuleDateProposed: '{name} proposes another day to open a memory capsule',
  capsuleOpensInWeek: 'A memory capsule opens in a week',
  capsuleOpensTomorrow: 'A memory capsule opens tomorrow',
  capsuleCompleted: '{name} finished a memory capsule with you. Look inside',
  somebody: 'Somebody',
  deletedPerson: 'Deleted user',
} as const;
