import { act, render } from '@testing-library/react';
import { DayField } from './day-field.js';
import { toastQueue } from './toast-queue.js';

jest.mock('./day-picker.js', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('says that a field for a day did not load', async () => {
  await act(async () => render(<DayField label="Day" value={null} onChange={jest.fn()} />));
  expect(toastQueue.get()).toMatchObject([{ kind: 'error', text: 'This could not be loaded.' }]);
});
