/** The path of an export's download. */
export const exportPath = (link: string): string => `/api/media/exports/${link}`;
