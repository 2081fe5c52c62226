import type { AttachmentKind } from '@duet/contracts';
import { type PayloadAction, createSlice } from '@reduxjs/toolkit';
import type { OutgoingSend } from './outgoing-state.js';

/** A chosen file as it is shown until the server describes it. Its bytes lie beside (`uploads-storage`, `local-media`). */
export interface OutgoingFile {
  kind: AttachmentKind;
  name: string;
  size: number;
  mimeType: string;
  width?: number;
  height?: number;
  duration?: number;
  waveform?: number[];
  /** A voice note's words, as its speaker left them. */
  transcript?: string;
  /** The picture goes on telling of the camera: so it was wanted when it was sent. */
  keepExif?: true;
}

/**
 * A message on its way whose bytes travel by HTTP; `text` is what was written below files and leaves behind them.
 * The failure UNAVAILABLE is nobody's refusal: the line broke, and a new connection tries again by itself.
 */
export interface OutgoingUpload extends OutgoingSend {
  messageType: AttachmentKind | 'text';
  files: OutgoingFile[];
}

export interface UploadsState {
  sends: OutgoingUpload[];
  /** Of the one that is under way, from 0 to 1; at 1 the server is at work. */
  progress: Record<string, number>;
}

const nothing: UploadsState = { sends: [], progress: {} };

const byOrder = (sends: OutgoingUpload[]): OutgoingUpload[] => sends.toSorted((a, b) => a.order - b.order);

export const uploadsSlice = createSlice({
  name: 'uploads',
  initialState: nothing,
  reducers: {
    replaced: (state, { payload }: PayloadAction<OutgoingUpload[]>) => void (state.sends = byOrder(payload)),
    put: (state, { payload }: PayloadAction<OutgoingUpload>) => {
      state.sends = byOrder([...state.sends.filter((send) => send.clientMessageId !== payload.clientMessageId), payload]);
    },
    removed: (state, { payload }: PayloadAction<string>) => {
      state.sends = state.sends.filter((send) => send.clientMessageId !== payload);
      delete state.progress[payload];
    },
    progressed: (state, { payload }: PayloadAction<{ clientMessageId: string; share: number | null }>) => {
      if (payload.share === null) delete state.progress[payload.clientMessageId];
      else state.progress[payload.clientMessageId] = payload.share;
    },
  },
});

export const uploadsActions = uploadsSlice.actions;
