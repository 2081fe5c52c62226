import { t } from '../../../texts/index.js';
import { toast } from '../../../ui/toast-queue.js';

export const canCopyPictures = (): boolean => 'ClipboardItem' in window && 'OffscreenCanvas' in window;

/** Browsers take pictures into the clipboard as PNG only. */
async function asPng(address: string | null): Promise<Blob> {
  const answer = address === null ? null : await fetch(address);
  if (!answer?.ok) throw new Error('picture not loaded');
  const picture = await createImageBitmap(await answer.blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
  return canvas.convertToBlob({ type: 'image/png' });
}

/** @param address of the picture; the clipboard waits for it, because it must be asked for during the press */
export async function copyPicture(address: Promise<string | null>): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': address.then(asPng) })]);
    toast.success(t('messages.copied'));
  } catch {
    toast.error(t('messages.thePictureCouldNotBeCopied'));
  }
}
