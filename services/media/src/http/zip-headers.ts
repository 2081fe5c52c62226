/** The headers of a ZIP: no cache stores it, and no browser displays it. */
export const zipHeaders = (filename: string, bytes: number): Record<string, string> => ({
  'content-type': 'application/zip',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-length': String(bytes),
  'content-disposition': `attachment; filename="${filename}"`,
});
