/** The part of stickers and drawn notes that is loaded when it is first needed. */
export { DrawDialog } from '../drawn-notes/draw-dialog.js';
export { Drawing, isDrawn } from './drawings/drawing.js';
export { StickerPicker } from './sticker-picker.js';
