import { fileURLToPath } from 'node:url';
import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { runTool } from '../videos/tool.js';

/** The program beside this file as the build left it, also when this file itself runs from its source. */
const PROGRAM = fileURLToPath(new URL('../../dist/images/heic-to-jpeg.js', import.meta.url));

/** What that program is told. */
const KEEP_FACTS = 'keep-facts';

/** What that program says instead of an error's text. */
const TOO_MANY_PIXELS = 3;

/**
 * Turns an iPhone's picture into an upright JPEG with its colour profile. It happens in a process of its own: the
 * decoder's memory is gone with it, and a picture that breaks the decoder breaks nothing else.
 * @param keepsFacts the JPEG tells of the camera what `cameraFacts` lets through, and nothing else in any case
 * @throws AppError FILE_UNREADABLE, IMAGE_TOO_MANY_PIXELS
 */
export async function heicToJpeg(from: string, to: string, keepsFacts: boolean): Promise<void> {
  const { code } = await runTool(process.execPath, ['--max-old-space-size=512', PROGRAM, from, to, String(LIMITS.avatarPixels), keepsFacts ? KEEP_FACTS : ''], { seconds: LIMITS.imageSeconds });
  if (code === TOO_MANY_PIXELS) throw new AppError('IMAGE_TOO_MANY_PIXELS');
  if (code !== 0) throw new AppError('FILE_UNREADABLE', { cause: new Error(`the picture could not be decoded (${code})`) });
}
