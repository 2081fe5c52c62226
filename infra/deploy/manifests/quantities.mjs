/** @type {Record<string, number>} */
const UNITS = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};

/** Reads a quantity of Kubernetes: `300m`, `1.5Gi`, 2. @param {string | number} text @returns {number} NaN when it is none */
export function amount(text) {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([a-zA-Z]{0,2})$/.exec(String(text)) ?? [];
  return number === undefined ? NaN : Number(number) * (UNITS[unit] ?? NaN);
}
