import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMediaPage } from './media-page.js';

const page = useMediaPage();

/** Lets the browser refuse the `nth` transaction, as one that closed the database does. Opening needs one of its own. */
function refuseTransaction(nth: number): { count: () => number; restore: () => void } {
  const real = IDBDatabase.prototype.transaction;
  let count = 0;
  const spy = jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...call
  ) {
    if (call[1] !== 'versionchange' && (count += 1) === nth)
      throw new DOMException('The database is closing', 'InvalidStateError');
    return real.apply(this, call);
  });
  return { count: () => count, restore: () => spy.mockRestore() };
}

/** The page makes some twenty of them, in an order that differs a little. */
it.each([1, 3, 5, 7, 9, 11, 13, 15, 17])('each text is sent once when transaction %i is refused', async (nth) => {
  const refused = refuseTransaction(nth);
  page.open();
  const field = await screen.findByLabelText('Message Bob', { selector: 'textarea' });
  for (const text of ['one', 'two']) await userEvent.type(field, `${text}{Enter}`);
  const log = within(screen.getByRole('log'));
  await waitFor(() => expect(log.getAllByRole('img', { name: 'Sent' })).toHaveLength(2));
  expect(log.queryByRole('img', { name: 'Sending' })).not.toBeInTheDocument();
  expect(page.server.messages.map(({ content }) => content)).toEqual(['one', 'two']);
  expect(field).toHaveValue('');
  expect(refused.count()).toBeGreaterThanOrEqual(nth);
  refused.restore();
});
