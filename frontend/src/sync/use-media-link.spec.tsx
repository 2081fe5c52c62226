import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type FileAddresses, FileAddressesContext } from './file-addresses.js';
import { useMediaLink } from './use-media-link.js';

jest.mock('./live-context.js', () => ({ useLive: () => ({ signMedia: () => Promise.resolve([]) }) }));

/** Knows the addresses of no file before it is asked, and never that of a file named `lost`. */
const addresses: FileAddresses = {
  cached: () => null,
  fetch: (id) => (id === 'slow' ? new Promise(() => undefined) : Promise.resolve(id === 'lost' ? null : `/${id}`)),
  drop: () => undefined,
  usableFor: () => 60_000,
};

const wrapper = ({ children }: { children: ReactNode }) => (
  <FileAddressesContext value={addresses}>{children}</FileAddressesContext>
);

const linkOf = (initial: string) =>
  renderHook((id: string) => useMediaLink(id, 'original'), { initialProps: initial, wrapper });

describe('the address of a file', () => {
  it('is never that of the file before', async () => {
    const hook = linkOf('first');
    await waitFor(() => expect(hook.result.current.src).toBe('/first'));
    hook.rerender('slow');
    expect(hook.result.current.src).toBeNull();
  });

  it('is found although the file before was broken', async () => {
    const hook = linkOf('lost');
    await waitFor(() => expect(hook.result.current.isBroken).toBe(true));
    hook.rerender('second');
    await waitFor(() => expect(hook.result.current).toMatchObject({ src: '/second', isBroken: false }));
  });
});
