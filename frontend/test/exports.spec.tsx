import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { refusal } from './api-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

beforeEach(() => remember(server.api));

/** Opens the account section of Settings. */
async function openAccount() {
  open('/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Account' }));
  return screen.findByRole('region', { name: 'Your data' });
}

/** Enters the password that starts an export. */
async function prove(data: HTMLElement, password = 'Right1') {
  const field = await within(data).findByLabelText('Your password');
  expect(field).toHaveFocus();
  await userEvent.type(field, password);
  await userEvent.click(within(data).getByRole('button', { name: 'Start export' }));
}

const READY = {
  status: 'ready',
  requestedAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-11-27T10:00:00Z',
  historyUntil: null,
} as const;

describe('a data export', () => {
  it('is requested, shown as preparing and then offered for download', async () => {
    const data = await openAccount();
    const loaded: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function load(
      this: HTMLAnchorElement,
    ) {
      if (this.hasAttribute('download')) loaded.push(new URL(this.href).pathname);
    });
    await userEvent.click(await within(data).findByRole('button', { name: 'Export my data' }));
    await prove(data);
    expect(await within(data).findByText(/Gathering your data/)).toBeVisible();
    expect(within(data).queryByLabelText('Your password')).toBeNull();
    server.api.dataExport = READY;
    await userEvent.click(await within(data).findByRole('button', { name: 'Download' }));
    await waitFor(() => expect(loaded).toEqual(['/api/media/exports/a.b.c']));
    click.mockRestore();
    expect(within(data).getByText(/until November 27, 2026/)).toBeVisible();
    await userEvent.click(within(data).getByRole('button', { name: 'Export again' }));
    await prove(data);
    expect(await within(data).findByText(/Gathering your data/)).toBeVisible();
  });

  it('can be retried after a failure', async () => {
    server.api.dataExport = { ...READY, status: 'failed', expiresAt: null };
    const data = await openAccount();
    expect(await within(data).findByRole('alert')).toHaveTextContent('Your data could not be exported.');
    await userEvent.click(within(data).getByRole('button', { name: 'Retry' }));
    await prove(data);
    expect(await within(data).findByText(/Gathering your data/)).toBeVisible();
  });

  it('shows that it was requested too often', async () => {
    server.http.use(http.post('*/api/users/export', () => refusal('RATE_LIMITED')));
    const data = await openAccount();
    await userEvent.click(await within(data).findByRole('button', { name: 'Export my data' }));
    await prove(data);
    expect(await within(data).findByText('Too many requests. Please try again later.')).toBeVisible();
    await userEvent.click(within(data).getByRole('button', { name: 'Cancel' }));
    expect(await within(data).findByRole('button', { name: 'Export my data' })).toBeEnabled();
  });

  it('shows a wrong password at its field', async () => {
    const data = await openAccount();
    await userEvent.click(await within(data).findByRole('button', { name: 'Export my data' }));
    await prove(data, 'Wrong1');
    await waitFor(() =>
      expect(within(data).getByLabelText('Your password')).toHaveAccessibleDescription('The password is not correct'),
    );
    expect(server.api.dataExport.status).toBe('none');
    expect(within(data).queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });

  it('disappears when it has been withdrawn', async () => {
    server.api.dataExport = READY;
    const data = await openAccount();
    const download = await within(data).findByRole('button', { name: 'Download' });
    server.api.dataExport = { ...READY, status: 'none', expiresAt: null };
    server.http.use(http.post('*/api/users/export/link', () => refusal('NOT_FOUND')));
    await userEvent.click(download);
    expect(await within(data).findByRole('button', { name: 'Export my data' })).toBeVisible();
  });
});

describe('a restitution', () => {
  it('is not mentioned without any', async () => {
    await openAccount();
    expect(screen.queryByRole('region', { name: 'Given back to you' })).toBeNull();
  });

  it('is listed with its size, and each download asks for the password', async () => {
    const times = { readyAt: '2026-11-20T10:00:00Z', expiresAt: '2027-11-20T10:00:00Z' };
    server.api.restitutions = [{ _id: 'r1', size: 3 * 1024 * 1024, ...times }];
    const loaded: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function load(
      this: HTMLAnchorElement,
    ) {
      if (this.hasAttribute('download')) loaded.push(new URL(this.href).pathname);
    });
    await openAccount();
    const given = await screen.findByRole('region', { name: 'Given back to you' });
    expect(within(given).getByText('3 MB, here until November 20, 2027')).toBeVisible();
    const download = { name: 'Download what was given back on November 20, 2026' };
    await userEvent.click(within(given).getByRole('button', download));
    const form = within(within(given).getByRole('form', download));
    await userEvent.type(form.getByLabelText('Your password'), 'Wrong1');
    await userEvent.click(form.getByRole('button', { name: 'Download' }));
    await waitFor(() =>
      expect(form.getByLabelText('Your password')).toHaveAccessibleDescription('The password is not correct'),
    );
    expect(loaded).toEqual([]);
    await userEvent.clear(form.getByLabelText('Your password'));
    await userEvent.type(form.getByLabelText('Your password'), 'Right1');
    await userEvent.click(form.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(loaded).toEqual(['/api/media/restitutions/r1']));
    expect(await within(given).findByRole('button', download)).toBeEnabled();
    click.mockRestore();
  });
});

describe('the export of a former couple', () => {
  it('shows until when the shared history can be exported and that relinking restores it', async () => {
    server.api.linked = false;
    server.api.dataExport = { ...server.api.dataExport, historyUntil: '2026-12-20T10:00:00Z' };
    remember(server.api);
    open('/settings');
    expect(
      await screen.findByText(
        /can be exported until December 20, 2026, under Account\. If you two link again before then, all of it comes back\./,
      ),
    ).toBeVisible();
  });

  it('is not mentioned to other users', async () => {
    await openAccount();
    expect(screen.queryByText(/former partner/)).not.toBeInTheDocument();
  });
});
