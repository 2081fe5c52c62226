import type { PreparedFile } from '../files/rendition.js';
import { DataKeys, type OpenKey } from '../sealing/data-keys.service.js';
import { openText, sealText, textKeyId } from '../sealing/sealed-text.js';
import type { Attachment } from './attachment.entity.js';

/** The name, type and dimensions of an entity's file. It is sealed in its row. */
export interface FileDetails {
  filename: string;
  mimeType: string;
  blur?: string;
  width?: number;
  height?: number;
  duration?: number;
  waveform?: number[];
}

export function detailsOf({ filename, original, blur, width, height, duration }: PreparedFile): FileDetails {
  return {
    filename,
    mimeType: original.mimeType,
    ...(blur && { blur }),
    ...(width && { width }),
    ...(height && { height }),
    ...(duration !== undefined && { duration }),
  };
}

export const sealDetails = (details: FileDetails, key: OpenKey, id: string): Buffer =>
  sealText(JSON.stringify(details), key, id);

/** Opens the details of many files, which mostly share one key. */
export class DetailsReader {
  private readonly opened = new Map<string, Promise<OpenKey | null>>();

  constructor(private readonly keys: DataKeys) {}

  /** Null for a file of a message, and when the key is destroyed. */
  async open({ id, details }: Pick<Attachment, 'id' | 'details'>): Promise<FileDetails | null> {
    if (details === null) return null;
    const keyId = textKeyId(details);
    const opening = this.opened.get(keyId) ?? this.keys.byId(keyId);
    this.opened.set(keyId, opening);
    const key = await opening;
    // This process wrote the text, so it is valid.
    return key && (JSON.parse(openText(details, key, id)) as FileDetails);
  }
}
