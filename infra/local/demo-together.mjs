import { demoId, must } from './demo-api.mjs';
import { eveningPicture } from './demo-picture.mjs';

/**
 * @typedef {import('./demo-api.mjs').Person} Person
 * @typedef {{mira: Person, jonas: Person}} People
 * @typedef {{from: keyof People, text: string, day?: string, place?: {label: string, lat: number, lng: number}}} Piece
 */

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;

const ALFAMA = { label: 'Alfama, Lisbon', lat: 38.711, lng: -9.13 };
const BELEM = { label: 'Belém, Lisbon', lat: 38.697, lng: -9.206 };
const LAKE = { label: 'Lake Constance', lat: 47.65, lng: 9.35 };
const MARKET = { label: 'The market with the green door', lat: 47.376, lng: 8.541 };

/** An album that is finished. @type {Piece[]} */
const LISBON = [
  {
    from: 'mira',
    text: 'We got off one stop too early and found the best fountain.',
    day: '2025-05-02',
    place: ALFAMA,
  },
  { from: 'jonas', text: 'Eleven custard tarts in three days. I counted, you ate.', day: '2025-05-03', place: BELEM },
  {
    from: 'mira',
    text: 'The man with the accordion who played our song without knowing it.',
    day: '2025-05-04',
    place: ALFAMA,
  },
];

/** An album that still grows. @type {Piece[]} */
const SUNDAYS = [
  { from: 'jonas', text: 'A pink lake, seen from a late train.', day: '2026-09-13', place: LAKE },
  { from: 'mira', text: 'Dumplings, second attempt. They stayed closed.', day: '2026-10-04', place: MARKET },
];

/** @type {Piece[]} */
const TENTH_YEAR = [
  { from: 'mira', text: 'A letter to the two who will have been together for ten years.' },
  { from: 'jonas', text: 'What I hope you still laugh about.' },
];

/** @type {Piece[]} */
const TONIGHT = [
  { from: 'jonas', text: 'The plan for Sunday. Now you know why the shoes.' },
  { from: 'mira', text: 'I guessed it. But I will act surprised.' },
];

/**
 * A capsule with its pieces. One that no longer collects is left as it is: an earlier run has filled it.
 * @param {People} people
 * @param {{name: string, title: string, emoji: string, unlockAt?: Date, openRule?: 'either' | 'together'}} about
 * @param {Piece[]} pieces
 * @returns {Promise<string | null>} the id of a capsule that was filled now
 */
async function fill({ mira, jonas }, { name, title, emoji, unlockAt, openRule = 'together' }, pieces) {
  const people = { mira, jonas };
  const idOf = (/** @type {string} */ part) => demoId([mira, jonas], `${name}/${part}`);
  const kind = unlockAt
    ? { kind: 'timed', unlockAt: unlockAt.toISOString(), unlockTz: 'UTC', openRule }
    : { kind: 'keepsake' };
  const body = { title, emoji, ...kind, clientId: idOf('capsule') };
  const capsule = await must('POST', '/capsules', { token: mira.token, body });
  if (capsule.status !== 'collecting') return null;
  for (const [number, { from, text, day, place }] of pieces.entries()) {
    const piece = { text, ...(day && { happenedAt: day }), ...(place && { place }), clientId: idOf(String(number)) };
    await must('POST', `/capsules/${capsule._id}/contributions`, { token: people[from].token, body: piece });
  }
  return capsule._id;
}

/** Two albums, a capsule that is sealed for years, and one that opens in an hour. @param {People} people */
export async function fillMemories(people) {
  const { mira, jonas } = people;
  const lisbon = await fill(people, { name: 'lisbon', title: 'Lisbon, one year on', emoji: '🚋' }, LISBON);
  if (lisbon !== null) {
    await must('POST', `/capsules/${lisbon}/finish`, { token: mira.token });
    await must('POST', `/capsules/${lisbon}/reactions`, { token: jonas.token, body: { emoji: '❤️' } });
    await must('POST', `/capsules/${lisbon}/comments`, {
      token: jonas.token,
      body: { text: 'Again, please.', clientId: demoId([mira, jonas], 'lisbon/comment') },
    });
  }
  await fill(people, { name: 'sundays', title: 'Sundays', emoji: '🥟' }, SUNDAYS);
  const buried = [
    await fill(
      people,
      { name: 'tenth', title: 'For our tenth year', emoji: '💌', unlockAt: new Date(Date.now() + 9 * YEAR) },
      TENTH_YEAR,
    ),
    await fill(
      people,
      // An hour is the least; a minute more leaves time to seal it.
      {
        name: 'tonight',
        title: 'Open tonight',
        emoji: '🌙',
        unlockAt: new Date(Date.now() + 61 * MINUTE),
        openRule: 'either',
      },
      TONIGHT,
    ),
  ];
  for (const id of buried)
    for (const { token } of id === null ? [] : [mira, jonas]) await must('POST', `/capsules/${id}/seal`, { token });
}

