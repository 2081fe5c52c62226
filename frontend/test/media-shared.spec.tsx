import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as rest } from 'msw';
import { aMessage, me, partner } from './chat-server.js';
import { anAttachment, useMediaPage } from './media-page.js';

const page = useMediaPage();

describe('shared media', () => {
  it('requests links in one call and once more for those that failed to load', async () => {
    page.server.messages = [
      aMessage(1, partner, {
        content: '',
        messageType: 'image',
        attachments: [anAttachment('p1', 'image'), anAttachment('p2', 'image')],
      }),
      aMessage(2, partner, {
        content: '',
        messageType: 'image',
        attachments: [anAttachment('p3', 'image', { width: 400, height: 300 })],
      }),
    ];
    page.open();
    await screen.findByRole('log');
    await waitFor(() => expect(page.links).toEqual([['p1', 'p2', 'p3']]));
    const tile = await screen.findByRole('button', { name: 'Open photo' });
    const picture = (): HTMLImageElement | null => tile.querySelector('img');
    await waitFor(() => expect(picture()).toHaveAttribute('src', '/api/media/attachments/p3/display?h=1'));
    fireEvent.error(picture() ?? tile);
    await waitFor(() => expect(picture()).toHaveAttribute('src', '/api/media/attachments/p3/display?h=2'));
    fireEvent.error(picture() ?? tile);
    const broken = await screen.findByRole('button', { name: 'Open photo could not be loaded. Retry' });
    await userEvent.click(broken);
    await waitFor(() => expect(picture()).toHaveAttribute('src', '/api/media/attachments/p3/display?h=3'));
  });

  it('shows in the gallery what is on the device without a connection, and the rest with one', async () => {
    let isOffline = true;
    const older = aMessage(9, partner, { content: 'https://example.org/older' });
    page.server.messages = [
      aMessage(1, partner, { content: 'no link' }),
      aMessage(2, partner, { content: 'https://example.org/here' }),
      aMessage(3, partner, {
        content: 'from https://example.org/photo',
        messageType: 'image',
        attachments: [anAttachment('p1', 'image')],
      }),
    ];
    page.http.use(
      rest.get('*/api/messages/gallery', () =>
        isOffline
          ? HttpResponse.error()
          : HttpResponse.json({ success: true, data: { messages: [older], hasMore: false } }),
      ),
    );
    page.open();
    await screen.findByRole('log');
    await userEvent.click(screen.getByRole('button', { name: 'Shared media' }));
    const gallery = within(await screen.findByRole('dialog', { name: 'Shared media' }));
    expect(await gallery.findByText(/^Older things come with the connection/)).toBeVisible();
    expect(gallery.getAllByRole('button', { name: /^Open photo from/ })).toHaveLength(1);
    await userEvent.click(gallery.getByRole('tab', { name: 'Files' }));
    expect(await gallery.findByText(/^This comes with the connection/)).toBeVisible();
    await userEvent.click(gallery.getByRole('tab', { name: 'Links' }));
    expect(await gallery.findAllByRole('link')).toHaveLength(2);
    isOffline = false;
    await userEvent.click(gallery.getByRole('button', { name: 'Try now' }));
    expect(await gallery.findByText('https://example.org/older')).toBeVisible();
    expect(gallery.queryByText(/connection/)).toBeNull();
  });

  it('opens photos full screen, pages by keyboard and restores the focus', async () => {
    page.server.nickname = 'Bobby';
    page.server.messages = [
      aMessage(1, partner, {
        content: '',
        messageType: 'image',
        attachments: [anAttachment('p1', 'image'), anAttachment('p2', 'image')],
      }),
      aMessage(2, me, { content: '', messageType: 'image', attachments: [anAttachment('p3', 'image')] }),
    ];
    page.open();
    const tile = await screen.findByRole('button', { name: 'Open photo 2 of 2' });
    await screen.findByLabelText('Message Bobby', { selector: 'textarea' });
    await userEvent.click(tile);
    const viewer = await screen.findByRole('dialog', { name: 'Photos and videos' });
    expect(within(viewer).getByText(/Bobby/)).toBeVisible();
    expect(within(viewer).getByText(/2 of 3/)).toBeVisible();
    // The focus may be anywhere in the dialog.
    await userEvent.click(within(viewer).getByText(/2 of 3/));
    await userEvent.keyboard('{ArrowRight}');
    expect(within(viewer).getByText(/3 of 3/)).toBeVisible();
    expect(within(viewer).queryByRole('button', { name: 'Next' })).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(within(viewer).getByText(/1 of 3/)).toBeVisible();
    expect(within(viewer).getByRole('button', { name: 'Zoom out' })).toBeDisabled();
    await userEvent.keyboard('+');
    await waitFor(() => expect(within(viewer).getByRole('button', { name: 'Zoom out' })).toBeEnabled());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(tile).toHaveFocus());
  });
});
