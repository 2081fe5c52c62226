import { late } from './late.js';

const overlays = () => import('./overlays.js');

export const AnchoredDialog = late(async () => (await overlays()).AnchoredDialog);
export const Sheet = late(async () => (await overlays()).Sheet);
export const MenuSheet = late(async () => (await overlays()).MenuSheet);
