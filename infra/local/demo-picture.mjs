import { crc32, deflateSync } from 'node:zlib';

const [WIDTH, HEIGHT] = [960, 720];

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** @typedef {[red: number, green: number, blue: number]} Colour */

/** @param {Colour} one @param {Colour} other @param {number} share */
const between = (one, other, share) =>
  one.map((from, part) => Math.round(from + ((other[part] ?? from) - from) * share));

/**
 * A PNG of an evening: a sun in a sky over hills.
 * @param {{sky: [Colour, Colour], sun: Colour, hill: Colour}} colours
 */
export function eveningPicture({ sky: [above, below], sun, hill }) {
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const row = Buffer.alloc(1 + WIDTH * 3);
    for (let x = 0; x < WIDTH; x += 1) {
      const ridge = HEIGHT * (0.74 + 0.06 * Math.sin(x / 110) + 0.03 * Math.sin(x / 37));
      const isSun = Math.hypot(x - WIDTH * 0.66, y - HEIGHT * 0.46) < HEIGHT * 0.13;
      const air = isSun ? sun : between(above, below, y / HEIGHT);
      row.set(y > ridge ? between(hill, [20, 14, 26], (y - ridge) / HEIGHT) : air, 1 + x * 3);
    }
    return row;
  });
  return pngOf(rows);
}

/** A PNG of a heart, drawn with one round pen on paper. */
export function drawnNote() {
  const pen = Array.from({ length: 400 }, (_, step) => {
    const turn = (step / 400) * 2 * Math.PI;
    const up = 13 * Math.cos(turn) - 5 * Math.cos(2 * turn) - 2 * Math.cos(3 * turn) - Math.cos(4 * turn);
    return { x: WIDTH / 2 + 16 * Math.sin(turn) ** 3 * 15, y: HEIGHT / 2 - up * 15 - 20 };
  });
  const rows = Array.from({ length: HEIGHT }, () => {
    const row = Buffer.alloc(1 + WIDTH * 3);
    for (let x = 0; x < WIDTH; x += 1) row.set([255, 250, 243], 1 + x * 3);
    return row;
  });
  for (const { x, y } of pen)
    for (let top = Math.floor(y - 9); top <= y + 9; top += 1)
      for (let left = Math.floor(x - 9); left <= x + 9; left += 1)
        if (Math.hypot(left - x, top - y) <= 9) rows[top]?.set([143, 47, 92], 1 + left * 3);
  return pngOf(rows);
}

/**
 * A square PNG of a person, as flat shapes.
 * @param {{ground: Colour, hair: Colour, skin: Colour, shirt: Colour}} colours
 */
export function portrait({ ground, hair, skin, shirt }) {
  const size = 480;
  /** @param {number} x @param {number} y @param {number} centre @param {number} middle @param {number} wide @param {number} high */
  const isIn = (x, y, centre, middle, wide, high) => Math.hypot((x - centre) / wide, (y - middle) / high) < 1;
  const rows = Array.from({ length: size }, (_, y) => {
    const row = Buffer.alloc(1 + size * 3);
    for (let x = 0; x < size; x += 1) {
      const isFace = isIn(x, y, 240, 215, 84, 104);
      const isFringe = isIn(x, y, 240, 120, 96, 56);
      const isHair = isFringe || isIn(x, y, 240, 200, 112, 128);
      const isNeck = Math.abs(x - 240) < 34 && y > 280 && y < 380;
      const isShirt = isIn(x, y, 240, 490, 170, 140);
      const colour = isFace && !isFringe ? skin : isShirt ? shirt : isNeck ? skin : isHair ? hair : ground;
      row.set(colour, 1 + x * 3);
    }
    return row;
  });
  return pngOf(rows);
}

/** @param {Buffer[]} rows of pixels, each after its filter byte */
function pngOf(rows) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE((rows[0].length - 1) / 3, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([start, ...parts]);
}