/**
 * Proposes a template and accepts it.
 * @param {People} people @param {string} templateId
 * @returns {Promise<import('@duet/contracts').ChallengeView | null>} null when an earlier run has done so
 */
async function start({ mira, jonas }, templateId) {
  const body = { templateId, clientId: demoId([mira, jonas], templateId) };
  const { _id, status } = await must('POST', '/challenges', { token: mira.token, body });
  if (status !== 'proposed') return null;
  return must('PATCH', `/challenges/${_id}/respond`, { token: jonas.token, body: { action: 'accept' } });
}

/** One challenge that is completed, and two that run, one of them with pictures. @param {People} people */
export async function fillChallenges(people) {
  const { mira, jonas } = people;
  const compliments = await start(people, 'talk-three-compliments');
  if (compliments) {
    for (const step of compliments.steps) {
      await finishStep(mira, compliments._id, step, 'Your patience with maps. Your pancakes. The way you hum.');
      await finishStep(jonas, compliments._id, step, 'Your laugh. Your lists. That you always wave from the train.');
    }
    const path = `/challenges/${compliments._id}/reflection`;
    await must('POST', path, { token: mira.token, body: { text: 'I will keep the one about the lists.', mood: 5 } });
    await must('POST', path, { token: jonas.token, body: { text: 'Harder to hear than to say.', mood: 4 } });
  }
  const thanks = await start(people, 'talk-a-week-of-small-thanks');
  const [first] = thanks?.steps ?? [];
  if (thanks && first) {
    await finishStep(mira, thanks._id, first, 'For the tea at my desk when I had not even said that I was cold.');
    await finishStep(jonas, thanks._id, first, 'For answering the door. I would have hidden.');
  }
  const hour = await start(people, 'apart-same-hour-seven-days');
  const [evening] = hour?.steps ?? [];
  if (hour && evening) {
    await showPicture(mira, hour._id, evening, 'mira', 'The hill behind the office.');
    await showPicture(jonas, hour._id, evening, 'jonas', 'From the train, between two tunnels.');
  }
}

/** The evenings of the two. @type {Record<'mira' | 'jonas', Parameters<typeof eveningPicture>[0]>} */
const EVENINGS = {
  mira: {
    sky: [
      [58, 42, 96],
      [242, 148, 110],
    ],
    sun: [255, 214, 150],
    hill: [92, 46, 84],
  },
  jonas: {
    sky: [
      [24, 62, 92],
      [236, 186, 124],
    ],
    sun: [255, 238, 196],
    hill: [36, 78, 74],
  },
};

/** @param {Person} person @param {string} id @param {{_id: string}} step @param {keyof typeof EVENINGS} name @param {string} text */
async function showPicture({ id: personId, token }, id, step, name, text) {
  const body = new FormData();
  body.append('clientId', demoId([], `${personId}/${step._id}`));
  body.append('text', text);
  body.append(
    'files',
    new Blob([new Uint8Array(eveningPicture(EVENINGS[name]))], { type: 'image/png' }),
    'evening.png',
  );
  await must('POST', `/challenges/${id}/steps/${step._id}/complete`, { token, body });
}

