import type { landing as en } from '../en/landing.js';

export const landing: Record<keyof typeof en, string> = {
  realTimeChat: 'Chat al instante',
  textPhotosVoiceNotesAndReactions:
    'Texto, fotos, notas de voz y reacciones, en el momento. Ves cuándo se leyó y cuándo te están escribiendo.',
  memoryCapsules: 'Cápsulas de recuerdos',
  sealLettersAndPicturesAwayNeither: 'Sellen cartas y fotos. Nadie puede espiar hasta que llegue el día.',
  sharedChallenges: 'Retos para dos',
  thirtyDaysOfThankYousA:
    'Una semana de dar las gracias, la búsqueda de un solo color. Secretos que se abren cuando están las dos respuestas. A su ritmo y sin competir.',
  partnerConnection: 'Vínculo de pareja',
  aRequestOrACodeAnd:
    'Una solicitud o un código, y un sí. No hay vínculo sin que lo quieran ustedes dos, y cada quien puede irse cuando quiera.',
  interactiveStories: 'Historias interactivas',
  readAsTwoChooseInSecret: 'Lean entre dos. Elijan en secreto y descubran adónde llevan las dos elecciones.',
  relationshipGoals: 'Metas de pareja',
  saveForTheTripLearnThe:
    'Ahorrar para el viaje, aprender el baile, llamar a sus madres. Lo que quieren, siempre a la vista.',
  everythingTwoPeopleNeedNothingA: 'Todo lo que necesitan dos personas. Nada de lo que pediría una multitud.',
  aPlaceForTheTwoOf: 'Un lugar para ustedes dos.',
  duetIsOnePrivateConversationThe:
    'Duet es una conversación privada, los recuerdos que guardan y lo que prueban en pareja. Dos personas, con un vínculo que eligen. Sin muro, sin seguidores, sin público.',
  getStarted: 'Empezar',
  youBringThePersonWeKeep: 'Tú traes a la persona. El espacio lo cuida Duet.',
  makeAnAccountSendYourPartner:
    'Crea una cuenta, manda a tu pareja un código de ocho letras, y la puerta se cierra tras ustedes dos.',
  createYourSpace: 'Crear tu espacio',
  howDuetTreatsYourPrivacy: 'Cómo cuida Duet tu privacidad',
  guessWhoGotTheTickets: 'Adivina quién consiguió las entradas',
  lisbonOneYearOn: 'Lisboa, un año después',
  youDidNot: '¡No te CREO!',
  opensIn12Days: 'se abre en 12 días',
  duetKeepsYourConversation:
    'Duet guarda su conversación entre sus dos cuentas. Va cifrada en el camino, no de extremo a extremo.',
  description: 'Un espacio para dos: una conversación, recuerdos compartidos y retos compartidos.',
};
