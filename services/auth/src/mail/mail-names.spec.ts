import { isSafeInMail, nameInMail } from './mail-names.js';

describe('a name in a mail', () => {
  it.each(['Ada', 'St. John', 'Jean-Luc', 'O’Brien', 'مريم', '李', '👩‍🚀', 'Sammy Davis Jr.', 'Ada 2'])(
    'may contain %s',
    (name) => {
      expect(isSafeInMail(name)).toBe(true);
    },
  );

  it.each([
    'evil.example',
    'http://x',
    'www evil',
    'a@b',
    'evil．example',
    'evil。example',
    'x/y',
    'Call 0900 123456',
    '030 123',
  ])('never contains %s', (name) => {
    expect(nameInMail(name, 'Somebody')).toBe('Somebody');
  });
});
