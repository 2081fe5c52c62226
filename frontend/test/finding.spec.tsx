import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { me, partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

const request = {
  _id: 'q1',
  id: 'q1',
  sender: partner,
  receiver: me,
  message: 'It is me',
  createdAt: new Date().toISOString(),
  expiresAt: '2030-01-01T00:00:00Z',
};

beforeEach(() => {
  server.api.linked = false;
  remember(server.api);
});

describe('a user without a partner', () => {
  it('searches people when typing pauses, from two characters on', async () => {
    open('/dashboard');
    const field = await screen.findByLabelText(/Search by name/);
    await userEvent.type(field, 'c');
    await userEvent.type(field, 'leo');
    const results = await screen.findByRole('list', { name: 'Search results' });
    expect(within(results).getByText('@cleo')).toBeVisible();
    expect(server.api.searches).toEqual(['cleo']);
  });

  it('sees disabled quick actions with the reason and cannot open the chat', async () => {
    const page = open('/chat');
    await waitFor(() => expect(page.at()).toBe('/dashboard'));
    const action = await screen.findByRole('button', { name: 'Send Message' });
    expect(action).toBeDisabled();
    expect(action).toHaveAccessibleDescription(/linked with a partner/);
    expect(screen.getByText('No Partner Connected')).toBeVisible();
  });

  it('sees a request with its age and accepts it', async () => {
    server.api.requests = [request];
    open('/dashboard');
    await userEvent.click(await screen.findByRole('tab', { name: /Requests 1 pending/ }));
    expect(await screen.findByText('It is me')).toBeVisible();
    expect(screen.getByText('Just now')).toBeVisible();
    // The toast is there for two seconds, so the test begins to wait for it before the press.
    const toast = screen.findByText('Partner linked successfully!');
    await userEvent.click(screen.getByRole('button', { name: 'Accept Bob Lovelace' }));
    await toast;
    const moment = await screen.findByRole('dialog', { name: 'You and Bob' });
    await userEvent.click(within(moment).getByRole('button', { name: 'Look around first' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada' })).toBeVisible();
  });
});

describe('a linked user', () => {
  it('can unlink only after typing the word', async () => {
    server.api.linked = true;
    remember(server.api);
    open('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Unlink Partner' }));
    const dialog = await screen.findByRole('alertdialog');
    const act = within(dialog).getByRole('button', { name: 'Unlink' });
    expect(act).toBeDisabled();
    await userEvent.type(within(dialog).getByLabelText('Type UNLINK to confirm'), 'UNLINK');
    await userEvent.click(act);
    expect(await screen.findByText('Partner unlinked successfully')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Unlink Partner' })).toBeDisabled());
  });

  it('gets Page Not Found for someone else’s chat', async () => {
    server.api.linked = true;
    remember(server.api);
    open('/chat/somebody-elses');
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    expect(screen.getAllByRole('main')).toHaveLength(1);
  });
});
