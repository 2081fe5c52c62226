import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { aMessage, partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

let mockIsLost: boolean;
jest.mock('../src/features/memories/on-this-day/hide-period.js', () => {
  if (mockIsLost) throw new TypeError('Failed to fetch dynamically imported module');
  return jest.requireActual<object>('../src/features/memories/on-this-day/hide-period.js');
});

beforeEach(() => {
  mockIsLost = true;
  remember(server.api);
});

it('a dialog of earlier years whose code did not load is loaded with the next press', async () => {
  const date = '2025-11-21';
  const message = { ...aMessage(1, partner, { content: 'memory 1' }), chatId: 'c1' };
  const view = { enabled: true, day: '2026-11-21', until: '2126-01-01T00:00:00.000Z', memories: [] };
  server.http.use(
    http.get('*/api/memories/on-this-day', () =>
      HttpResponse.json({ success: true, data: { ...view, items: [{ yearsAgo: 1, date, message }] } }),
    ),
  );
  open('/dashboard');
  const card = within(await screen.findByRole('region', { name: 'On this day' }));
  const press = async (): Promise<void> => {
    await userEvent.click(card.getByRole('button', { name: /1 year ago/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Not this period…' }));
  };
  await press();
  expect(await screen.findByText('This could not be loaded.')).toBeVisible();
  mockIsLost = false;
  await press();
  expect(await screen.findByRole('dialog', { name: 'Hide a period' })).toBeVisible();
});
