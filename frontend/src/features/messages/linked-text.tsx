import { linksIn } from '@duet/contracts/plain';

/** Text is text: only http(s) addresses become links, and they tell the other side nothing about us. */
export function LinkedText({ text }: { text: string }) {
  const parts = [];
  let from = 0;
  for (const { address, index } of linksIn(text)) {
    parts.push(
      text.slice(from, index),
      <a key={index} href={address} target="_blank" rel="noopener noreferrer">
        {address}
      </a>,
    );
    from = index + address.length;
  }
  return <>{[...parts, text.slice(from)]}</>;
}
