import { DEFAULT_SETTINGS } from '@duet/contracts/plain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as msw } from 'msw';
import { failureOf } from '../src/api/errors.js';
import { SessionList } from '../src/features/auth/session-list.js';
import { adoptLanguage, deviceLanguage, followLanguageLink } from '../src/platform/device/device-language.js';
import { session } from '../src/platform/session/session.js';
import { loadLanguage } from '../src/texts/load-language.js';
import { refusal } from './api-server.js';
import { aMessage, partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';
import { renderApp } from './render-app.js';

const server = useApi();
const STORED = 'duet-language';

describe('the language of a device', () => {
  const speaks = (...tags: string[]) => jest.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
  beforeEach(() => speaks('de-AT', 'en'));
  afterEach(() => jest.restoreAllMocks());

  it('is the browser’s until one is chosen by a link, which leaves the address', () => {
    expect(deviceLanguage()).toBe('de');
    window.history.replaceState({ from: '/chat' }, '', '/login?invite=ABCD2345&lang=es#code');
    followLanguageLink();
    expect(deviceLanguage()).toBe('es');
    expect([window.location.href, window.history.state]).toEqual([
      'http://localhost/login?invite=ABCD2345#code',
      { from: '/chat' },
    ]);
    window.history.replaceState(null, '', '/login?lang=fr');
    followLanguageLink();
    expect(deviceLanguage()).toBe('en');
  });

  it('becomes that of the settings, and asks for a new page only where that speaks another language', () => {
    expect(adoptLanguage('de')).toBe(false);
    expect(adoptLanguage('es')).toBe(true);
    expect(adoptLanguage('es')).toBe(false);
    // Formats only.
    expect(adoptLanguage('fr')).toBe(false);
    expect(deviceLanguage()).toBe('es');
  });

  it('asks for no new page where the browser refuses storage', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(adoptLanguage('es')).toBe(false);
  });

  it('is damaged at most to English', () => {
    localStorage.setItem(STORED, 'not a language');
    speaks();
    expect(deviceLanguage()).toBe('en');
  });
});

describe('a German page', () => {
  beforeAll(() => loadLanguage('de'));

  it('names a sticker in German among the results of a search', async () => {
    const nothing = { hits: [], more: false };
    const groups = ['memories', 'challenges', 'goals', 'stories', 'wishes', 'lists', 'questions', 'dates'];
    const hits = [
      aMessage(1, partner, { content: 'Big hug', sticker: 'hug' }),
      aMessage(2, partner, { content: 'A hug from the future', sticker: 'newer' }),
      aMessage(3, partner, { content: 'Big hug' }),
    ];
    const found = { ...Object.fromEntries(groups.map((id) => [id, nothing])), messages: { hits, more: false } };
    server.http.use(
      msw.get('*/api/search', () => HttpResponse.json({ success: true, data: { ...found, unavailable: [] } })),
    );
    remember(server.api);
    open('/search?q=hug');
    const section = await screen.findByRole('region', { name: 'Nachrichten' });
    const links = within(section).getAllByRole('link');
    expect(links.map(({ firstElementChild }) => firstElementChild?.textContent)).toEqual([
      'Dicke Umarmung',
      'A hug from the future',
      'Big hug',
    ]);
  });

  it('shows rules, refusals and notices in German, and asks the server for German', async () => {
    const languages: (string | null)[] = [];
    server.http.use(
      msw.post('*/api/auth/login', ({ request }) => {
        languages.push(request.headers.get('accept-language'));
        return refusal('INVALID_CREDENTIALS');
      }),
    );
    open('/login');
    await userEvent.click(await screen.findByRole('button', { name: 'Anmelden' }));
    expect(screen.getByText('Bitte gib deine E-Mail-Adresse ein')).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^E-Mail/), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Passwort'), 'Wrong1');
    await userEvent.click(screen.getByRole('button', { name: 'Anmelden' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('E-Mail-Adresse oder Passwort stimmt nicht');
    expect(languages).toEqual(['de']);
  });

  it('says what a service alone says about a field by its code, and an unknown sentence as it came', () => {
    const errors = [
      { field: 'category', code: 'CATEGORY_REQUIRED', message: 'Please choose a category' },
      { field: 'title', code: 'OF_TOMORROW', message: 'A sentence of tomorrow' },
    ];
    const failure = failureOf({ status: 400, data: { success: false, code: 'VALIDATION_FAILED', errors } });
    expect(failure.fields).toEqual({ category: 'Bitte wähle eine Kategorie', title: 'A sentence of tomorrow' });
    expect(failure.messages).toEqual(Object.values(failure.fields));
  });

  it('says on which day a sealed capsule opens, in the zone of that day', () => {
    const params = { at: '2031-03-03T23:30:00.000Z', timeZone: 'Europe/Berlin' };
    const message = 'This capsule opens on March 4, 2031';
    const failure = failureOf({ status: 423, data: { success: false, code: 'CAPSULE_LOCKED', message, params } });
    expect(failure.messages).toEqual(['Diese Kapsel öffnet sich am 4. März 2031']);
  });

  it.each([[{ at: 'soon', timeZone: 'UTC' }], [{ at: '2031-03-03T23:30:00.000Z', timeZone: 'Moon/Sea' }], [null]])(
    'says only that a capsule is sealed where the answer names no day: %j',
    (params) => {
      const failure = failureOf({ status: 423, data: { code: 'CAPSULE_LOCKED', message: 'Sealed', params } });
      expect(failure.messages).toEqual(['Diese Kapsel ist noch versiegelt']);
    },
  );

  it('names devices in German, and those of an earlier build as they came', async () => {
    const at = new Date().toISOString();
    const device = (id: string, named: object) => ({
      ...{ _id: id, id, ip: '192.0.2.1', country: null, createdAt: at, lastUsedAt: at, current: false },
      ...named,
    });
    const data = [
      device('1', { device: 'Chrome on Windows', browser: 'Chrome', system: 'Windows' }),
      device('2', { device: 'Unknown device', browser: null, system: null }),
      device('3', { device: 'Firefox on Linux' }),
    ];
    server.http.use(msw.get('*/api/auth/sessions', () => HttpResponse.json({ success: true, data })));
    remember(server.api);
    session.restart();
    renderApp('/', { element: <SessionList /> });
    expect(await screen.findByText('Chrome auf Windows')).toBeVisible();
    expect(screen.getByText('Unbekanntes Gerät')).toBeVisible();
    expect(screen.getByText('Firefox on Linux')).toBeVisible();
  });

  it('becomes that of the person’s settings', async () => {
    localStorage.setItem(STORED, 'de');
    remember(server.api);
    const data = { ...DEFAULT_SETTINGS, account: { language: 'es' } };
    server.http.use(msw.get('*/api/users/settings', () => HttpResponse.json({ success: true, data })));
    open('/settings');
    await waitFor(() => expect(localStorage.getItem(STORED)).toBe('es'));
  });
});
