/** Where whoever has the link loads an export. */
export const exportPath = (link: string): string => `/api/media/exports/${link}`;
