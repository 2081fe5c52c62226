import { LIMITS } from '@duet/contracts';
import { cleanTranscript } from './clean-transcript.js';

it.each([
  ['  I will be\r\n late\t today  ', 'I will be late today'],
  ['a\u0000b\u001b[31m', 'ab[31m'],
  ['exe.\u202egpj \u2066x\u2069', 'exe.gpj x'],
  ['u\u0308ber', 'über'],
  ['👩\u200d👧 می\u200cخواهم', '👩\u200d👧 می\u200cخواهم'],
  ['half \ud800', 'half \ufffd'],
  ['\u200b \u0007 ', ''],
])('%j becomes %j', (words, expected) => {
  expect(cleanTranscript(words)).toBe(expected);
});

it('a transcript is cut at the limit and never within a character', () => {
  const made = cleanTranscript('x'.repeat(LIMITS.transcriptLength - 1) + '😀'.repeat(20));
  expect([made.length, made.isWellFormed()]).toEqual([LIMITS.transcriptLength, true]);
});
