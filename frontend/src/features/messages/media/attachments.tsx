import type { Line } from '../lines.js';

/** What a message carries besides its text. */
export function Attachments({ line }: { line: Line }) {
  return line.message?.attachments.length ? <span>{line.message.attachments.map(({ filename }) => filename).join(', ')}</span> : null;
}
