import type { MoodView } from '@duet/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { refusal } from './api-server.js';
import { me, partner } from './chat-server.js';
import { done, typeDay, useRelationship } from './relationship-page.js';

const { server, requests, open, settings, partnerDid } = useRelationship();

describe('the start date of the couple', () => {
  it('is set for both and follows the partner’s changes', async () => {
    const dialog = await settings();
    await within(dialog).findByRole('group', { name: 'Together since' });
    const save = within(dialog).getByRole('button', { name: 'Save together since' });
    expect(save).toBeDisabled();
    await typeDay(dialog, 'Together since', { year: '2019' });
    await userEvent.click(save);
    expect(await screen.findByText('Saved for both of you')).toBeInTheDocument();
    expect(requests).toEqual([
      { method: 'PATCH', path: '/api/partners/together-since', body: { togetherSince: '2019-02-01', version: 0 } },
    ]);
    server.api.togetherSince = '2018-05-04';
    partnerDid('together_since_changed');
    await waitFor(() => {
      const since = within(dialog).getByRole('group', { name: 'Together since' });
      expect(within(since).getByRole('spinbutton', { name: /^year/ })).toHaveTextContent('2018');
    });
  });

  it('shows the server’s errors and version conflicts', async () => {
    const dialog = await settings();
    await within(dialog).findByRole('group', { name: 'Together since' });
    server.http.use(
      http.patch(
        '*/api/partners/together-since',
        () =>
          refusal('VALIDATION_FAILED', [
            { field: 'togetherSince', code: 'TOGETHER_SINCE_IN_FUTURE', message: 'This day is still to come' },
          ]),
        { once: true },
      ),
    );
    await typeDay(dialog, 'Together since', { year: '2099' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save together since' }));
    expect(await within(dialog).findByText('This day is still to come')).toBeVisible();
    server.http.use(http.patch('*/api/partners/together-since', () => refusal('VERSION_CONFLICT'), { once: true }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save together since' }));
    expect(await screen.findByText(/Your partner has just set another day/)).toBeInTheDocument();
  });
});

describe('a nickname', () => {
  it('is shown in the couple’s own places beside the real name', async () => {
    server.api.nickname = 'Bärchen 🐻';
    open('/dashboard');
    expect(await screen.findByRole('heading', { name: 'Bärchen 🐻' })).toBeVisible();
    expect(screen.getByText('You and Bärchen 🐻, all in one place.')).toBeVisible();
    expect(screen.getByText('With Bärchen 🐻')).toBeInTheDocument();
    const card = screen.getByRole('region', { name: 'Your partner' });
    expect(within(card).getByText('Bärchen 🐻')).toBeVisible();
    expect(within(card).getByText(partner.fullName)).toBeVisible();
  });

  it('is set, and removed by emptying the field', async () => {
    const dialog = await settings();
    const field = await within(dialog).findByRole('textbox', { name: `Nickname for ${partner.firstName}` });
    await userEvent.type(field, ' Mausi ');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save nickname' }));
    expect(await screen.findByText('Nickname saved')).toBeInTheDocument();
    await waitFor(() => expect(within(dialog).getByRole('textbox', { name: /Nickname/ })).toHaveValue('Mausi'));
    await userEvent.clear(within(dialog).getByRole('textbox', { name: /Nickname/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save nickname' }));
    expect(await screen.findByText('Nickname removed')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ nickname: 'Mausi' }, { nickname: '' }]);
  });

  it('has at most forty characters', async () => {
    const dialog = await settings();
    await userEvent.click(await within(dialog).findByRole('textbox', { name: /Nickname/ }));
    await userEvent.paste('x'.repeat(41));
    expect(within(dialog).getByText('Nickname must be at most 40 characters')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save nickname' }));
    expect(requests).toEqual([]);
  });
});

describe('the moods of today', () => {
  const aMood = (userId: string, more: Partial<MoodView> = {}): MoodView => ({
    userId,
    day: '2026-11-21',
    mood: 'calm',
    note: '',
    at: '2026-11-21T12:00:00.000Z',
    ...more,
  });

  const card = () => screen.findByRole('region', { name: 'How today feels' });

  it('stand below the words that the partner wrote about themselves', async () => {
    server.api.partnerBio = 'Burns pancakes, books tables.';
    open('/partner');
    expect(await screen.findByText('Burns pancakes, books tables.')).toBeVisible();
    expect(await card()).toBeVisible();
  });

  it('are both shown on the partner’s page, with those of the last days', async () => {
    const { moods } = server.api;
    server.api.moods = {
      ...moods,
      moods: [aMood(partner._id, { mood: 'in_love', note: 'So much' }), aMood(me._id, { day: '2026-11-20' })],
    };
    open('/partner');
    const shown = await card();
    expect(await within(shown).findByText('So much')).toBeVisible();
    expect(within(shown).getByText('In love', { selector: 'p > span' })).toBeVisible();
    expect(within(shown).getByText('Friday, November 20')).toBeInTheDocument();
    server.api.moods = { ...moods, moods: [] };
    partnerDid('mood_changed');
    expect(await within(shown).findByText(`${partner.firstName} has not shared a mood today.`)).toBeVisible();
  });

  it('are chosen, shared with a note, and taken back', async () => {
    const { api } = server;
    server.http.use(
      http.put('*/api/moods/today', async ({ request }) => {
        const body = Object(await request.json());
        requests.push({ method: 'PUT', path: new URL(request.url).pathname, body });
        const made = aMood(me._id, body);
        api.moods = { ...api.moods, moods: [made] };
        return done(made);
      }),
      http.delete('*/api/moods/today', () => {
        api.moods = { ...api.moods, moods: [] };
        return done({ done: true });
      }),
    );
    open('/partner');
    const shown = await card();
    await userEvent.click(await within(shown).findByRole('radio', { name: 'Tired' }));
    const note = within(shown).getByRole('textbox', { name: `A few words for ${partner.firstName}` });
    await userEvent.click(note);
    await userEvent.paste('x'.repeat(141));
    expect(within(shown).getByText('Note must be at most 140 characters')).toBeVisible();
    await userEvent.click(within(shown).getByRole('button', { name: 'Share' }));
    expect(requests).toEqual([]);
    await userEvent.clear(note);
    await userEvent.click(note);
    await userEvent.paste(' Soup? ');
    await userEvent.click(within(shown).getByRole('button', { name: 'Share' }));
    expect(await within(shown).findByText('Soup?')).toBeVisible();
    expect(requests).toEqual([{ method: 'PUT', path: '/api/moods/today', body: { mood: 'tired', note: 'Soup?' } }]);
    await userEvent.click(within(shown).getByRole('button', { name: 'Take back' }));
    expect(await within(shown).findByRole('radio', { name: 'Tired' })).not.toBeChecked();
  });
});
