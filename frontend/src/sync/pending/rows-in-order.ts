/** The rows in the order in which they are sent. */
export const inOrder = <Row extends { order: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => a.order - b.order);

/** Adds rows; each takes the place of the one with its id. */
export function withRows<Row extends { order: number }>(
  rows: readonly Row[],
  given: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const ids = new Set(given.map(idOf));
  return inOrder([...rows.filter((row) => !ids.has(idOf(row))), ...given]);
}
