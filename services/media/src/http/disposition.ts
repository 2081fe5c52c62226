/** Escapes a name by RFC 8187, which allows fewer characters than `encodeURIComponent` leaves. */
const escaped = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A Content-Disposition header with an ASCII name for old browsers and a UTF-8 name for the others. */
export function disposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${escaped(filename)}`;
}
