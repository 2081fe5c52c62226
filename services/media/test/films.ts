import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs ffmpeg and returns the bytes of its output file. */
function made(name: string, ...args: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'duet-film-'));
  try {
    execFileSync('ffmpeg', ['-v', 'error', ...args, join(folder, name)]);
    return readFileSync(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const PICTURES = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=2'];
const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2'];
const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
/** Location metadata in all forms that phones write. */
const PERSONAL_METADATA = [
  '-metadata',
  'location=+52.5200+013.4050/',
  '-metadata',
  'comment=SecretPlace',
  '-metadata:s:v',
  'handler_name=SecretPlace',
  '-metadata:s:v',
  'comment=SecretPlace',
  '-metadata',
  'title=SecretPlace',
];

export const mov = (): Buffer =>
  made('a.mov', ...PICTURES, ...TONE, ...H264, ...PERSONAL_METADATA, '-movflags', 'use_metadata_tags');
export const mp4 = (): Buffer => made('a.mp4', ...PICTURES, ...TONE, ...H264, ...PERSONAL_METADATA);
export const webm = (): Buffer =>
  made(
    'a.webm',
    ...PICTURES,
    ...TONE,
    '-c:v',
    'libvpx',
    '-deadline',
    'realtime',
    '-c:a',
    'libopus',
    ...PERSONAL_METADATA,
  );
export const mp3 = (): Buffer => made('a.mp3', ...TONE, '-c:a', 'libmp3lame', ...PERSONAL_METADATA);

/** A recording as browsers make it, without a duration: a quiet half, then a loud one. */
export const recording = (seconds = 4): Buffer =>
  made(
    'a.webm',
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=440:duration=${seconds},volume='if(lt(t,${seconds / 2}),0.05,1)':eval=frame`,
    '-c:a',
    'libopus',
    '-live',
    '1',
    '-f',
    'webm',
    '-metadata',
    'title=SecretPlace',
  );

/** A long recording of few bytes. */
export const longRecording = (seconds: number): Buffer =>
  made(
    'a.webm',
    '-f',
    'lavfi',
    '-i',
    `anullsrc=r=48000:cl=mono:d=${seconds}`,
    '-c:a',
    'libopus',
    '-b:a',
    '6k',
    '-live',
    '1',
    '-f',
    'webm',
  );

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const full = (type: string, version: number, ...parts: Buffer[]): Buffer =>
  box(type, Buffer.from([version, 0, 0, 0]), ...parts);
const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const u32 = (value: number): Buffer => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);

/** A box with its content. */
function boxIn(file: Buffer, type: string): { whole: Buffer; body: Buffer } {
  const at = file.indexOf(type) - 4;
  const whole = file.subarray(at, at + file.readUInt32BE(at));
  return { whole, body: whole.subarray(8) };
}

/**
 * An iPhone's HEIC picture with rotation and location.
 * @param claims the sizes in its header
 * @param exif its EXIF block
 */
export function heic(
  claims = { width: 640, height: 480 },
  exifBlock: Buffer = Buffer.from('Exif\0\0SecretPlace 52.52 13.405'),
): Buffer {
  const film = made(
    'a.mp4',
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=640x480:rate=1:duration=1',
    '-frames:v',
    '1',
    '-c:v',
    'libx265',
    '-x265-params',
    'log-level=none',
    '-pix_fmt',
    'yuv420p',
    '-tag:v',
    'hvc1',
  );
  const picture = boxIn(film, 'mdat').body;
  const exif = Buffer.concat([u32(0), exifBlock]);
  const file = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'));
  const meta = (offset: number): Buffer =>
    full(
      'meta',
      0,
      full('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      full('pitm', 0, u16(1)),
      full(
        'iloc',
        0,
        Buffer.from([0x44, 0]),
        u16(2),
        u16(1),
        u16(0),
        u16(1),
        u32(offset),
        u32(picture.length),
        u16(2),
        u16(0),
        u16(1),
        u32(offset + picture.length),
        u32(exif.length),
      ),
      full(
        'iinf',
        0,
        u16(2),
        full('infe', 2, u16(1), u16(0), Buffer.from('hvc1\0')),
        full('infe', 2, u16(2), u16(0), Buffer.from('Exif\0')),
      ),
      box('iref', Buffer.alloc(4), box('cdsc', u16(2), u16(1), u16(1))),
      box(
        'iprp',
        box(
          'ipco',
          boxIn(film, 'hvcC').whole,
          full('ispe', 0, u32(claims.width), u32(claims.height)),
          box('irot', Buffer.from([1])),
        ),
        full('ipma', 0, u32(1), u16(1), Buffer.from([3, 0x81, 0x02, 0x83])),
      ),
    );
  return Buffer.concat([file, meta(file.length + meta(0).length + 8), box('mdat', picture, exif)]);
}
