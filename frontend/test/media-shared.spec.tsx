import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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

  it('opens photos full screen, pages by keyboard and restores the focus', async () => {
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
    await userEvent.click(tile);
    const viewer = await screen.findByRole('dialog', { name: 'Photos and videos' });
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
