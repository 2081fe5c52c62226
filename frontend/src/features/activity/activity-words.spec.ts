import type { ActivityView } from '@duet/contracts';
import { loadLanguage } from '../../texts/load-language.js';
import { activityWords } from './activity-words.js';

const MIRA = { _id: 'u1', firstName: 'Mira' };

type Act = Pick<ActivityView, 'kind' | 'changed'>;

/** An act of Mira, as she reads it and as her partner does. */
function asRead({ kind, changed }: Act): [own: string | null, others: string | null] {
  const activity = {
    id: 'a1',
    kind,
    by: MIRA,
    entity: { type: 'couple', id: 'c1' },
    at: new Date(0).toISOString(),
    ...(changed && { changed }),
  } as const;
  return [activityWords(activity, MIRA._id), activityWords(activity, 'u2')];
}

const ACTS: readonly Act[] = [
  { kind: 'avatar_changed' },
  { kind: 'profile_updated', changed: ['name', 'email'] },
  { kind: 'profile_updated', changed: [] },
  { kind: 'wish_redeemed' },
];

// English first: a page does not change its language back.
it.each([
  [
    'en',
    [
      ['You changed your picture', 'Mira changed their picture'],
      ['You changed your name and your email address', 'Mira changed their name and their email address'],
      ['You changed your profile', 'Mira changed their profile'],
      ['You chose a wish', 'Mira chose a wish'],
    ],
  ],
  [
    'de',
    [
      ['Du hast dein Bild geändert', 'Mira hat ein neues Bild'],
      ['Du hast deinen Namen und deine E-Mail-Adresse geändert', 'Mira hat den Namen und die E-Mail-Adresse geändert'],
      ['Du hast dein Profil geändert', 'Mira hat das Profil geändert'],
      ['Du hast dir einen Wunsch ausgesucht', 'Mira hat sich einen Wunsch ausgesucht'],
    ],
  ],
  [
    'es',
    [
      ['Cambiaste tu foto', 'Mira cambió su foto'],
      ['Cambiaste tu nombre y tu correo', 'Mira cambió su nombre y su correo'],
      ['Cambiaste tu perfil', 'Mira cambió su perfil'],
      ['Elegiste un deseo', 'Mira eligió un deseo'],
    ],
  ],
] as const)('an act reads as one’s own or as the other’s in %s', async (language, sentences) => {
  if (language !== 'en') await loadLanguage(language);
  expect(ACTS.map(asRead)).toEqual(sentences);
});
