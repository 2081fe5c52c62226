import readExif from 'exif-reader';

/** What a picture may keep besides its pixels, as the encoder takes it: IFD0 is about the camera, IFD2 about the moment. */
export interface CameraFacts {
  IFD0: Record<string, string>;
  IFD2: Record<string, string>;
}

const LONGEST_NAME = 64;

/** A product's name as cameras write them; anything else is left out. */
const name = (value: unknown): string | undefined => (typeof value === 'string' && /^[\x20-\x7e]+$/.test(value.trim()) ? value.trim().slice(0, LONGEST_NAME) : undefined);

const between = (value: unknown, least: number, most: number): value is number => typeof value === 'number' && value >= least && value <= most;

const decimal = (value: unknown, most: number): string | undefined => (between(value, 0.01, most) ? String(value) : undefined);

/** Short ones as cameras say them: 1/250. */
function exposure(value: unknown): string | undefined {
  if (!between(value, 1 / 100_000, 3_600)) return undefined;
  return value < 0.3 ? `1/${Math.round(1 / value)}` : String(value);
}

function sensitivity(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return between(first, 1, 0xffff) ? String(Math.round(first)) : undefined;
}

/** The reader takes the camera's clock for UTC; written back by the same clock it is what the camera said. */
const moment = (value: unknown): string | undefined =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ') : undefined;

const offset = (value: unknown): string | undefined => (typeof value === 'string' && /^[+-]\d\d:\d\d$/.test(value) ? value : undefined);

const present = (facts: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(facts).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));

/**
 * The harmless part of an EXIF block: which camera, which lens, when and how it was exposed. A list of what stays, not
 * of what goes: places, serial numbers, names of people, notes of makers and small pictures have no way through. How the
 * picture is turned is left out too, because its pixels are upright afterwards.
 * @returns null where nothing of this is told
 */
export function cameraFacts(exif: Buffer): CameraFacts | null {
  const { Image: camera = {}, Photo: shot = {} } = readExif(exif);
  const facts = {
    IFD0: present({ Make: name(camera.Make), Model: name(camera.Model) }),
    IFD2: present({
      LensModel: name(shot.LensModel),
      DateTimeOriginal: moment(shot.DateTimeOriginal),
      OffsetTimeOriginal: offset(shot.OffsetTimeOriginal),
      ExposureTime: exposure(shot.ExposureTime),
      FNumber: decimal(shot.FNumber, 1_000),
      ISOSpeedRatings: sensitivity(shot.ISOSpeedRatings),
      FocalLength: decimal(shot.FocalLength, 10_000),
    }),
  };
  return Object.keys({ ...facts.IFD0, ...facts.IFD2 }).length === 0 ? null : facts;
}

const IN_HEIF = Buffer.from('Exif\0\0', 'latin1');
const HEADERS = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')];

/** No camera writes more, its small picture included. */
export const LONGEST_EXIF = 256 * 1024;

/** The EXIF block that a HEIF file carries beside its pictures; null without one. */
export function exifOf(heif: Buffer): Buffer | null {
  for (let at = heif.indexOf(IN_HEIF); at >= 0; at = heif.indexOf(IN_HEIF, at + 1)) {
    const block = heif.subarray(at, at + LONGEST_EXIF);
    if (HEADERS.some((header) => block.subarray(IN_HEIF.length, IN_HEIF.length + 4).equals(header))) return block;
  }
  return null;
}
