import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { data } from './api-server.js';
import { aCapsule } from './capsules.js';
import { partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

let sent: object[];

beforeEach(() => {
  sent = [];
  remember(server.api);
  server.http.use(http.get('*/api/capsules/:id', () => data(aCapsule())));
});

describe('our year', () => {
  const candidate = (messageId: string, words: string, isFirst: boolean) => ({
    messageId,
    words,
    isFirst,
    seq: 1,
    by: partner._id,
    sentAt: '2026-01-02T10:00:00.000Z',
  });
  let proposal: object | null;

  beforeEach(() => {
    const candidates = [candidate('m1', 'Happy new year', true), candidate('m2', 'I said yes', false)];
    proposal = {
      year: 2026,
      occasion: 'year_end',
      messages: 1_234,
      memories: 1,
      challenges: 0,
      candidates,
      finished: [],
    };
    server.http.use(
      http.get('*/api/memories/our-year', () => data({ proposal })),
      http.post('*/api/memories/our-year', async ({ request }) => {
        sent.push(Object(await request.json()));
        return data(aCapsule());
      }),
      http.post('*/api/memories/our-year/dismiss', async ({ request }) => {
        sent.push(Object(await request.json()));
        proposal = null;
        return data({ done: true });
      }),
    );
  });

  it('becomes a keepsake of the chosen messages, which opens', async () => {
    const page = open('/memories');
    const card = within(await screen.findByRole('region', { name: 'Our year 2026' }));
    expect(card.getByText('1,234 messages and 1 new memory. Shall we keep the best of it?')).toBeVisible();
    await userEvent.click(
      card.getByRole('checkbox', { name: 'Happy new year', description: /the first of the year$/ }),
    );
    await userEvent.click(card.getByRole('button', { name: 'Make our keepsake' }));
    await waitFor(() => expect(page.at()).toBe('/memories/k1'));
    expect(sent).toEqual([{ year: 2026, occasion: 'year_end', messageIds: ['m2'], challengeIds: [] }]);
  });

  describe('with photos', () => {
    const kept: { messageId?: string; capsuleId?: string }[] = [];
    let isFull: boolean;

    beforeEach(() => {
      kept.length = 0;
      isFull = false;
      const photos = ['p1', 'p2', 'p3'].map((id) => ({ ...candidate(id, '', false), pictureId: `${id}-picture` }));
      Object.assign(proposal ?? {}, { photos: photos.map((photo, at) => ({ ...photo, words: at === 0 ? 'Us' : '' })) });
      server.http.use(
        http.post<never, { ids: string[] }>('*/api/media/links', async ({ request }) => {
          const expiresAt = new Date(Date.now() + 300_000).toISOString();
          return data({ links: (await request.json()).ids.map((id) => ({ id, query: 'h=1', expiresAt })) });
        }),
        http.post('*/api/memories/our-year', async ({ request }) => {
          sent.push(Object(await request.json()));
          proposal = null;
          return data(aCapsule());
        }),
        http.post('*/api/capsules/from-message', async ({ request }) => {
          const wanted = Object(await request.json());
          if (isFull && kept.length === 1)
            return HttpResponse.json(
              { success: false, code: 'QUOTA_EXCEEDED', message: 'Full', requestId: 'r' },
              { status: 413 },
            );
          kept.push(wanted);
          return data({ _id: `n${kept.length}` });
        }),
      );
    });

    const choose = async () => {
      const page = open('/memories');
      const card = within(await screen.findByRole('region', { name: 'Our year 2026' }));
      const photos = within(card.getByRole('group', { name: 'And your photos' }));
      return { page, card, photos };
    };
    const press = (card: ReturnType<typeof within>) =>
      userEvent.click(card.getByRole('button', { name: 'Make our keepsake' }));
    const keptIds = () => kept.map(({ messageId }) => messageId);

    it('keeps the chosen ones in it by the call that keeps messages', async () => {
      const { page, card, photos } = await choose();
      const pictures = await waitFor(() => {
        const shown = photos.getAllByRole('presentation');
        expect(shown).toHaveLength(3);
        return shown;
      });
      expect(pictures[0]).toHaveAttribute('src', '/api/media/attachments/p1-picture/thumbnail?h=1');
      const [second] = photos.getAllByRole('checkbox', { name: 'Photo', description: /Bob/ });
      expect(photos.getByRole('checkbox', { name: 'Us' })).toBeChecked();
      await userEvent.click(second ?? document.body);
      await press(card);
      await waitFor(() => expect(page.at()).toBe('/memories/k1'));
      expect(sent).toEqual([{ year: 2026, occasion: 'year_end', messageIds: ['m1', 'm2'], challengeIds: [] }]);
      expect(kept).toMatchObject([
        { messageId: 'p1', capsuleId: 'k1' },
        { messageId: 'p3', capsuleId: 'k1' },
      ]);
    });

    it('stays with the choice where one could not be kept, and goes on with the next press', async () => {
      isFull = true;
      const { page, card } = await choose();
      await press(card);
      expect(await screen.findByRole('alert')).toBeVisible();
      expect(keptIds()).toEqual(['p1']);
      expect(page.at()).toBe('/memories');
      isFull = false;
      await press(card);
      await waitFor(() => expect(page.at()).toBe('/memories/k1'));
      expect(keptIds()).toEqual(['p1', 'p1', 'p2', 'p3']);
    });

    it('keeps the rest for a person who has left the page, and leaves them where they are', async () => {
      const { page, card } = await choose();
      await press(card);
      await page.go('/profile');
      await waitFor(() => expect(keptIds()).toEqual(['p1', 'p2', 'p3']));
      expect(page.at()).toBe('/profile');
    });
  });

  it('goes away with “Not this year”', async () => {
    open('/memories');
    await userEvent.click(await screen.findByRole('button', { name: 'Not this year' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Our year 2026' })).toBeNull());
    expect(sent).toEqual([{ year: 2026, occasion: 'year_end' }]);
  });

  it('names an anniversary by its years', async () => {
    Object.assign(proposal ?? {}, { occasion: 'anniversary', yearsTogether: 2 });
    open('/memories');
    const card = within(await screen.findByRole('region', { name: '2 years together' }));
    await userEvent.click(card.getByRole('button', { name: 'Not this year' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: '2 years together' })).toBeNull());
    expect(sent).toEqual([{ year: 2026, occasion: 'anniversary' }]);
  });
});
