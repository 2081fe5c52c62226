import { networkOf } from './network-of.js';
import { type Rate, rateKey } from './rate-key.js';

const by = (kind: Rate['by']): Rate => ({ by: kind, points: 1, seconds: 1 });

describe('networkOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
    ['not an address', 'not an address'],
  ])('counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('rateKey', () => {
  it('shares one counter within a /64 and separates different /64s', () => {
    for (const kind of ['ip', 'ip+field:email'] as const) {
      const keyOf = (ip: string) => rateKey(by(kind), { ip, body: { email: 'a@b.c' } });
      expect(keyOf('2001:db8:1:2::1')).toBe(keyOf('2001:db8:1:2:ffff:ffff:ffff:ffff'));
      expect(keyOf('2001:db8:1:2::1')).not.toBe(keyOf('2001:db8:1:3::1'));
    }
  });

  it('counts a device per account, and not at all without a token', () => {
    const keyOf = (device: string | undefined, email: string) =>
      rateKey(by('device+field:email'), { ip: '192.0.2.1', device, body: { email } });
    expect(keyOf('a', 'x@y.z')).toBe(keyOf('a', ' X@Y.Z'));
    expect(new Set([keyOf('a', 'x@y.z'), keyOf('b', 'x@y.z'), keyOf('a', 'w@y.z')]).size).toBe(3);
    expect(keyOf(undefined, 'x@y.z')).toBeUndefined();
  });
});
