import { LIMITS } from '@duet/contracts/plain';
import type { ChosenFile } from '../../../../media/choose/choose-files.js';
import type { NewUpload, PendingFile } from '../../../../sync/index.js';

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size));

/**
 * The photos and videos of one choice become one message, or several where they are more than one takes; each other file
 * becomes its own.
 * @param keepExif pictures keep the camera's metadata
 */
export async function asUploads(chosen: readonly ChosenFile[], keepExif: boolean): Promise<NewUpload[]> {
  const described = async ({ kind, details }: ChosenFile): Promise<PendingFile> => ({
    ...(await details),
    ...(keepExif && kind === 'image' && { keepExif }),
  });
  const ready = await Promise.all(chosen.map(async (one) => ({ file: one.file, details: await described(one) })));
  const visuals = ready.filter(({ details }) => details.kind !== 'file');
  const files = ready.filter(({ details }) => details.kind === 'file');
  const groups = [...inParts(visuals, LIMITS.filesPerUpload), ...inParts(files, 1)];
  return groups.flatMap((group) => {
    const [first] = group;
    return first
      ? [
          {
            messageType: first.details.kind,
            files: group.map(({ details }) => details),
            bytes: group.map(({ file }) => file),
          },
        ]
      : [];
  });
}
