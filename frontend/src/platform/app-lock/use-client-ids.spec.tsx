import { act, renderHook } from '@testing-library/react';
import { appLock } from './app-lock.js';
import { useClientIds } from './use-client-ids.js';

const form = () => renderHook(() => useClientIds('comment/k1'));

type Form = ReturnType<typeof form>;

/** Sends a content. @returns its id */
function send({ result }: Form, text: string): string {
  let id = '';
  act(() => void (id = result.current.idOf({ text })));
  return id;
}

const lockAndUnmount = ({ unmount }: Form): void => {
  jest.spyOn(appLock, 'get').mockReturnValue({ ...appLock.get(), isLocked: true });
  unmount();
  jest.restoreAllMocks();
};

describe('the ids of a form', () => {
  it('are one for each content, also when the person returns to earlier words', () => {
    const comment = form();
    const first = send(comment, 'Dear');
    expect(send(comment, 'Dear')).toBe(first);
    const changed = send(comment, 'Dear Ben');
    expect(changed).not.toBe(first);
    expect(send(comment, 'Dear')).toBe(first);
    expect(send(comment, 'Dear Ben')).toBe(changed);
  });

  it('are new once the content is stored', () => {
    const comment = form();
    const first = send(comment, 'Dear');
    act(() => comment.result.current.forgetIds());
    expect(send(comment, 'Dear')).not.toBe(first);
  });

  it('outlive the app lock, and go with a form that the person leaves', () => {
    const comment = form();
    const first = send(comment, 'Dear');
    lockAndUnmount(comment);
    const again = form();
    expect(send(again, 'Dear')).toBe(first);
    again.unmount();
    expect(send(form(), 'Dear')).not.toBe(first);
  });
});
