/**
 * @typedef {import('./history.mjs').Send} Send
 * @typedef {import('./tables.mjs').Row} Row
 * @typedef {(property: string, detail: string) => void} Violate
 */

const MARK = /#(\d+)#/;

/** The number that a text carries. @param {string} content */
const numberOf = (content) => Number(MARK.exec(content)?.[1] ?? 0);

/** Every acknowledged message is stored as acknowledged. @param {Send[]} sends @param {Row[]} rows @param {Violate} violate */
function nothingLost(sends, rows, violate) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  let lost = 0;
  for (const { messageId, seq, number, senderId, ackedAt } of sends) {
    if (ackedAt === null || messageId === null) continue;
    const row = byId.get(messageId);
    if (row && row.seq === seq && row.senderId === senderId) continue;
    lost += 1;
    violate(
      'no acknowledged message is lost',
      `send ${number} was acknowledged as seq ${seq} and ${row ? `is seq ${row.seq}` : 'is not there'}`,
    );
  }
  return lost;
}

/** Every stored message was sent, and is stored once. @param {Send[]} sends @param {Row[]} rows @param {Violate} violate */
function nothingInventedOrDoubled(sends, rows, violate) {
  const known = new Map(sends.map((send) => [send.number, send]));
  /** @type {Map<string, number>} */
  const seen = new Map();
  let doubled = 0;
  for (const { content, deleted, clientMessageId, senderId, seq } of rows) {
    const names = [`${senderId} ${clientMessageId}`, ...(deleted ? [] : [`text ${numberOf(content)}`])];
    if (names.some((name) => seen.has(name))) {
      doubled += 1;
      violate(
        'no message is duplicated',
        `seq ${seq} repeats seq ${names.map((name) => seen.get(name)).find(Boolean)}`,
      );
    }
    for (const name of names) seen.set(name, seq);
    const send = deleted ? undefined : known.get(numberOf(content));
    if (!deleted && (!send || send.senderId !== senderId || !content.startsWith(send.content)))
      violate('no message is invented', `seq ${seq} was never sent like this`);
  }
  return doubled;
}

/** `seq` is 1, 2, 3 …, and a message acknowledged before another was sent has the smaller one. @param {Send[]} sends @param {Row[]} rows @param {Violate} violate */
function inOrder(sends, rows, violate) {
  let reordered = 0;
  const hole = rows.findIndex((row, index) => row.seq !== index + 1);
  if (hole !== -1) {
    reordered += 1;
    violate('seq is exactly 1..n', `place ${hole + 1} has seq ${rows[hole].seq}`);
  }
  const done = sends
    .flatMap(({ ackedAt, seq }) => (ackedAt === null || seq === null ? [] : [{ ackedAt, seq }]))
    .toSorted((a, b) => a.ackedAt - b.ackedAt);
  let next = 0;
  let highest = 0;
  for (const { invokedAt, seq, number } of sends.toSorted((a, b) => a.invokedAt - b.invokedAt)) {
    for (; next < done.length && done[next].ackedAt < invokedAt; next += 1) highest = Math.max(highest, done[next].seq);
    if (seq === null || seq > highest) continue;
    reordered += 1;
    violate(
      'real-time order',
      `send ${number} has seq ${seq}, and seq ${highest} was acknowledged before it was begun`,
    );
  }
  return reordered;
}

/**
 * One conversation's history against its table.
 * @param {Send[]} sends @param {Row[]} rows in the order of seq @param {Violate} violate
 */
export function checkConversation(sends, rows, violate) {
  return {
    lost: nothingLost(sends, rows, violate),
    doubled: nothingInventedOrDoubled(sends, rows, violate),
    reordered: inOrder(sends, rows, violate),
  };
}
