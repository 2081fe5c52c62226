import { LIMITS } from '@duet/contracts';

/** Control and format characters, among them those that turn the direction of text; line breaks and tabs are space. */
const INVISIBLE = /(?!\s|\u200c|\u200d)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Words as one paragraph of visible characters. */
export const cleanTranscript = (words: string): string =>
  words.toWellFormed().normalize('NFC').replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim().slice(0, LIMITS.transcriptLength).toWellFormed();
