import type { ActivityView } from '@duet/contracts';
import type { CoupleNames } from '../../platform/account/names.js';
import { loadLanguage } from '../../texts/load-language.js';
import { activityWords, actorIn } from './activity-words.js';

const MIRA = { _id: 'u1', firstName: 'Mira' };

type Act = Pick<ActivityView, 'kind' | 'changed'>;

const actOfMira = ({ kind, changed }: Act): ActivityView => ({
  id: 'a1',
  kind,
  by: MIRA,
  entity: { type: 'couple', id: 'c1' },
  at: new Date(0).toISOString(),
  ...(changed && { changed }),
});

/** An act of Mira, as she reads it and as her partner does. */
function asRead(act: Act): [own: string | null, others: string | null] {
  const activity = actOfMira(act);
  return [activityWords(activity, { by: 'you', name: 'You' }), activityWords(activity, { by: 'other', name: 'Mira' })];
}

/** How a reader reads that Mira sent a heart. */
function asReadBy(self: string, partnerId: string): string | null {
  const nameOf = (id: string): string => (id === self ? 'You' : 'Miri');
  const activity = actOfMira({ kind: 'nudge' });
  const names: CoupleNames = {
    self,
    partnerId,
    partner: 'Miri',
    nameOf,
    actorOf: (id) => ({ by: id === self ? 'you' : 'other', name: nameOf(id) }),
  };
  return activityWords(activity, actorIn(activity, names));
}

it('names the partner as the reader calls them, and somebody else as they call themselves', () => {
  expect(asReadBy('u1', 'u2')).toMatch(/^You /);
  expect(asReadBy('u2', 'u1')).toMatch(/^Miri /);
  expect(asReadBy('u2', 'u3')).toMatch(/^Mira /);
});

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
