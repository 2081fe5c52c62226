import type { EntityFile } from './entity-item.js';

/** A single picture keeps its shape within these limits: width divided by height. */
const USUAL_SHAPE = 4 / 3;
const [NARROWEST, WIDEST] = [0.75, 2];

/** The width of a picture on the page, divided by its height. */
export function shapeOf({ file }: Pick<EntityFile, 'file'>): number {
  const shape = file?.width && file.height ? file.width / file.height : USUAL_SHAPE;
  return Math.min(Math.max(shape, NARROWEST), WIDEST);
}
