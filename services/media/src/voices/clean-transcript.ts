import { LIMITS } from '@duet/contracts';

/** Control and format characters, among them bidirectional controls; line breaks and tabs count as space. */
const INVISIBLE = /(?!\s|\u200c|\u200d)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu;

/** A transcript as one paragraph of visible characters. */
export const cleanTranscript = (words: string): string =>
  words
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LIMITS.transcriptLength)
    .toWellFormed();
