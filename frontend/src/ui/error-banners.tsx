import { useState } from 'react';
import { Banner } from './banner.js';
import styles from './pieces.module.css';

interface ErrorBannersProps {
  messages: readonly string[];
  /** The next attempt runs: the space of its predecessor's errors stays, so that nothing on the page moves. */
  isPending?: boolean;
}

/** Errors that belong to no single field. */
export function ErrorBanners({ messages, isPending = false }: ErrorBannersProps) {
  const [former, setFormer] = useState(messages);
  const isHeld = isPending && messages.length === 0;
  if (!isHeld && former.join() !== messages.join()) setFormer(messages);
  if (isHeld)
    return former.map((message) => (
      <div key={`former ${message}`} className={styles.held}>
        <Banner>{message}</Banner>
      </div>
    ));
  return messages.map((message) => (
    <Banner key={message} tone="error">
      {message}
    </Banner>
  ));
}
