import type { PartnerView } from '@duet/contracts';
import { useState } from 'react';
import { SearchBar } from './search-bar.js';
import { useSearchKey } from './use-search-key.js';

interface ChatSearchProps {
  partner: PartnerView;
  isEmbedded: boolean;
  /** How often the user asked for the search by a press; the key counts here. */
  searches: number;
  jump: (seq: number) => void;
}

/** The search in the conversation, while the user wants it. */
export function ChatSearch({ partner, isEmbedded, searches, jump }: ChatSearchProps) {
  const [byKey, setByKey] = useState(0);
  const [closedAt, setClosedAt] = useState(0);
  const [open] = useState(() => () => setByKey((before) => before + 1));
  useSearchKey(isEmbedded ? null : open);
  const turn = searches + byKey;
  return turn > closedAt && <SearchBar partner={partner} jump={jump} turn={turn} onClose={() => setClosedAt(turn)} />;
}
