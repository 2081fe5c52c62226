import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '../src/platform/session/session.js';
import { FakeXhr } from './fake-xhr.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();
const RealXhr = globalThis.XMLHttpRequest;
const AVATAR = '/api/media/avatars/0123456789abcdef0123456789abcdef/512.webp';

beforeEach(() => {
  FakeXhr.all = [];
  Object.assign(globalThis, {
    XMLHttpRequest: FakeXhr,
    createImageBitmap: async () => ({ width: 8, height: 8 }),
  });
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['picture'])));
});

afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(globalThis, { XMLHttpRequest: RealXhr });
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
});

/** Opens the profile, chooses a picture and saves it. */
async function savePicture() {
  remember(server.api);
  open('/profile');
  const file = await screen.findByLabelText('Picture file');
  await userEvent.upload(file, new File(['1'], 'me.png', { type: 'image/png' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Your picture' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save picture' }));
  await waitFor(() => expect(FakeXhr.all).toHaveLength(1));
  return dialog;
}

it('an own picture is sent with its progress for as long as bytes move, and is shown from the answer', async () => {
  const dialog = await savePicture();
  expect(FakeXhr.last.path).toBe('/api/users/avatar');
  expect(FakeXhr.last.body.get('avatar')).toBeInstanceOf(Blob);
  expect(dialog.getByText('Sending…')).toBeVisible();
  act(() => FakeXhr.last.answer(200, { success: true, data: { avatar: AVATAR, version: 2 } }));
  expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
  expect(session.get().user?.avatar).toBe(AVATAR);
});

it('an own picture that was not stored says so, and can be sent again', async () => {
  const dialog = await savePicture();
  act(() => FakeXhr.last.answer(413, { code: 'AVATAR_TOO_LARGE' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('This picture is too large. Maximum size is 5MB.');
  await userEvent.click(dialog.getByRole('button', { name: 'Save picture' }));
  await waitFor(() => expect(FakeXhr.all).toHaveLength(2));
  act(() => FakeXhr.last.breakOff());
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to update profile');
});

it('an own picture is not sent on when its dialog is cancelled', async () => {
  const dialog = await savePicture();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(FakeXhr.last.isAborted).toBe(true));
  expect(screen.queryByText('Profile updated successfully!')).not.toBeInTheDocument();
});
