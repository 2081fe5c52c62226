const LINK = /https?:\/\/[^\s<>"']+/gi;

/** Punctuation that ends a sentence is not part of the address in it. */
const TRAILING = /[.,;:!?)\]]+$/;

/** Text is text: only http(s) addresses become links, and they tell the other side nothing about us. */
export function LinkedText({ text }: { text: string }) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(LINK)) {
    const address = match[0].replace(TRAILING, '');
    parts.push(
      text.slice(from, match.index),
      <a key={match.index} href={address} target="_blank" rel="noopener noreferrer">
        {address}
      </a>,
    );
    from = match.index + address.length;
  }
  return <>{[...parts, text.slice(from)]}</>;
}
