import type { PartnerView } from '@duet/contracts';
import { SearchBar } from './search-bar.js';
import { useSearchKey } from './use-search-key.js';

interface ChatSearchProps {
  partner: PartnerView;
  isEmbedded: boolean;
  /** Rises each time the user asks for the search; null while it is closed. */
  turn: number | null;
  onOpen: () => void;
  onClose: () => void;
  jump: (seq: number) => void;
}

/** The search in the conversation, while the user wants it. */
export function ChatSearch({ partner, isEmbedded, turn, onOpen, onClose, jump }: ChatSearchProps) {
  useSearchKey(isEmbedded ? null : onOpen);
  return turn !== null && <SearchBar partner={partner} jump={jump} turn={turn} onClose={onClose} />;
}
