/** The envelope of a successful answer. */
export interface Answer<T> {
  success: true;
  data: T;
}

export const ok = <T>(data: T): Answer<T> => ({ success: true, data });
