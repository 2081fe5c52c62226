import { createSelector } from '@reduxjs/toolkit';
import { useEffect, useMemo, useState } from 'react';
import { useLive, useLiveState } from '../live-context.js';
import type { UploadPause } from '../pending/pending-slice.js';
import type { AlbumFile } from './album-file.js';
import { albumFiles } from './album-slice.js';

/** The files on their way into a capsule, in their order. */
export function useAlbumFiles(capsuleId: string): readonly AlbumFile[] {
  const select = useMemo(
    () => createSelector([albumFiles], (files) => files.filter((file) => file.capsuleId === capsuleId)),
    [capsuleId],
  );
  return useLiveState(select);
}

/** The share of a file's bytes that are sent, 0 to 1; undefined while it waits. */
export const useAlbumProgress = (clientId: string): number | undefined =>
  useLiveState(({ album }) => album.progress[clientId]);

export const useAlbumPause = (): UploadPause | null => useLiveState(({ album }) => album.pause);

/** An address of this browser's copy of a file; null until it is read, and where the browser lost it. */
export function useAlbumPreview(clientId: string): string | null {
  const { album } = useLive();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isGone = false;
    void album
      .use((queue) => queue.bytesOf(clientId))
      .then((bytes) => {
        if (isGone || !bytes) return;
        made = URL.createObjectURL(bytes);
        setAddress(made);
      });
    return () => {
      isGone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [album, clientId]);
  return address;
}
