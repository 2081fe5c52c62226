/** The envelope of data answers. */
export interface Answer<T> {
  success: true;
  data: T;
}

export const ok = <T>(data: T): Answer<T> => ({ success: true, data });
