import { linksIn } from '@duet/contracts/plain';

/** Text in which http(s) addresses are links. They send no referrer. */
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
