/** RFC 8187: what need not be escaped; `encodeURIComponent` leaves some more as they are. */
const escaped = (name: string): string => encodeURIComponent(name).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** A Content-Disposition whose name every browser reads: plain for old ones, in UTF-8 for all others. */
export function disposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${escaped(filename)}`;
}
