import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { builtProgram } from '../work/built-program.js';
import { runTool } from '../work/tool.js';

const PROGRAM = builtProgram('images/heic-to-jpeg');

/** The program's fourth argument. */
const KEEP_METADATA = 'keep-metadata';

/** Its exit codes: an image over the limit, and a system call that failed. */
const TOO_MANY_PIXELS = 3;
const SYSTEM_FAILED = 4;

/**
 * Converts a HEIC picture into an upright JPEG with its colour profile, in a child process: its end frees the decoder's
 * memory, and a crash of the decoder stops nothing else.
 * @param keepsMetadata the JPEG keeps the metadata that `cameraMetadata` allows
 * @throws AppError FILE_UNREADABLE, IMAGE_TOO_MANY_PIXELS, UNAVAILABLE
 */
export async function heicToJpeg(from: string, to: string, keepsMetadata: boolean): Promise<void> {
  const { code, errors } = await runTool(
    process.execPath,
    ['--max-old-space-size=512', PROGRAM, from, to, String(LIMITS.avatarPixels), keepsMetadata ? KEEP_METADATA : ''],
    { seconds: LIMITS.imageSeconds },
  );
  if (code === TOO_MANY_PIXELS) throw new AppError('IMAGE_TOO_MANY_PIXELS');
  if (code === SYSTEM_FAILED) throw new AppError('UNAVAILABLE', { cause: new Error(errors) });
  if (code !== 0)
    throw new AppError('FILE_UNREADABLE', { cause: new Error(`the picture could not be decoded (${code})`) });
}
