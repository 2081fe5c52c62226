import type { reports as en } from '../en/reports.js';

export const reports: Record<keyof typeof en, string> = {
  whatHappened: 'Was ist passiert?',
  reasonHarassment: 'Belästigung',
  reasonThreat: 'Eine Drohung',
  reasonImpersonation: 'Gibt sich als jemand anderes aus',
  reasonMinor: 'Betrifft jemanden unter 18',
  reasonSpam: 'Spam',
  reasonOther: 'Etwas anderes',
  reportTextOptional: 'In deinen eigenen Worten (optional)',
  reportIsSecret:
    '{firstName} erfährt nie davon. Die Meldung wird {reportDays} Tage lang verschlüsselt aufbewahrt. Wer dieses Duet betreibt, kann sie lesen.',
  messageGoesAlong: 'Die Nachricht geht mit, wie du sie jetzt siehst, auch wenn sie später gelöscht wird.',
  ifYouAreInDanger: 'Wenn du gerade in Gefahr bist, ruf den Notruf an deinem Ort an.',
  sendReport: 'Meldung senden',
  tooManyReports: 'Du hast heute schon viel gemeldet. Bitte versuch es morgen noch einmal.',
  done: 'Fertig',
  reportFiled: 'Deine Meldung ist da',
  thankYouForTheReport: 'Danke, dass du es sagst. {firstName} erfährt nichts davon.',
  blockAfterReport: 'Wenn du von {firstName} nichts mehr hören möchtest, hilft auch Blockieren.',
};
