import { isPublicAddress, isPublicHost, publicLookup } from './public-addresses.js';

describe('the check of addresses that users name', () => {
  it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('accepts %s as public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '::7f00:1',
    '4000::1',
    '168.63.129.16',
    'ff02::1',
    'nonsense',
    '',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ['0x7f.1', false],
    ['2130706433', false],
    ['[::1]', false],
    ['[::ffff:7f00:1]', false],
    ['8.8.8.8', true],
    ['push.example', true],
  ])('isPublicHost(%s) is %s', (host, expected) => {
    expect(isPublicHost(new URL(`https://${host}/`).hostname)).toBe(expected);
  });

  it('refuses a name that resolves to a private address', async () => {
    const answer = (all: boolean) =>
      new Promise((resolve) => publicLookup('localhost', { all }, (failure) => resolve(failure)));
    expect(await answer(true)).toMatchObject({ code: 'ENOTPUBLIC' });
    expect(await answer(false)).toMatchObject({ code: 'ENOTPUBLIC' });
  });
});
