/** Own files of this page, under the id of the message that they belong to. */
interface LocalFiles {
  files: readonly Blob[];
  urls: string[];
}

/** How many messages keep their local files; those of older messages are loaded from the server. */
const MAX_MESSAGES = 24;

const filesByMessage = new Map<string, LocalFiles>();

function releaseUrls(clientMessageId: string): void {
  for (const url of filesByMessage.get(clientMessageId)?.urls ?? []) URL.revokeObjectURL(url);
  filesByMessage.delete(clientMessageId);
}

/**
 * The local copies of sent files. They are shown also once the message is stored: nothing flickers when it replaces its
 * echo, and the sender downloads nothing.
 */
export const localMedia = {
  addFiles(clientMessageId: string, files: readonly Blob[]): void {
    if (filesByMessage.has(clientMessageId) || files.length === 0) return;
    filesByMessage.set(clientMessageId, { files, urls: files.map((file) => URL.createObjectURL(file)) });
    const [oldest] = filesByMessage.keys();
    if (filesByMessage.size > MAX_MESSAGES && oldest !== undefined) releaseUrls(oldest);
  },
  filesOf: (clientMessageId: string): readonly Blob[] => filesByMessage.get(clientMessageId)?.files ?? [],
  urlsOf: (clientMessageId: string): readonly string[] => filesByMessage.get(clientMessageId)?.urls ?? [],
  forget: releaseUrls,
  clear(): void {
    for (const id of filesByMessage.keys()) releaseUrls(id);
  },
};
