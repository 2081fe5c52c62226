import readExif from 'exif-reader';

/** The time and place of a picture, if its camera recorded them. */
export interface Taken {
  /** The camera's clock, with its offset from UTC where the camera wrote one: `2024-05-01T18:30:00+02:00`. */
  takenAt?: string;
  place?: { lat: number; lng: number };
}

const EARLIEST = '1900';
const PLACES = 6;

/** EXIF times have no zone. The reader takes them for UTC, so writing them as UTC restores the camera's text. */
function moment(value: unknown, offset: unknown): string | undefined {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return undefined;
  const text = value.toISOString().slice(0, 19);
  if (!/^\d{4}-/.test(text) || text < EARLIEST || text > '2200') return undefined;
  return typeof offset === 'string' && /^[+-]\d\d:\d\d$/.test(offset) ? text + offset : text;
}

/** Degrees, minutes and seconds as one number. @param negative the reference that makes it negative */
function degrees(value: unknown, reference: unknown, negative: string, most: number): number | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const [whole, minutes, seconds]: unknown[] = value;
  const sum = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3_600;
  if (!Number.isFinite(sum) || sum < 0 || sum > most) return undefined;
  return Number((reference === negative ? -sum : sum).toFixed(PLACES));
}

/** Reads an EXIF block. @throws Error for an unreadable one */
export function takenOf(exif: Buffer): Taken {
  const { Photo: shot = {}, GPSInfo: spot = {} } = readExif(exif);
  const takenAt = moment(shot.DateTimeOriginal, shot.OffsetTimeOriginal);
  const lat = degrees(spot.GPSLatitude, spot.GPSLatitudeRef, 'S', 90);
  const lng = degrees(spot.GPSLongitude, spot.GPSLongitudeRef, 'W', 180);
  // Cameras without a fix write 0, 0.
  const isFix = lat !== undefined && lng !== undefined && (lat !== 0 || lng !== 0);
  return { ...(takenAt && { takenAt }), ...(isFix && { place: { lat, lng } }) };
}
