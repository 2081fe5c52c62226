import type { mails as en } from '../en/mails.js';

export const mails: Record<keyof typeof en, string> = {
  greeting: 'Hallo,',
  greetingByName: 'Hallo {name},',
  openAddressInstead: 'Falls der Knopf nicht funktioniert, öffne diese Adresse:',

  confirmSubject: 'Bestätige deine E-Mail-Adresse für Duet',
  confirmBody: 'Bitte bestätige, dass diese E-Mail-Adresse dir gehört.',
  confirmAction: 'E-Mail-Adresse bestätigen',
  confirmFootnote:
    'Der Link gilt {hours} Stunden lang und nur einmal. Wenn du dich nicht bei Duet registriert hast, kannst du diese Mail ignorieren.',

  newEmailSubject: 'Bestätige deine neue E-Mail-Adresse für Duet',
  newEmailBody:
    'Diese Adresse soll künftig zu deinem Duet-Konto gehören. Bis du sie bestätigst, bleibt es bei der alten.',
  newEmailAction: 'Diese Adresse verwenden',
  newEmailFootnote:
    'Der Link gilt {hours} Stunden lang und nur einmal. Wenn du kein Konto bei Duet hast, kannst du diese Mail ignorieren.',

  emailChangeAskedSubject: 'Deine E-Mail-Adresse bei Duet soll sich ändern',
  emailChangeAskedBody:
    'Jemand, hoffentlich du, möchte die E-Mail-Adresse deines Duet-Kontos in {address} ändern. Bis die neue bestätigt ist, behält dein Konto diese hier.',
  emailChangeAskedAdvice:
    'Wenn du das nicht warst, brich die Änderung ab und wähle sofort ein neues Passwort: Jemand anders kennt deines.',
  emailChangeAskedAction: 'Änderung abbrechen',
  emailChangeAskedFootnote:
    'Der Link gilt {hours} Stunden lang und nur einmal. Wenn du es warst, kannst du diese Mail ignorieren.',

  emailChangedSubject: 'Deine E-Mail-Adresse bei Duet wurde geändert',
  emailChangedBody:
    'Dein Duet-Konto hat jetzt eine andere E-Mail-Adresse: {address}. Hierher kommen keine Mails mehr dazu.',
  emailChangedFootnote:
    'Wenn du das nicht warst, kennt jemand anders dein Passwort. Gib sofort der Person Bescheid, die dieses Duet betreibt.',

  resetSubject: 'Setze dein Duet-Passwort zurück',
  resetBody: 'Jemand, hoffentlich du, möchte das Passwort deines Duet-Kontos zurücksetzen.',
  resetAction: 'Neues Passwort wählen',
  resetFootnote:
    'Der Link gilt {minutes} Minuten lang und nur einmal. Wenn du das nicht warst, ignoriere diese Mail: Dein Passwort bleibt, wie es ist.',

  passwordChangedSubject: 'Dein Duet-Passwort wurde geändert',
  passwordChangedBody:
    'Das Passwort deines Duet-Kontos wurde gerade geändert, und deine anderen Geräte wurden abgemeldet.',
  passwordChangedFootnote: 'Wenn du das nicht warst, setze dein Passwort sofort auf der Seite zur Anmeldung zurück.',
  passwordResetBody:
    'Das Passwort deines Duet-Kontos wurde über den Link in einer Mail zurückgesetzt, und alle Geräte wurden abgemeldet.',
  passkeysRemain: 'Diese Passkeys öffnen dein Konto weiterhin ohne Passwort: {names}.',
  secondFactorRemains:
    'Die Anmeldung in zwei Schritten ist weiterhin an: Nach dem Passwort fragt Duet nach einem Code aus deiner Authenticator-App.',
  removeUnknown: 'Wenn du einen davon nicht kennst, entferne ihn in den Einstellungen unter „Konto“.',
  quotedName: '„{name}“',
  passkeyNamedLikeLink: 'ein Passkey, dessen Name wie ein Link aussieht',

  exportReadySubject: 'Deine Daten aus Duet sind bereit',
  exportReadyBody:
    'Die Kopie deiner Duet-Daten, um die du gebeten hast, ist fertig. Du kannst sie in den Einstellungen unter „Konto“ herunterladen: eine ZIP-Datei mit einer index.html zum Lesen.',
  exportReadyAction: 'Zu den Einstellungen',
  exportReadyFootnote:
    'Du kannst sie {days} Tage lang herunterladen. Wenn du nicht darum gebeten hast, ändere sofort dein Passwort: Damit wird auch die Kopie gelöscht.',

  requestReceivedBody:
    '{name} möchte sich in Duet mit dir verbinden. Du kannst annehmen oder ablehnen; warum, erfährt niemand.',
  requestReceivedAction: 'Anfrage ansehen',
  partnerLinkedBody: 'Du und {name} seid jetzt verbunden und habt einen gemeinsamen Chat.',
  partnerLinkedAction: 'Chat öffnen',
  unlinkedBody:
    'Du und {name} seid nicht mehr verbunden. 30 Tage lang kannst du in den Einstellungen mitnehmen, was ihr geteilt habt.',
  unlinkedAction: 'Duet öffnen',
  dateReminderBody:
    'Ein Tag, der dir wichtig ist, steht bevor. Welcher, verrät dir Duet; in einer Mail könnte jemand mitlesen.',
  dateReminderAction: 'Nachsehen, was ansteht',
  dailyQuestionBody:
    'Eine Frage am Tag, für euch beide. Was die andere Seite sagt, seht ihr erst, wenn ihr beide geantwortet habt.',
  dailyQuestionAction: 'Frage ansehen',
  dailyAnsweredBody: '{name} hat die Frage des Tages beantwortet. Du siehst die Antwort, sobald du deine gegeben hast.',
  dailyAnsweredAction: 'Auch antworten',
  dailyRevealedBody: 'Auch {name} hat die Frage des Tages beantwortet. Jetzt seht ihr beide, was ihr gesagt habt.',
  dailyRevealedAction: 'Antworten ansehen',
  capsuleCreatedBody:
    '{name} hat eine Zeitkapsel begonnen. Bis ihr sie gemeinsam versiegelt, kannst du eigene Erinnerungen dazulegen.',
  capsuleSealedBody:
    'Auch {name} hat zugestimmt, und damit ist eure Zeitkapsel versiegelt. Bis ihr Tag kommt, kann niemand von euch lesen, was darin liegt.',
  capsuleReadyBody: 'Der Tag ist da. Öffnet sie, wenn ihr beide so weit seid.',
  capsuleDateProposedBody:
    '{name} möchte eine versiegelte Zeitkapsel an einem anderen Tag öffnen. Du kannst zustimmen oder ablehnen.',
  capsuleOpensInWeekBody:
    'In einer Woche öffnet sich eine eurer versiegelten Zeitkapseln. Vielleicht haltet ihr euch einen Abend dafür frei.',
  capsuleOpensTomorrowBody: 'Morgen öffnet sich eine eurer versiegelten Zeitkapseln.',
  capsuleCompletedBody: 'Eine Zeitkapsel steht euch jetzt beiden offen, mit allem, was ihr hineingelegt habt.',
  capsuleAction: 'Zeitkapsel ansehen',
  challengeProposedBody: '{name} hat eine Idee für euch beide. Schau sie dir an: Du kannst annehmen oder ablehnen.',
  challengeAcceptedBody: '{name} hat die Challenge angenommen, die du vorgeschlagen hast.',
  challengeDueTomorrowBody: 'Morgen ist der letzte Tag einer eurer Challenges. Ihr könnt ihn auch verschieben.',
  challengeOverdueBody:
    'Der Tag einer eurer Challenges ist vorbei. Ihr könnt sie verlängern oder loslassen; beides ist in Ordnung.',
  challengeCompletedBody: 'Ihr habt eine Challenge geschafft. Der letzte Schritt ist getan.',
  challengeAction: 'Challenge ansehen',
  restitutionReadyBody:
    'Es ist eine Datei, die nur du herunterladen kannst, mit deinem Passwort oder einem Passkey. Sie bleibt ein Jahr lang dort.',
  restitutionReadyAction: 'Einstellungen öffnen',
  goalProposedBody: '{name} möchte etwas mit dir erreichen. Schau es dir an und sag, ob du dabei bist.',
  goalAchievedBody:
    '{name} hat den letzten Schritt zu einem Ziel gemacht. Ein guter Moment, um zusammen stolz zu sein.',
  goalAction: 'Ziele ansehen',
  storyInvitedBody:
    '{name} hat eine Geschichte für zwei aufgeschlagen. Ihr wählt beide im Geheimen, und von beidem hängt ab, wie es weitergeht.',
  storyWaitingBody: '{name} hat gewählt. Die Geschichte geht weiter, sobald auch du gewählt hast.',
  storyFinishedBody:
    'Du und {name} seid am Ende eurer Geschichte angekommen. Ihr könnt den ganzen Weg noch einmal lesen.',
  storyAction: 'Geschichte öffnen',
  wishRedeemedBody:
    '{name} hat etwas von deiner Liste ausgesucht und gemeinsame Punkte dafür zurückgelegt. Lasst euch Zeit und genießt es zusammen.',
  wishAction: 'Wünsche ansehen',
  listCreatedBody: '{name} hat eine Liste angelegt, auf die ihr beide schreiben könnt. Ergänze, was dir einfällt.',
  listAction: 'Listen ansehen',
  nudgeBody: '{name} hat dir ein kleines Zeichen geschickt. Du kannst eines zurückschicken.',
  nudgeAction: 'Duet öffnen',
  moodSharedBody: '{name} hat geteilt, wie sich der Tag anfühlt. Nur du kannst es sehen.',
  moodSharedAction: 'Ansehen',
  noticeFootnote:
    'Du bekommst diese Mail, weil Mails dieser Art in den Einstellungen unter „Mitteilungen“ eingeschaltet sind.',
  unsubscribe: 'Mails dieser Art abschalten',

  secondFactorOnSubject: 'Die Anmeldung in zwei Schritten ist an',
  secondFactorOnBody:
    'Ab jetzt fragt Duet bei der Anmeldung nach einem Code aus deiner Authenticator-App. Bewahre deine Wiederherstellungscodes an einem sicheren Ort auf.',
  secondFactorOffSubject: 'Die Anmeldung in zwei Schritten ist aus',
  secondFactorOffBody: 'Duet fragt bei der Anmeldung nicht mehr nach einem Code: Dein Passwort allein genügt.',
  secondFactorRemovedSubject: 'Die Anmeldung in zwei Schritten wurde entfernt',
  secondFactorRemovedBody:
    'Vor drei Tagen hat jemand mit Zugang zu diesem Postfach darum gebeten, die Anmeldung in zwei Schritten von deinem Duet-Konto zu entfernen, und niemand hat widersprochen. Sie ist jetzt aus, und alle Geräte wurden abgemeldet. Melde dich mit deinem Passwort an oder setze es zurück.',
  secondFactorRemovedAdvice:
    'Wenn du das nicht warst, setze sofort dein Passwort zurück und sichere dieses Postfach: Jemand anders kann darin lesen.',
  removalCancelledSubject: 'Die Anmeldung in zwei Schritten bleibt an',
  removalCancelledBody:
    'Das Entfernen der Anmeldung in zwei Schritten von deinem Duet-Konto wurde abgebrochen. Bei der Anmeldung wird weiterhin nach einem Code gefragt.',
  removalCancelledAdvice:
    'Wenn du nie darum gebeten hast, kann jemand anders in diesem Postfach lesen: Ändere das Passwort dafür.',
  recoveryCodesRenewedSubject: 'Du hast neue Wiederherstellungscodes',
  recoveryCodesRenewedBody:
    'Für dein Duet-Konto wurden neue Wiederherstellungscodes erstellt. Die alten gelten nicht mehr.',
  passkeyAddedSubject: 'Ein Passkey wurde hinzugefügt',
  passkeyAddedBody:
    'Ab jetzt öffnet ein neuer Passkey dein Duet-Konto, ganz ohne Passwort. Du findest ihn in den Einstellungen unter „Konto“ und kannst ihn dort auch entfernen.',
  passkeyRemovedSubject: 'Ein Passkey wurde entfernt',
  passkeyRemovedBody: 'Einer deiner Passkeys öffnet dein Duet-Konto nicht mehr. Dein Passwort tut es weiterhin.',
  signInAttemptsSubject: 'Jemand versucht, sich bei deinem Konto anzumelden',
  signInAttemptsBody:
    'Jemand hat bei deinem Duet-Konto viele falsche Passwörter ausprobiert. Dein Passwort hat standgehalten. Wenn du dich vorübergehend nicht anmelden kannst, warte etwas oder setze das Passwort zurück.',
  signInAttemptsAdvice:
    'Du musst nichts tun. Ein langes Passwort, das du sonst nirgends verwendest, und die Anmeldung in zwei Schritten sorgen dafür, dass es so bleibt.',
  securityFootnote: 'Wenn du das nicht warst, ändere sofort dein Passwort und melde deine anderen Geräte ab.',

  removalSubject: 'Anmeldung in zwei Schritten entfernen',
  removalBody:
    'Jemand, hoffentlich du, hat die Authenticator-App für dein Duet-Konto verloren und die Wiederherstellungscodes auch.',
  removalDelay:
    'Die Anmeldung in zwei Schritten lässt sich entfernen. Das dauert drei Tage, in denen du es auf jedem deiner Geräte abbrechen kannst.',
  removalAction: 'Anmeldung in zwei Schritten entfernen',
  removalFootnote:
    'Der Link gilt {hours} Stunden lang und nur einmal. Wenn du das nicht warst, ignoriere diese Mail: Es ändert sich nichts.',
  removalBegunSubject: 'Die Anmeldung in zwei Schritten wird entfernt',
  removalBegunBody:
    'Jemand mit Zugang zu diesem Postfach hat darum gebeten, die Anmeldung in zwei Schritten von deinem Duet-Konto zu entfernen. Der Zeitpunkt: {date}. Dann werden auch alle Geräte abgemeldet.',
  removalBegunAction: 'Anmeldung in zwei Schritten behalten',
  removalBegunFootnote:
    'Wenn du das nicht warst, behalte sie und sichere dieses Postfach: Jemand anders kann darin lesen. Behalten kannst du sie auch auf jedem Gerät, das angemeldet ist.',
};
