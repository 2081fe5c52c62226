import { type AttachmentVariant, attachmentPath } from '@duet/contracts/plain';
import { createContext, useContext, useMemo } from 'react';
import { useLive } from './live-context.js';
import { type SignMedia, mediaLinks, signed } from './media-links.js';

/** The source of the addresses of files: each is signed and expires. */
export interface FileAddresses {
  /** An address that is valid for a while; null where none is at hand. */
  cached: (id: string, variant: AttachmentVariant) => string | null;
  /** A valid address, fetched if none is at hand; null where the server gives none. */
  fetch: (id: string, variant: AttachmentVariant) => Promise<string | null>;
  /** The address did not work: the next one is new. */
  drop: (id: string, address: string) => void;
  /** How long the addresses at hand may still be used, in milliseconds. */
  usableFor: (id: string) => number;
}

/** Replaces the addresses of the conversation for the components in it. */
export const FileAddressesContext = createContext<FileAddresses | null>(null);

function conversationAddresses(sign: SignMedia): FileAddresses {
  const addressOf = (id: string, variant: AttachmentVariant, query: string | null): string | null =>
    query === null ? null : signed(attachmentPath(id, variant), query);
  return {
    cached: (id, variant) => addressOf(id, variant, mediaLinks.cachedQuery(id)),
    fetch: async (id, variant) => addressOf(id, variant, await mediaLinks.fetchQuery(id, sign)),
    drop: (id, address) => {
      const query = mediaLinks.cachedQuery(id);
      if (query !== null && address === signed(address.split('?')[0] ?? '', query)) mediaLinks.dropQuery(id, query);
    },
    usableFor: mediaLinks.usableFor,
  };
}

export function useFileAddresses(): FileAddresses {
  const { signMedia } = useLive();
  const own = useContext(FileAddressesContext);
  return useMemo(() => own ?? conversationAddresses(signMedia), [own, signMedia]);
}
