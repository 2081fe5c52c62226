import type { landing as en } from '../en/landing.js';

export const landing: Record<keyof typeof en, string> = {
  realTimeChat: 'Chat in Echtzeit',
  textPhotosVoiceNotesAndReactions:
    'Text, Fotos, Sprachnachrichten und Reaktionen, sofort da. Du siehst, was gelesen ist und wann drüben getippt wird.',
  memoryCapsules: 'Zeitkapseln',
  sealLettersAndPicturesAwayNeither:
    'Versiegelt Briefe und Bilder. Niemand von euch kann spicken, bevor der Tag gekommen ist.',
  sharedChallenges: 'Gemeinsame Challenges',
  thirtyDaysOfThankYousA:
    'Eine Woche voller Dankeschöns, die Jagd nach einer Farbe. Geheimnisse, die sich öffnen, wenn beide da sind. In eurem Tempo und nie gegeneinander.',
  partnerConnection: 'Eure Verbindung',
  aRequestOrACodeAnd:
    'Eine Anfrage oder ein Code, und ein Ja. Niemand wird ungewollt verbunden, und ihr könnt beide jederzeit gehen.',
  interactiveStories: 'Geschichten zum Mitentscheiden',
  readAsTwoChooseInSecret: 'Lest zu zweit. Wählt heimlich, und findet heraus, wohin beide Entscheidungen führen.',
  relationshipGoals: 'Gemeinsame Ziele',
  saveForTheTripLearnThe:
    'Für die Reise sparen, tanzen lernen, die Mütter anrufen. Behaltet im Blick, was ihr beide wollt.',
  everythingTwoPeopleNeedNothingA: 'Alles, was zwei brauchen. Nichts für die Masse.',
  aPlaceForTheTwoOf: 'Ein Ort für euch zwei.',
  duetIsOnePrivateConversationThe:
    'Duet ist eine private Unterhaltung, die Erinnerungen, die ihr aufhebt, und alles, was ihr zusammen ausprobiert. Zwei Menschen, aus freien Stücken verbunden. Kein Feed, keine Follower, kein Publikum.',
  getStarted: 'Loslegen',
  youBringThePersonWeKeep: 'Du bringst deinen Lieblingsmenschen mit. Wir hüten den Raum.',
  makeAnAccountSendYourPartner:
    'Erstell ein Konto, verschick einen Code aus acht Buchstaben, und hinter euch beiden schließt sich die Tür.',
  createYourSpace: 'Euren Ort anlegen',
  howDuetTreatsYourPrivacy: 'Wie Duet mit euren Daten umgeht',
  guessWhoGotTheTickets: 'Rate mal, wer die Karten hat',
  lisbonOneYearOn: 'Lissabon, ein Jahr danach',
  youDidNot: 'Nicht dein ERNST',
  opensIn12Days: 'öffnet sich in 12 Tagen',
  duetKeepsYourConversation:
    'Eure Unterhaltung bleibt zwischen euren beiden Konten. Sie ist unterwegs verschlüsselt, nicht Ende zu Ende.',
  description: 'Ein Ort für zwei: ein Gespräch, gemeinsame Erinnerungen und gemeinsame Challenges.',
};
