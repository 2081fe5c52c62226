import { replicaTag } from '@duet/service-kit';
import { Replicas } from './replicas.js';

const session = (address: string) => `${replicaTag(address)}Xk3…random`;

describe('Replicas', () => {
  it('finds the replica of a session in any order of the DNS answer', async () => {
    let answer = ['10.0.0.1', '10.0.0.2', 'fd00::3'];
    const replicas = new Replicas('http://realtime:3000', () => Promise.resolve(answer));
    await replicas.refresh();
    for (const _ of [1, 2]) {
      expect(replicas.pickOrigin(session('10.0.0.2'))).toBe('http://10.0.0.2:3000');
      // Realtime sees this form of its own address when it listens on IPv4 and IPv6.
      expect(replicas.pickOrigin(session('::ffff:10.0.0.1'))).toBe('http://10.0.0.1:3000');
      expect(replicas.pickOrigin(session('fd00::3'))).toBe('http://[fd00::3]:3000');
      answer = answer.toReversed();
      await replicas.refresh();
    }
  });

  it('spreads new sessions over all replicas and moves the sessions of a lost replica to the others', async () => {
    let answer = ['10.0.0.1', '10.0.0.2'];
    const replicas = new Replicas('http://realtime:3000', () => Promise.resolve(answer));
    await replicas.refresh();
    const chosen = new Set(Array.from({ length: 200 }, () => replicas.pickOrigin()));
    expect([...chosen].sort()).toEqual(['http://10.0.0.1:3000', 'http://10.0.0.2:3000']);
    answer = ['10.0.0.2'];
    await replicas.refresh();
    expect(replicas.pickOrigin(session('10.0.0.1'))).toBe('http://10.0.0.2:3000');
    expect(replicas.pickOrigin('made up')).toBe('http://10.0.0.2:3000');
  });

  it('uses the name until it resolves and keeps the known replicas when resolving fails', async () => {
    let answer: Promise<string[]> = Promise.reject(new Error('no such name'));
    const replicas = new Replicas('http://realtime:3000', () => answer);
    await replicas.refresh();
    expect(replicas.pickOrigin()).toBe('http://realtime:3000');
    answer = Promise.resolve(['10.0.0.1']);
    await replicas.refresh();
    answer = Promise.reject(new Error('no such name'));
    await replicas.refresh();
    expect(replicas.pickOrigin(session('10.0.0.1'))).toBe('http://10.0.0.1:3000');
  });

  it('does not resolve an https name', async () => {
    const replicas = new Replicas('https://sockets.example', () => Promise.reject(new Error('not asked')));
    await replicas.refresh();
    expect(replicas.pickOrigin(session('10.0.0.1'))).toBe('https://sockets.example');
  });
});
