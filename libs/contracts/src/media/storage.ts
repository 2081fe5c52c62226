/**
 * The bytes of a couple's files, as one of the two may see them: own files count exactly, those of the partner in whole
 * steps of `LIMITS.storageStep`, for each sum by itself. So no sum tells the size of something sealed.
 */
export interface StorageUse {
  quota: number;
  /** All sums together. */
  used: number;
  messages: number;
  /** Of capsules and albums. */
  memories: number;
  challenges: number;
  stories: number;
}
