export type { AboutFiles, AlbumFile, NewAlbumFile } from './album-file.js';
export { useAlbumFiles, useAlbumPause, useAlbumPreview, useAlbumProgress } from './use-album.js';
