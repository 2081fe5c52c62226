import readExif from 'exif-reader';

/** The metadata that a picture may keep, in the encoder's form: IFD0 describes the camera, IFD2 the exposure. */
export interface CameraMetadata {
  IFD0: Record<string, string>;
  IFD2: Record<string, string>;
}

const LONGEST_NAME = 64;

/** A product name in printable ASCII, as cameras write it; anything else is dropped. */
const name = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\x20-\x7e]+$/.test(value.trim()) ? value.trim().slice(0, LONGEST_NAME) : undefined;

const between = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;

const decimal = (value: unknown, most: number): string | undefined =>
  between(value, 0.01, most) ? String(value) : undefined;

/** Exposure time in seconds; short ones as a fraction such as 1/250. */
function exposure(value: unknown): string | undefined {
  if (!between(value, 1 / 100_000, 3_600)) return undefined;
  return value < 0.3 ? `1/${Math.round(1 / value)}` : String(value);
}

function sensitivity(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return between(first, 1, 0xffff) ? String(Math.round(first)) : undefined;
}

/** EXIF times have no time zone. The reader takes them for UTC, so writing them as UTC restores the camera's text. */
const moment = (value: unknown): string | undefined =>
  value instanceof Date && !Number.isNaN(value.getTime())
    ? value.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ')
    : undefined;

const offset = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[+-]\d\d:\d\d$/.test(value) ? value : undefined;

const present = (metadata: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));

/**
 * The allowed part of an EXIF block: camera, lens, time and exposure. An allow list, so that places, serial numbers, names,
 * maker notes and embedded thumbnails never pass. The orientation is dropped, because the pixels are upright afterwards.
 * @returns null when nothing of it is present
 */
export function cameraMetadata(exif: Buffer): CameraMetadata | null {
  const { Image: camera = {}, Photo: shot = {} } = readExif(exif);
  const metadata = {
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
  return Object.keys({ ...metadata.IFD0, ...metadata.IFD2 }).length === 0 ? null : metadata;
}

const IN_HEIF = Buffer.from('Exif\0\0', 'latin1');
const HEADERS = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')];

/** Longest accepted EXIF block in bytes; no camera writes more, thumbnail included. */
export const LONGEST_EXIF = 256 * 1024;

/** The EXIF block of a HEIF file; null without one. */
export function exifOf(heif: Buffer): Buffer | null {
  for (let at = heif.indexOf(IN_HEIF); at >= 0; at = heif.indexOf(IN_HEIF, at + 1)) {
    const block = heif.subarray(at, at + LONGEST_EXIF);
    if (HEADERS.some((header) => block.subarray(IN_HEIF.length, IN_HEIF.length + 4).equals(header))) return block;
  }
  return null;
}
