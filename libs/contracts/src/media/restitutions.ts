/** Own contributions that a person got back after an unlink, as a ZIP file. */
export interface RestitutionView {
  _id: string;
  size: number;
  readyAt: string;
  expiresAt: string;
}

export interface RestitutionList {
  restitutions: RestitutionView[];
}

/** The path of a restitution's download. */
export const restitutionPath = (link: string): string => `/api/media/restitutions/${link}`;
