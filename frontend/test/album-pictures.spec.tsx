import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useAlbum } from './album-scene.js';
import { data, refusal } from './api-server.js';
import { aContribution } from './capsules.js';
import { me, partner } from './chat-server.js';
import { open } from './pages.js';

const scene = useAlbum();
const { server } = scene;

/** A capsule with more pieces than its first page, the second of which fails until it is repaired. */
function servePages(): { asked: () => number; repair: () => void } {
  let [asked, isBroken] = [0, true];
  scene.capsule = { ...scene.capsule, contributions: [aContribution('c1', me._id)], nextContribution: 'next' };
  server.http.use(
    http.get('*/api/capsules/:id/contributions', ({ request }) => {
      asked += 1;
      if (isBroken) return refusal('CAPSULE_NOT_FOUND');
      const isFirst = new URL(request.url).searchParams.get('cursor') === null;
      const one = aContribution(isFirst ? 'c1' : 'c2', isFirst ? me._id : partner._id);
      return HttpResponse.json({ success: true, data: [one], nextCursor: isFirst ? 'next' : null });
    }),
  );
  return { asked: () => asked, repair: () => void (isBroken = false) };
}

describe('an album with pictures', () => {
  const withPictures = (): void => {
    scene.capsule = {
      ...scene.capsule,
      contributions: [
        aContribution('p1', me._id, { attachment: { caption: 'The harbour' } }),
        aContribution('p2', partner._id),
        aContribution('v1', partner._id, { kind: 'voice' }),
      ],
    };
  };

  it('asks for its next pieces once, says that they did not come, and asks again when told to', async () => {
    const pages = servePages();
    open('/memories/k1');
    expect(await screen.findByText('This could not be loaded.')).toBeVisible();
    expect(pages.asked()).toBe(1);
    pages.repair();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(pages.asked()).toBe(3));
    await waitFor(() => expect(screen.queryByText('This could not be loaded.')).toBeNull());
  });

  it('opens a picture in full screen, and leafs by the arrow keys', async () => {
    withPictures();
    open('/memories/k1');
    await userEvent.click(await screen.findByRole('button', { name: /^Open photo from you.*: The harbour$/ }));
    const viewer = await screen.findByRole('dialog', { name: 'Photos and videos' });
    expect(within(viewer).getByText('The harbour')).toBeVisible();
    expect(within(viewer).getByRole('button', { name: 'Change this' })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    expect(within(viewer).getByText(/2 of 2/)).toBeVisible();
    expect(within(viewer).queryByRole('button', { name: 'Change this' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('group', { name: /^Voice note/ })).toBeVisible();
  });

  it('changes an own caption; typing does not leaf', async () => {
    withPictures();
    const changes: unknown[] = [];
    server.http.use(
      http.patch('*/api/capsules/:id/contributions/:cid', async ({ request }) => {
        changes.push(await request.json());
        return data(scene.capsule.contributions[0]);
      }),
    );
    open('/memories/k1');
    await userEvent.click(await screen.findByRole('button', { name: /The harbour$/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Change this' }));
    const field = await screen.findByLabelText('A few words about it');
    await userEvent.type(field, ' at night{ArrowLeft}');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes).toEqual([{ attachments: [{ id: 'p1', caption: 'The harbour at night' }] }]));
    expect(await screen.findByText(/1 of 2/)).toBeInTheDocument();
  });

  it('moves an own picture to its day, which then counts more than the clock of the camera', async () => {
    scene.capsule = {
      ...scene.capsule,
      contributions: [aContribution('p1', me._id, { attachment: { takenAt: '2026-10-01T14:30:00+02:00' } })],
    };
    const changes: unknown[] = [];
    server.http.use(
      http.patch('*/api/capsules/:id/contributions/:cid', async ({ request }) => {
        changes.push(await request.json());
        scene.capsule = {
          ...scene.capsule,
          contributions: scene.capsule.contributions.map((one) => ({ ...one, happenedAt: '2010-10-01' })),
        };
        return data(scene.capsule.contributions[0]);
      }),
    );
    open('/memories/k1');
    await userEvent.click(await screen.findByRole('button', { name: /^Open photo/ }));
    expect(await screen.findByText(/2:30/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Change this' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change this' }));
    await userEvent.click(form.getByRole('spinbutton', { name: /^year/ }));
    await userEvent.keyboard('2010');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes).toEqual([{ happenedAt: '2010-10-01' }]));
    expect(await screen.findByText('October 1, 2010', { selector: 'p' })).toBeInTheDocument();
    expect(screen.queryByText(/2:30/)).toBeNull();
  });

  it('asks for new links once when pictures do not load, and shows them', async () => {
    withPictures();
    open('/memories/k1');
    const tile = await screen.findByRole('button', { name: /The harbour$/ });
    const shown = (): HTMLImageElement | null => tile.querySelector('img');
    await waitFor(() => expect(shown()?.src).toMatch(/p1\/thumbnail\?round=0$/));
    fireEvent.error(shown() ?? tile);
    await waitFor(() => expect(shown()?.src).toMatch(/p1\/thumbnail\?round=1$/));
    expect(scene.described).toEqual([['p1']]);
  });
});
