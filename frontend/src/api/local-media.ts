/** Own files of this page, under the id of the message that they belong to. */
interface Held {
  files: readonly Blob[];
  urls: string[];
}

/** So many messages keep their own files to look at; older ones are loaded like anybody's. */
const MOST = 24;

const held = new Map<string, Held>();

function letGo(clientMessageId: string): void {
  for (const url of held.get(clientMessageId)?.urls ?? []) URL.revokeObjectURL(url);
  held.delete(clientMessageId);
}

/**
 * What a person sends is looked at from the browser's own memory, also once it is stored: nothing flickers when the
 * message replaces its echo, and nobody downloads what they have just sent.
 */
export const localMedia = {
  keep(clientMessageId: string, files: readonly Blob[]): void {
    if (held.has(clientMessageId) || files.length === 0) return;
    held.set(clientMessageId, { files, urls: files.map((file) => URL.createObjectURL(file)) });
    const [oldest] = held.keys();
    if (held.size > MOST && oldest !== undefined) letGo(oldest);
  },
  filesOf: (clientMessageId: string): readonly Blob[] => held.get(clientMessageId)?.files ?? [],
  urlsOf: (clientMessageId: string): readonly string[] => held.get(clientMessageId)?.urls ?? [],
  forget: letGo,
  clear(): void {
    for (const id of held.keys()) letGo(id);
  },
};
