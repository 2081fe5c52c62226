import type { ImportantDateView, PartnerActivityKind } from '@duet/contracts';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { session } from '../src/platform/session/session.js';
import { refusal } from './api-server.js';
import { me, partner } from './chat-server.js';
import { FakeWire } from './fake-wire.js';
import { remember, useApi } from './pages.js';
import { renderApp } from './render-app.js';

export const aDate = (id: string, more: Partial<ImportantDateView> = {}): ImportantDateView => ({
  _id: id,
  id,
  title: `Date ${id}`,
  date: '2026-12-24',
  yearly: false,
  remindDaysBefore: [0],
  private: false,
  createdBy: partner._id,
  next: '2026-12-24',
  daysUntil: 33,
  version: 1,
  ...more,
});

export const done = (data: unknown) => HttpResponse.json({ success: true, data });

/** Types a date into its segments in their order. */
export const typeDay = async (place: HTMLElement, name: string, parts: Record<string, string>): Promise<void> => {
  const group = within(place).getByRole('group', { name });
  for (const [part, digits] of Object.entries(parts)) {
    await userEvent.click(within(group).getByRole('spinbutton', { name: new RegExp(`^${part}`) }));
    await userEvent.keyboard(digits);
  }
};

/** The pages about the relationship. Their server stores dates, the day since when, and the nickname. */
export function useRelationship() {
  const server = useApi();
  let wire = new FakeWire(me._id);
  /** The calls that change something, in order. */
  const requests: { method: string; path: string; body: unknown }[] = [];

  beforeEach(() => {
    wire = new FakeWire(me._id);
    requests.splice(0);
    const { api } = server;
    remember(api);
    const note = async (request: Request): Promise<Record<string, unknown>> => {
      const body: Record<string, unknown> = request.method === 'DELETE' ? {} : Object(await request.json());
      requests.push({ method: request.method, path: new URL(request.url).pathname, body });
      return body;
    };
    server.http.use(
      http.post('*/api/partners/dates', async ({ request }) => {
        const { title } = await note(request);
        const made = aDate('new', { title: String(title), createdBy: me._id });
        api.dates = { ...api.dates, dates: [...api.dates.dates, made] };
        return done(made);
      }),
      http.patch('*/api/partners/dates/:id', async ({ request }) => {
        const { version, title } = await note(request);
        const [first] = api.dates.dates;
        if (!first) return refusal('DATE_NOT_FOUND');
        if (version !== first.version) return refusal('VERSION_CONFLICT');
        api.dates = {
          ...api.dates,
          dates: [{ ...first, title: String(title), version: first.version + 1 }, ...api.dates.dates.slice(1)],
        };
        return done(api.dates.dates[0]);
      }),
      http.delete('*/api/partners/dates/:id', async ({ request, params }) => {
        await note(request);
        api.dates = { ...api.dates, dates: api.dates.dates.filter(({ id }) => id !== params['id']) };
        return done({ done: true });
      }),
      http.patch('*/api/partners/together-since', async ({ request }) => {
        api.togetherSince = String((await note(request))['togetherSince']);
        return done({});
      }),
      http.put('*/api/partners/nickname', async ({ request }) => {
        const { nickname } = await note(request);
        api.nickname = nickname === '' ? null : String(nickname);
        return done({ nickname: api.nickname });
      }),
    );
  });

  function open(path: string): void {
    session.restart();
    renderApp(path, { wire });
  }

  const settings = async () => {
    open('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Relationship' }));
    return screen.findByRole('dialog', { name: 'Relationship' });
  };

  const partnerDid = (kind: PartnerActivityKind): void => {
    const by = { _id: partner._id, firstName: partner.firstName };
    act(() =>
      wire.deliver('partner_activity', {
        kind,
        by,
        entity: { type: 'important_date', id: 'x' },
        at: new Date().toISOString(),
      }),
    );
  };

  return { server, requests, open, settings, partnerDid };
}
