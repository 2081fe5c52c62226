import { linesAbout } from './logs.mjs';

const ID = 'b1946ac9-2492-4d23-9c5b-7c1d2f0a9e11';

/** @param {object} more */
const line = (more) =>
  JSON.stringify({
    level: 'info',
    time: '2026-11-20T10:00:00.000Z',
    service: 'gateway',
    pid: 7,
    msg: 'request answered',
    ...more,
  });

describe('the lines about an id', () => {
  it('are those of all processes, in the order of time', () => {
    const later = line({ requestId: ID, time: '2026-11-20T10:00:01.000Z', status: 200 });
    const earlier = line({ requestId: ID, service: 'messaging', msg: 'call failed unexpectedly', level: 'error' });
    expect(linesAbout([later, `messaging-1  | ${earlier}`].join('\n'), ID)).toEqual([
      `2026-11-20T10:00:00.000Z messaging error call failed unexpectedly {"requestId":"${ID}"}`,
      `2026-11-20T10:00:01.000Z gateway info request answered {"requestId":"${ID}","status":200}`,
    ]);
  });

  it('are found by session, and never by a text that contains the id', () => {
    const quoting = line({ requestId: 'another-id', note: ID });
    expect(linesAbout([quoting, `not JSON ${ID}`, '{ broken', line({ session: ID })].join('\n'), ID)).toHaveLength(1);
  });
});
