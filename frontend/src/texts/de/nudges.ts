import type { nudges as en } from '../en/nudges.js';

export const nudges: Record<keyof typeof en, string> = {
  nudges: 'Ein kleiner Stups',
  thinking: 'Ich denk an dich',
  miss: 'Du fehlst mir',
  proud: 'Ich bin stolz auf dich',
  goodnight: 'Gute Nacht',
  letsThemKnow: 'So weiß {firstName} es, ganz ohne Nachricht.',
  sentNextFrom: 'Verschickt. Der nächste geht ab {at}.',
  failedToSend: 'Der Stups ließ sich nicht verschicken',
};