/** A goal of both that is on its way. @param {People} people @returns {Promise<string>} its id */
export async function fillGoals({ mira, jonas }) {
  const idOf = (/** @type {string} */ part) => demoId([mira, jonas], `goal/${part}`);
  const body = {
    title: 'The night train to Stockholm',
    why: 'We said it on our second evening, and we still mean it.',
    category: 'adventure',
    type: 'counter',
    target: 900,
    unit: 'euros',
    ownership: 'ours',
    milestones: [{ title: 'Find the week' }, { title: 'Book the sleeper' }],
    clientId: idOf('stockholm'),
  };
  const { _id, status, milestones } = await must('POST', '/goals', { token: mira.token, body });
  if (status !== 'proposed') return _id;
  await must('PATCH', `/goals/${_id}/respond`, { token: jonas.token, body: { action: 'accept' } });
  const entries = /** @type {const} */ ([
    [mira, 240, 'The flea market, minus one lamp that we could not give away.'],
    [jonas, 180, 'A month of lunches from home.'],
  ]);
  for (const [{ token }, delta, note] of entries)
    await must('POST', `/goals/${_id}/entries`, { token, body: { delta, note, clientId: idOf(note) } });
  await must('POST', `/goals/${_id}/milestones/${milestones[0]._id}/complete`, { token: jonas.token });
  return _id;
}

/** Things that the two would gladly do; one of them is chosen. @param {People} people */
export async function fillWishes({ mira, jonas }) {
  const wishes = /** @type {const} */ ([
    [mira, 'Breakfast in bed, with the good jam', 20],
    [mira, 'An evening without phones', 30],
    [jonas, 'The washing-up, a whole week', 25],
    [jonas, 'A massage while the film runs', 15],
  ]);
  const made = [];
  for (const [{ token }, title, points] of wishes) {
    const body = { title, points, clientId: demoId([mira, jonas], `wish/${title}`) };
    made.push(await must('POST', '/wishes', { token, body }));
  }
  const [{ _id, status }] = made;
  if (status === 'open') await must('POST', `/wishes/${_id}/redeem`, { token: jonas.token });
}

/** How the two feel today. @param {People} people */
export async function shareMoods({ mira, jonas }) {
  const felt = /** @type {const} */ ([
    [mira, { mood: 'happy', note: 'The sun is out, and I have your scarf' }],
    [jonas, { mood: 'tired', note: 'Three meetings to go. Soup tonight?' }],
  ]);
  for (const [{ token }, body] of felt) await must('PUT', '/moods/today', { token, body });
}

/** A sign of Jonas, once. @param {People} people */
export async function sendSign({ jonas }) {
  const { token } = jonas;
  const activities = await must('GET', '/activity?limit=50', { token });
  if (activities.some((/** @type {{kind: string}} */ { kind }) => kind === 'nudge')) return;
  await must('POST', '/nudges', { token, body: { kind: 'thinking' } });
}

/** Lists that both write on: one for the shop and one of places. @param {People} people */
export async function fillLists({ mira, jonas }) {
  const lists = /** @type {const} */ ([
    [
      'shopping',
      'Saturday market',
      [
        [mira, 'Bread, the dark one', { assignedTo: jonas.id }],
        [jonas, 'Oat milk', {}],
        [mira, 'Plums, if they are ripe', {}],
        [jonas, 'Candles', { assignedTo: mira.id }],
      ],
    ],
    [
      'places',
      'Places one day',
      [
        [jonas, 'The last stop of line 13', {}],
        [mira, 'The lake, in winter', {}],
        [jonas, 'Lisbon again', {}],
      ],
    ],
  ]);
  for (const [kind, title, items] of lists) {
    const idOf = (/** @type {string} */ part) => demoId([mira, jonas], `list/${kind}/${part}`);
    const body = { title, kind, clientId: idOf('list') };
    const { _id, open, done } = await must('POST', '/lists', { token: mira.token, body });
    if (open + done > 0) continue;
    const made = [];
    for (const [{ token }, text, more] of items) {
      const item = { text, ...more, clientId: idOf(text) };
      made.push(await must('POST', `/lists/${_id}/items`, { token, body: item }));
    }
    const [, { _id: itemId, rev }] = made;
    const tick = { done: kind === 'shopping', rev, clientId: idOf('tick') };
    await must('PATCH', `/lists/${_id}/items/${itemId}`, { token: jonas.token, body: tick });
  }
}

/** @param {Person} person @param {string} id @param {{_id: string, proof: string}} step @param {string} text */
async function finishStep({ id: personId, token }, id, step, text) {
  const clientId = demoId([], `${personId}/${step._id}`);
  const body = { clientId, ...(step.proof === 'text' && { text }) };
  await must('POST', `/challenges/${id}/steps/${step._id}/complete`, { token, body });
}
