import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { DEFAULT_SETTINGS, UpdateSettingsDto, mergeSettings } from '../index.js';

const refused = async (privacy: object): Promise<boolean> =>
  (await validate(plainToInstance(UpdateSettingsDto, { settings: { privacy } }), { whitelist: true, forbidNonWhitelisted: true })).length > 0;

it.each([
  [{ disappearingDefault: null }, false],
  [{ disappearingDefault: 3_600 }, false],
  [{ disappearingDefault: 2_592_000 }, false],
  [{ disappearingDefault: 3_601 }, true],
  [{ disappearingDefault: '3600' }, true],
  [{ disappearingDefault: 0 }, true],
  [{ transcripts: true, keepExif: true }, false],
  [{ transcripts: null }, true],
  [{ transcripts: 'true' }, true],
  [{ keepExif: 1 }, true],
  [{ keepGps: true }, true],
])('privacy %j is refused: %s', async (privacy, answer) => {
  expect(await refused(privacy)).toBe(answer);
});

it('nothing disappears, is written down or kept unless the person says so', () => {
  expect(DEFAULT_SETTINGS.privacy).toMatchObject({ disappearingDefault: null, transcripts: false, keepExif: false });
});

it('one switch leaves the others of its section as they are, and null takes a time away', () => {
  const first = mergeSettings(DEFAULT_SETTINGS, { privacy: { disappearingDefault: 86_400, keepExif: true } });
  const next = mergeSettings(first, { privacy: { transcripts: true } });
  expect(next.privacy).toEqual({ ...DEFAULT_SETTINGS.privacy, disappearingDefault: 86_400, keepExif: true, transcripts: true });
  expect(mergeSettings(next, { privacy: { disappearingDefault: null } }).privacy).toEqual({ ...DEFAULT_SETTINGS.privacy, keepExif: true, transcripts: true });
});
