import { replicaTag } from '@duet/service-kit';
import { Replicas } from './replicas.js';

const session = (address: string) => `${replicaTag(address)}Xk3…random`;

describe('replicas behind one name', () => {
  it('finds the one that holds a session, whatever the order of the answer', async () => {
    let answer = ['10.0.0.1', '10.0.0.2', 'fd00::3'];
    const replicas = new Replicas('http://realtime:3000', () => Promise.resolve(answer));
    await replicas.refresh();
    for (const _ of [1, 2]) {
      expect(replicas.pick(session('10.0.0.2'))).toBe('http://10.0.0.2:3000');
      // As realtime sees its own address when it listens on both families.
      expect(replicas.pick(session('::ffff:10.0.0.1'))).toBe('http://10.0.0.1:3000');
      expect(replicas.pick(session('fd00::3'))).toBe('http://[fd00::3]:3000');
      answer = answer.toReversed();
      await replicas.refresh();
    }
  });

  it('sends new sessions to all of them, and those of one that is gone to whoever is left', async () => {
    let answer = ['10.0.0.1', '10.0.0.2'];
    const replicas = new Replicas('http://realtime:3000', () => Promise.resolve(answer));
    await replicas.refresh();
    const chosen = new Set(Array.from({ length: 200 }, () => replicas.pick()));
    expect([...chosen].sort()).toEqual(['http://10.0.0.1:3000', 'http://10.0.0.2:3000']);
    answer = ['10.0.0.2'];
    await replicas.refresh();
    expect(replicas.pick(session('10.0.0.1'))).toBe('http://10.0.0.2:3000');
    expect(replicas.pick('made up')).toBe('http://10.0.0.2:3000');
  });

  it('uses the name itself until it is known, and keeps what it knows when the name does not answer', async () => {
    let answer: Promise<string[]> = Promise.reject(new Error('no such name'));
    const replicas = new Replicas('http://realtime:3000', () => answer);
    await replicas.refresh();
    expect(replicas.pick()).toBe('http://realtime:3000');
    answer = Promise.resolve(['10.0.0.1']);
    await replicas.refresh();
    answer = Promise.reject(new Error('no such name'));
    await replicas.refresh();
    expect(replicas.pick(session('10.0.0.1'))).toBe('http://10.0.0.1:3000');
  });

  it('leaves an address with a certificate alone', async () => {
    const replicas = new Replicas('https://sockets.example', () => Promise.reject(new Error('not asked')));
    await replicas.refresh();
    expect(replicas.pick(session('10.0.0.1'))).toBe('https://sockets.example');
  });
});
