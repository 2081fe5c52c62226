import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { refusal } from './api-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

beforeEach(() => remember(server.api));

/** Settings, Account. */
async function openAccount() {
  open('/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Account' }));
  return screen.findByRole('region', { name: 'Your data' });
}

const READY = { status: 'ready', requestedAt: '2026-11-20T10:00:00Z', expiresAt: '2026-11-27T10:00:00Z', url: '/api/media/exports/a.b.c', historyUntil: null } as const;

describe('Export my data', () => {
  it('is asked for, prepared with words, and then there to be loaded', async () => {
    const data = await openAccount();
    await userEvent.click(await within(data).findByRole('button', { name: 'Export my data' }));
    expect(await within(data).findByText(/Gathering your data/)).toBeVisible();
    server.api.dataExport = READY;
    const link = await within(data).findByRole('link', { name: 'Download' }, { timeout: 8_000 });
    expect(link).toHaveAttribute('href', '/api/media/exports/a.b.c');
    expect(link).toHaveAttribute('download');
    expect(within(data).getByText(/works until November 27, 2026/)).toBeVisible();
    await userEvent.click(within(data).getByRole('button', { name: 'Export again' }));
    expect(await within(data).findByText(/Gathering your data/)).toBeVisible();
  });

  it('that failed can be tried again', async () => {
    server.api.dataExport = { ...READY, status: 'failed', url: null, expiresAt: null };
    const data = await openAccount();
    expect(await within(data).findByRole('alert')).toHaveTextContent('Your data could not be exported.');
    await userEvent.click(within(data).getByRole('button', { name: 'Retry' }));
    expect(await within(data).findByText(/Gathering your data/)).toBeVisible();
  });

  it('says so when it was asked for too often', async () => {
    server.http.use(http.post('*/api/users/export', () => refusal('RATE_LIMITED')));
    const data = await openAccount();
    await userEvent.click(await within(data).findByRole('button', { name: 'Export my data' }));
    expect(await screen.findByText('Too many requests. Please try again later.')).toBeInTheDocument();
    expect(await within(data).findByRole('button', { name: 'Export my data' })).toBeEnabled();
  });
});

describe('after an unlink', () => {
  it('says until when the shared history can be exported, and that it comes back', async () => {
    server.api.linked = false;
    server.api.dataExport = { ...server.api.dataExport, historyUntil: '2026-12-20T10:00:00Z' };
    remember(server.api);
    open('/settings');
    expect(await screen.findByText(/can be exported until December 20, 2026, under Account\. If you two link again before then, all of it comes back\./)).toBeVisible();
  });

  it('and nothing of the kind to everybody else', async () => {
    await openAccount();
    expect(screen.queryByText(/former partner/)).not.toBeInTheDocument();
  });
});
