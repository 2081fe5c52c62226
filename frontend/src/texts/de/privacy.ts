import type { privacy as en } from '../en/privacy.js';

export const privacy: Record<keyof typeof en, string> = {
  forTwo: 'Für zwei',
  onlyTheTwoOfYouCan: 'Nur ihr zwei könnt eure Unterhaltung öffnen. Andere Konten finden nichts davon.',
  notEndToEnd: 'Nicht Ende zu Ende',
  thereIsNoEndToEnd:
    'Es gibt keine Ende-zu-Ende-Verschlüsselung. Wer dieses Duet betreibt, könnte eure Nachrichtentexte in der Datenbank lesen.',
  noAudience: 'Kein Publikum',
  thereAreNoAdsNoTrackers: 'Auf keiner Seite gibt es Werbung, Tracker oder Code anderer Firmen.',
  whatIsKeptAndHow: 'Was aufbewahrt wird und wie',
  texts: 'Texte',
  messagesCaptionsDraftsScheduledMessagesAnswers:
    'Nachrichten, Bildtexte, Entwürfe, geplante Nachrichten, Antworten, Termine, Stimmungen und was ihr in Kapseln und Challenges schreibt, liegen in einer Datenbank, die Duet nicht verschlüsselt, weil der Server für euch Nachrichten durchsucht. Eine Nachricht bleibt, bis sie verschwindet oder gelöscht wird, und löschen kann sie nur, wer sie geschrieben hat.',
  files: 'Dateien',
  picturesVideosVoiceNotesFilesAnd:
    'Bilder, Videos, Sprachnachrichten, Dateien und Datenexporte sind verschlüsselt gespeichert: was euch beiden gehört, mit einem eigenen Schlüssel für euch als Paar, Profilbilder und Datenexporte mit einem Schlüssel der einzelnen Person. Den Schlüssel zu diesen Schlüsseln hat, wer dieses Duet betreibt.',
  cameraFacts: 'Kameradaten',
  thePlaceWhereAPictureWas:
    'Der Ort, an dem ein Bild entstand, wird immer aus dem Bild entfernt. Kamera und Belichtung bleiben nur, wenn du es in den Einstellungen so möchtest. Eine Kapsel merkt sich Tag und Ort ihrer Bilder daneben, für euch zwei.',
  spokenWords: 'Gesprochenes',
  theWordsOfAVoiceNote:
    'Die Mitschrift einer Sprachnachricht kommt aus deinem eigenen Browser, und nur, wenn er auf dem Gerät mitschreiben kann. Der Ton geht dafür an niemanden.',
  passwords: 'Passwörter',
  yourPasswordIsKeptAsA: 'Dein Passwort liegt als Hash (argon2id) vor, den niemand zurückverwandeln kann.',
  devices: 'Geräte',
  notices: 'Mitteilungen',
  logs: 'Protokolle',
  technicalLogsHoldNoMessagePassword:
    'In technischen Protokollen stehen keine Nachricht, kein Passwort, kein Token und keine E-Mail-Adresse. Wie lange sie bleiben, entscheidet, wer dieses Duet betreibt.',
  theOperator: 'Der Betrieb',
  theOperatorSeesTheState:
    'Wenn du um Hilfe bittest, kann der Betrieb den Zustand deines Kontos nachsehen: Daten, Anzahlen und Größen, nie, was du geschrieben hast. Jeder Blick wird mit seinem Grund festgehalten.',
  thisBrowser: 'Dieser Browser',
  itKeepsYourNameTheKeys:
    'Er merkt sich deinen Namen, die Schlüssel deiner Sitzung und was du noch nicht gesendet hast, bis du dich abmeldest. Damit sich Duet auch ohne Verbindung öffnet, merkt er sich außerdem eure letzten Nachrichten, Bilder, die du gesehen hast, die Frage des Tages, die Liste eurer Kapseln und das Wichtigste aus deiner Übersicht: bis du dich abmeldest oder ihr eure Verbindung trennt, und mit der PIN deiner App-Sperre verschlüsselt, wenn du eine hast. Was gelöscht wird oder verschwindet, geht beim nächsten Kontakt mit Duet auch hier. Ein Cookie merkt sich ein Jahr lang, dass in diesem Browser schon einmal eine Anmeldung war; keine andere Seite und kein Skript kann es lesen.',
  whoCanSeeIt: 'Wer es sehen kann',
  onTheWay: 'Unterwegs',
  betweenYourBrowserAndDuetEverything:
    'Zwischen deinem Browser und Duet ist alles verschlüsselt, und Browser weigern sich, zu einer offenen Verbindung zurückzukehren.',
  yourPartner: 'Dein Gegenüber',
  seesWhatYouSendInSettings:
    'Sieht, was du sendest. In den Einstellungen wählst du, ob auch zu sehen ist, dass du gelesen hast, schreibst, online bist oder wann du es zuletzt warst. Duet bewahrt nur die Zeit deines letzten Besuchs auf, auf die Minute, und nur, solange ihr beide sie zeigt; verbergt ihr sie, trennt die Verbindung oder löschst du dein Konto, wird sie gelöscht.',
  sealedCapsules: 'Vergrabene Kapseln',
  whatLiesInASealedCapsule:
    'Ist eine Kapsel versiegelt, zeigt Duet vor ihrem Tag niemandem von euch, was darin liegt, auch nicht, was du selbst geschrieben hast. Was auch in eurer Unterhaltung steht, bleibt dort.',
  secretAnswers: 'Geheime Antworten',
  anAnswerThatWaitsForTheOther:
    'Eine Antwort, die auf die andere wartet, sieht sonst niemand, bevor beide da sind, bei der Frage des Tages wie bei Challenges.',
  otherPeople: 'Andere Leute',
  canFindYourNameUserName:
    'Können deinen Namen, deinen Benutzernamen und dein Bild über die Suche finden, außer du schränkst das in den Einstellungen ein.',
  links: 'Links',
  theServerFetchesThePageBehind:
    'Für die Vorschau ruft der Server die Seite hinter dem ersten Link einer Nachricht ab. Die Website erfährt die Adresse des Servers, nicht deine. Du kannst das ausschalten.',
  pushes: 'Push-Mitteilungen',
  goThroughThePushServiceOf:
    'Gehen durch den Push-Dienst deines Browsers, verschlüsselt für dein Gerät. Sie enthalten höchstens Namen; die Worte holt dein Gerät selbst.',
  mails: 'Mails',
  noticesByMailHoldNoMessage:
    'Mitteilungen per Mail enthalten weder Nachrichten noch Antworten und gehen nur an eine Adresse, die du bestätigt hast.',
  howToLeave: 'Wie du gehst',
  aDeletedOrDisappearedMessageLoses:
    'Eine gelöschte oder verschwundene Nachricht verliert ihre Worte und Dateien für euch beide.',
  unlinking: 'Trennen',
  yourData: 'Deine Daten',
  yourAccount: 'Dein Konto',
  deletingItRemovesYourMessagesFiles:
    'Löschst du es, verschwinden deine Nachrichten, Dateien, dein Profil und deine Sitzungen sofort. Dein Gegenüber behält nur die eigenen Worte. Meldungen sind die einzige Ausnahme.',
  reports: 'Meldungen',
  reportsText:
    'Wer gemeldet wird, erfährt nie davon. Die Meldung bewahrt deine Worte und die Worte und Dateien der Nachrichten, die du nennst, so wie du sie gesehen hast, verschlüsselt, {reportDays} Tage lang. Sie bleibt, auch wenn die Nachrichten, eure Verbindung und beide Konten nicht mehr da sind. Wer dieses Duet betreibt, kann sie lesen, und jedes Lesen wird festgehalten.',
  backups: 'Sicherungen',
  backToDuet: 'Zurück zu Duet',
  yourPrivacyInDuet: 'Deine Daten in Duet',
  whatDuetKeepsWhoCanSee:
    'Was Duet aufbewahrt, wer es sehen kann und wie du es zurücknimmst. In klaren Worten, auch wo sie nicht schmeicheln.',
  inShort: 'Kurz gesagt',
  aQuestionThatThisPageLeaves: 'Noch eine Frage offen? Wer dein Duet betreibt, kann sie beantworten.',
  sessions:
    'Für jedes angemeldete Gerät: sein Browser, seine Netzwerkadresse und wann es benutzt wurde. Das Land kommt aus einer Tabelle auf dem Server. Nach {refreshTokenDays} Tagen ohne Benutzung ist ein Gerät vergessen, nach {sessionDays} auf jeden Fall.',
  notifications: 'Die letzten {notificationsKept} Mitteilungen jeder Person, ohne Namen und Sätze.',
  unlinkingText:
    'Beendet sofort alles zwischen euch. {exportDaysAfterUnlink} Tage lang könnt ihr beide exportieren, was ihr sehen konntet, oder euch wieder verbinden und alles wiederfinden, wie es war. Danach bekommt ihr beide zurück, was ihr in unfertige Kapseln gelegt hattet, und alles andere wird endgültig entfernt.',
  givenBack: 'Zurückgegebenes',
  givenBackText:
    'Es liegt {restitutionDays} Tage lang in den Einstellungen, mit einem eigenen Schlüssel verschlüsselt, ohne Worte der anderen Person. Jedes Herunterladen fragt nach deinem Passwort oder einem Passkey. Es bleibt auch nach einem neuen Passwort und endet mit deinem Konto.',
  exportText:
    'Die Einstellungen bereiten eine Datei mit allem vor, was du geschrieben hast und sehen konntest. Nach {exportDays} Tagen wird sie entfernt.',
  backupsText:
    'Wenn Kopien für Notfälle so gemacht werden, wie Duet es vorsieht, ist daraus nach höchstens {backupDays} Tagen verschwunden, was du entfernt hast.',
  leadAMessage: 'Eine Nachricht',
};
