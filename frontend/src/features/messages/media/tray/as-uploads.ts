import type { ChosenFile } from '../../../../media/choose/choose-files.js';
import type { NewUpload, PendingFile } from '../../../../sync/index.js';

/**
 * All photos and videos of one choice become one message; each other file becomes its own.
 * @param keepExif pictures keep the camera's metadata
 */
export async function asUploads(chosen: readonly ChosenFile[], keepExif: boolean): Promise<NewUpload[]> {
  const described = async ({ kind, details }: ChosenFile): Promise<PendingFile> => ({
    ...(await details),
    ...(keepExif && kind === 'image' && { keepExif }),
  });
  const ready = await Promise.all(chosen.map(async (one) => ({ file: one.file, details: await described(one) })));
  const visuals = ready.filter(({ details }) => details.kind !== 'file');
  const groups = [visuals, ...ready.filter(({ details }) => details.kind === 'file').map((one) => [one])];
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
