import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { newPasskey } from '../erasure/passkey.mjs';
import { eventually } from '../../local/eventually.mjs';
import { purgeCouple } from '../purge-couple.mjs';
import { mailedToken } from './mailed-token.mjs';
import { PASSWORD, block, call, formOf, link, must, newcomer, say, share } from './world.mjs';

/**
 * @typedef {import('./world.mjs').World} World
 * @typedef {import('./world.mjs').Person} Person
 * @typedef {{origin: string, stores: Record<string, string>, site: string, world: World}} Scene
 * @typedef {{id: string, owner?: Person, partner?: Person, [more: string]: unknown}} Thing
 *   Something that exists. `owner` and `partner` are set if it belongs to other people than the world's couple.
 * @typedef {{make: (scene: Scene) => Promise<Thing>, missing?: () => string}} Kind
 *   `missing`: an id of the same form that nothing has; a UUID when left out.
 */

const FAR = '2030-12-24';

/** Nine o'clock tomorrow, in the format of scheduled messages. */
export const tomorrow = () => `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00`;

/** @param {number} days @returns {string} an instant ahead */
export const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Makes a new couple, for things that a couple or a person has only once. @param {Scene} scene */
async function pair({ origin }) {
  const owner = await newcomer(origin, 'Ann');
  const partner = await newcomer(origin, 'Ben');
  return { owner, partner, chat: await link(origin, owner, partner) };
}

/** @param {Scene} scene @param {Person} person */
async function verified({ origin, stores }, person) {
  await must(origin, 'GET', `/api/auth/verify-email/${await mailedToken(stores, person.email, 'verify-email')}`);
  return person;
}

/** @param {Scene} scene @param {boolean} isPrivate */
const date = ({ origin, world }, isPrivate) =>
  must(origin, 'POST', '/api/partners/dates', {
    token: world.owner.token,
    body: {
      title: 'canary of the couple',
      date: FAR,
      yearly: false,
      remindDaysBefore: [3],
      private: isPrivate,
      clientId: randomUUID(),
    },
  });

const ALBUM = { kind: 'keepsake' };

/** A challenge template, without its `clientId`. */
export const TEMPLATE = {
  title: 'Ours',
  category: 'play',
  minutes: 20,
  steps: [{ title: 'Play', type: 'do', who: 'either', proof: 'none', reveal: 'at_once' }],
  completionRule: 'all',
  distanceOk: true,
  intensity: 1,
};

/** @param {Scene} scene @param {object} more */
const capsule = ({ origin, world }, more) =>
  must(origin, 'POST', '/api/capsules', {
    token: world.owner.token,
    body: { title: 'canary of the couple', clientId: randomUUID(), ...more },
  });

/** @param {Scene} scene @param {string} capsuleId */
const contribution = ({ origin, world }, capsuleId) =>
  must(origin, 'POST', `/api/capsules/${capsuleId}/contributions`, {
    token: world.owner.token,
    body: {
      text: 'canary of the couple',
      place: { label: 'canary of the couple', lat: 38.7, lng: -9.1 },
      clientId: randomUUID(),
    },
  });

/** @param {Scene} scene */
async function albumWithContribution(scene) {
  const { _id: id } = await capsule(scene, ALBUM);
  return { id, innerId: (await contribution(scene, id))._id };
}

/** One dark pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** An album with a picture. @param {Scene} scene */
async function albumWithPicture(scene) {
  const { _id: id } = await capsule(scene, ALBUM);
  const { token } = scene.world.owner;
  const form = formOf('files', 'canary.png', PIXEL);
  form.append('clientId', randomUUID());
  const made = await must(scene.origin, 'POST', `/api/capsules/${id}/contributions`, { token, body: form });
  const [{ id: innerId, file }] = made.attachments;
  return { id, innerId, url: file.url };
}

/** A challenge with a picture that the partner may see. @param {Scene} scene */
async function challengeWithPicture(scene) {
  const { token } = scene.world.owner;
  const steps = [{ title: 'Show', type: 'photo', who: 'proposer', proof: 'photo', reveal: 'at_once' }, ...STEPS];
  const { id, innerId: stepId } = await challenge(scene, { steps });
  const form = formOf('files', 'canary.png', PIXEL);
  form.append('clientId', randomUUID());
  const path = `/api/challenges/${id}/steps/${stepId}/complete`;
  const made = await must(scene.origin, 'POST', path, { token, body: form });
  const [{ id: innerId, file }] = made.steps[0].parts[0].attachments;
  return { id, innerId, url: file.url };
}

/** A link to the picture of a proof. @param {Scene} scene @param {'u' | 's'} part */
async function proofLink(scene, part) {
  const { innerId: file, url } = await challengeWithPicture(scene);
  const { searchParams } = new URL(url, scene.origin);
  return { id: searchParams.get(part) ?? '', file, searchParams };
}

/** A link to the picture of an album. @param {Scene} scene @param {'u' | 's'} part */
async function capsuleLink(scene, part) {
  const { innerId: file, url } = await albumWithPicture(scene);
  const { searchParams } = new URL(url, scene.origin);
  return { id: searchParams.get(part) ?? '', file, searchParams };
}

/** @param {Scene} scene */
async function albumWithComment(scene) {
  const { _id: id } = await capsule(scene, ALBUM);
  const { token } = scene.world.owner;
  await must(scene.origin, 'POST', `/api/capsules/${id}/finish`, { token });
  const body = { text: 'canary of the couple', clientId: randomUUID() };
  return { id, innerId: (await must(scene.origin, 'POST', `/api/capsules/${id}/comments`, { token, body }))._id };
}

/** @param {Scene} scene */
async function buriable(scene) {
  const made = await capsule(scene, { kind: 'timed', unlockAt: FAR, unlockTz: 'UTC' });
  await contribution(scene, made._id);
  return made;
}

/** @param {Scene} scene */
async function sealed(scene) {
  const { _id: id } = await buriable(scene);
  for (const { token } of [scene.world.owner, scene.world.partner])
    await must(scene.origin, 'POST', `/api/capsules/${id}/seal`, { token });
  return id;
}

/** Two steps that the proposer does. */
const STEPS = ['One', 'Two'].map((title) => ({ title, type: 'do', who: 'proposer', proof: 'text', reveal: 'at_once' }));

/** @param {Scene} scene @param {'owner' | 'partner'} by @param {object} [more] */
const proposal = ({ origin, world }, by, more) =>
  must(origin, 'POST', '/api/challenges', {
    token: world[by].token,
    body: {
      title: 'canary of the couple',
      category: 'play',
      steps: STEPS,
      dueAt: inDays(7),
      clientId: randomUUID(),
      ...more,
    },
  });

/** A challenge of the owner that the partner has accepted, and its first step. @param {Scene} scene @param {object} [more] */
async function challenge(scene, more) {
  const { _id: id, steps } = await proposal(scene, 'owner', more);
  const { token } = scene.world.partner;
  await must(scene.origin, 'PATCH', `/api/challenges/${id}/respond`, { token, body: { action: 'accept' } });
  return { id, innerId: steps[0]._id };
}

/** The same, with the first step done. @param {Scene} scene @param {object} [more] */
async function started(scene, more) {
  const made = await challenge(scene, more);
  await must(scene.origin, 'POST', `/api/challenges/${made.id}/steps/${made.innerId}/complete`, {
    token: scene.world.owner.token,
    body: { text: 'canary of the couple' },
  });
  return made;
}

/** A file that a former partner got back. @param {Scene} scene */
async function restitution(scene) {
  const { owner, partner, chat } = await pair(scene);
  const world = { ...scene.world, owner };
  await albumWithContribution({ ...scene, world });
  await must(scene.origin, 'DELETE', '/api/partners/unlink', { token: owner.token });
  await purgeCouple(scene.stores.ADMIN_DATABASE_URL ?? '', chat);
  const id = await eventually(async () => {
    const { restitutions } = await must(scene.origin, 'GET', '/api/users/restitutions', { token: owner.token });
    if (restitutions.length !== 1) throw new Error(`${restitutions.length} restitutions`);
    return restitutions[0]._id;
  }, 40_000);
  return { id, owner, partner };
}

/** @param {string} origin @param {{token: string}} giver @returns {Promise<string>} */
async function wish(origin, { token }) {
  const body = { title: 'canary of the couple', points: 1, clientId: randomUUID() };
  return (await must(origin, 'POST', '/api/wishes', { token, body }))._id;
}

/** An own goal of the owner, which the partner supports, with an entry and a milestone. @param {Scene} scene */
async function goal({ origin, world: { owner } }) {
  const { token } = owner;
  const { _id: id, milestones } = await must(origin, 'POST', '/api/goals', {
    token,
    body: {
      title: 'canary of the couple',
      category: 'learning',
      type: 'counter',
      target: 100,
      ownership: 'mine_with_support',
      milestones: [{ title: 'canary of the couple' }],
      clientId: randomUUID(),
    },
  });
  const entry = { delta: 1, note: 'canary of the couple', clientId: randomUUID() };
  const { entries } = await must(origin, 'POST', `/api/goals/${id}/entries`, { token, body: entry });
  return { id, milestoneId: milestones[0]._id, entryId: entries[0]._id };
}

/** A story that the owner invites the partner to. An open one is left first: each story has one. @param {Scene} scene */
async function story({ origin, world: { owner } }) {
  const { token } = owner;
  const start = () =>
    must(origin, 'POST', '/api/stories/small-mysteries/sessions', { token, body: { clientId: randomUUID() } });
  const { _id: earlier } = await start();
  await must(origin, 'PATCH', `/api/stories/sessions/${earlier}/respond`, { token, body: { action: 'reject' } });
  return { id: (await start())._id };
}

/**
 * Both read on, take the first way and write the same line.
 * @param {Scene} scene @param {string} id
 * @param {(session: any) => boolean} until
 */
async function readStory({ origin, world: { owner, partner } }, id, until) {
  const path = `/api/stories/sessions/${id}`;
  let now = await must(origin, 'PATCH', `${path}/respond`, { token: partner.token, body: { action: 'accept' } });
  while (!until(now)) {
    const { node, version } = now;
    const given = { scene: {}, choice: { choiceId: node.choices[0]?.id }, prompt: { text: 'canary of the couple' } };
    const body = { nodeId: node.id, version, ...given[/** @type {keyof typeof given} */ (node.kind)] };
    for (const { token } of node.kind === 'scene' ? [owner] : [partner, owner])
      now = await must(origin, 'POST', `${path}/choice`, { token, body });
  }
  return now;
}

/** A link to the owner's photo in a story, which the partner has not answered yet. @param {Scene} scene @param {'u' | 's'} part */
async function storyLink(scene, part) {
  const { id } = await story(scene);
  const { node, version } = await readStory(scene, id, (session) => session.node.takesPhoto === true);
  const form = formOf('files', 'canary.png', PIXEL);
  for (const [name, value] of Object.entries({ nodeId: node.id, version: `${version}`, clientId: randomUUID() }))
    form.append(name, value);
  const path = `/api/stories/sessions/${id}/choice`;
  const { mine } = await must(scene.origin, 'POST', path, { token: scene.world.owner.token, body: form });
  const { searchParams } = new URL(mine.photo.file.url, scene.origin);
  return { id: searchParams.get(part) ?? '', file: mine.photo.id, searchParams };
}

/** A list of the owner's with one item. @param {Scene} scene */
async function list({ origin, world: { owner } }) {
  const { token } = owner;
  const { _id: id } = await must(origin, 'POST', '/api/lists', {
    token,
    body: { title: 'canary of the couple', kind: 'films', clientId: randomUUID() },
  });
  const { _id: itemId } = await must(origin, 'POST', `/api/lists/${id}/items`, {
    token,
    body: { text: 'canary of the couple', clientId: randomUUID() },
  });
  return { id, itemId };
}

/** @param {Scene} scene @param {'u' | 's'} part */
async function linkOf({ origin, world }, part) {
  const file = await share(origin, world.owner, 'canary of the couple');
  const { links } = await must(origin, 'POST', '/api/media/links', {
    token: world.owner.token,
    body: { ids: [file.id] },
  });
  const searchParams = new URLSearchParams(links[0].query);
  return { id: searchParams.get(part) ?? '', file: file.id, searchParams };
}

/** Today's question of a couple, written by one of them, so that it accepts a text. @param {Scene} scene */
async function dailyQuestion(scene) {
  const { owner, partner } = await pair(scene);
  await must(scene.origin, 'POST', '/api/questions', {
    token: owner.token,
    body: { text: 'canary of the couple', type: 'open', clientId: randomUUID() },
  });
  const { question } = await must(scene.origin, 'GET', '/api/daily-question/today', { token: owner.token });
  return { id: question._id, owner, partner };
}

/** The same with both answers. @param {Scene} scene */
async function revealedQuestion(scene) {
  const question = await dailyQuestion(scene);
  for (const { token } of [question.owner, question.partner]) {
    await must(scene.origin, 'POST', `/api/daily-question/${question.id}/answer`, {
      token,
      body: { version: 1, answerVersion: 0, clientId: randomUUID(), text: 'Yes' },
    });
  }
  return question;
}

/** @param {Scene} scene @param {Person} by */
async function request({ origin }, by) {
  const receiver = await newcomer(origin, 'Receiver');
  await must(origin, 'POST', '/api/partners/request', { token: by.token, body: { receiverId: receiver.id } });
  const [{ id }] = await must(origin, 'GET', '/api/partners/requests', { token: receiver.token });
  return { id, receiver };
}

/** Half a second of silence, as a WAV. */
export function recording() {
  const wav = Buffer.alloc(44 + 8_000);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + 8_000, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.set([1, 0, 1, 0], 20);
  wav.writeUInt32LE(8_000, 24);
  wav.writeUInt32LE(16_000, 28);
  wav.set([2, 0, 16, 0], 32);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(8_000, 40);
  return wav;
}

/** The message once it is as expected. @param {Scene} scene @param {string} id @param {(message: {preview: unknown, voiceStatus: string}) => boolean} isSo */
const messageThat = ({ origin, world }, id, isSo) =>
  eventually(async () => {
    const { messages } = await must(origin, 'GET', '/api/messages/conversation', { token: world.owner.token });
    const message = messages.find((/** @type {{id: string}} */ one) => one.id === id);
    if (!message || !isSo(message)) throw new Error(`the message is ${JSON.stringify(message)}`);
  }, 30_000);

const RED_DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Makes something real for each kind of id. A row gets its ids from here alone.
 * @satisfies {Record<string, Kind>}
 */
export const THINGS = {
  chat: { make: async ({ world }) => ({ id: world.chat }) },
  message: { make: async ({ origin, world }) => say(origin, world.owner, 'canary of the couple') },
  saidByPartner: {
    make: async ({ origin, world }) => ({
      id: (await say(origin, world.partner, 'canary of the couple')).id,
      by: world.partner.id,
    }),
  },
  previewed: {
    make: async (scene) => {
      const { id } = await say(scene.origin, scene.world.owner, `${scene.site}/canary`);
      await messageThat(scene, id, ({ preview }) => preview !== null && preview !== undefined);
      return { id };
    },
  },
  /** The partner spoke, so the owner listens. */
  voiceNote: {
    make: async (scene) => {
      const { message } = await must(scene.origin, 'POST', '/api/messages/voice', {
        token: scene.world.partner.token,
        body: formOf('voice', 'note.wav', recording()),
      });
      await messageThat(scene, message.id, ({ voiceStatus }) => voiceStatus === 'ready');
      return { id: message.id };
    },
  },
  file: { make: async ({ origin, world }) => share(origin, world.owner, 'canary of the couple') },
  /** The owner's signed link to a file. The id is its parameter for the person (`u`) or for the session (`s`). */
  linkOfUser: { make: async (scene) => linkOf(scene, 'u') },
  linkOfSession: { make: async (scene) => linkOf(scene, 's') },
  album: { make: async (scene) => ({ id: (await capsule(scene, ALBUM))._id }) },
  finishedAlbum: {
    make: async (scene) => {
      const { _id: id } = await capsule(scene, ALBUM);
      await must(scene.origin, 'POST', `/api/capsules/${id}/finish`, { token: scene.world.owner.token });
      return { id };
    },
  },
  /** Lies in the trash. */
  deletedAlbum: {
    make: async (scene) => {
      const { _id: id } = await capsule(scene, ALBUM);
      await must(scene.origin, 'DELETE', `/api/capsules/${id}`, { token: scene.world.owner.token });
      return { id };
    },
  },
  /** A timed capsule with words in it, which nobody has sealed. */
  buriable: { make: async (scene) => ({ id: (await buriable(scene))._id }) },
  sealedCapsule: { make: async (scene) => ({ id: await sealed(scene) }) },
  /** The owner proposes another date for a sealed capsule. */
  unlockProposal: {
    make: async (scene) => {
      const id = await sealed(scene);
      await must(scene.origin, 'POST', `/api/capsules/${id}/unlock-date`, {
        token: scene.world.partner.token,
        body: { unlockAt: '2031-01-01' },
      });
      return { id };
    },
  },
  contribution: {
    make: async (scene) => {
      const { id: capsuleId, innerId: id } = await albumWithContribution(scene);
      return { id, capsuleId };
    },
  },
  albumWithContribution: { make: albumWithContribution },
  albumWithPicture: { make: albumWithPicture },
  /** A picture of an album. */
  capsulePicture: {
    make: async (scene) => {
      const { id: capsuleId, innerId: id } = await albumWithPicture(scene);
      return { id, capsuleId };
    },
  },
  capsuleLinkOfUser: { make: (scene) => capsuleLink(scene, 'u') },
  capsuleLinkOfSession: { make: (scene) => capsuleLink(scene, 's') },
  proofLinkOfUser: { make: (scene) => proofLink(scene, 'u') },
  proofLinkOfSession: { make: (scene) => proofLink(scene, 's') },
  /** The owner, who has written into an album. */
  contributor: {
    make: async (scene) => {
      await albumWithContribution(scene);
      return { id: scene.world.owner.id };
    },
  },
  capsuleComment: {
    make: async (scene) => {
      const { id: capsuleId, innerId: id } = await albumWithComment(scene);
      return { id, capsuleId };
    },
  },
  albumWithComment: { make: albumWithComment },
  proposal: { make: async (scene) => ({ id: (await proposal(scene, 'owner'))._id }) },
  /** The owner is the one who is asked. */
  partnersProposal: { make: async (scene) => ({ id: (await proposal(scene, 'partner'))._id }) },
  challenge: { make: (scene) => challenge(scene) },
  startedChallenge: { make: (scene) => started(scene) },
  completedChallenge: { make: (scene) => started(scene, { steps: STEPS.slice(1) }) },
  step: {
    make: async (scene) => {
      const { id: challengeId, innerId: id } = await challenge(scene);
      return { id, challengeId };
    },
  },
  doneStep: {
    make: async (scene) => {
      const { id: challengeId, innerId: id } = await started(scene);
      return { id, challengeId };
    },
  },
  goal: { make: (scene) => goal(scene) },
  /** The partner's, which the owner supports. */
  partnersGoal: {
    make: ({ origin, world: { owner, partner, ...others } }) =>
      goal({ origin, world: { ...others, owner: partner, partner: owner } }),
  },
  achievedGoal: {
    make: async (scene) => {
      const made = await goal(scene);
      const { token } = scene.world.owner;
      const body = { delta: 99, clientId: randomUUID() };
      await must(scene.origin, 'POST', `/api/goals/${made.id}/entries`, { token, body });
      return made;
    },
  },
  endedGoal: {
    make: async (scene) => {
      const made = await goal(scene);
      const { token } = scene.world.owner;
      await must(scene.origin, 'PATCH', `/api/goals/${made.id}/respond`, { token, body: { action: 'let_go' } });
      return made;
    },
  },
  wish: { make: async ({ origin, world: { owner } }) => ({ id: await wish(origin, owner) }) },
  /** The partner's, which the owner can pay. */
  partnersWish: {
    make: async (scene) => {
      await started(scene);
      return { id: await wish(scene.origin, scene.world.partner) };
    },
  },
  redeemedWish: {
    make: async (scene) => {
      await started(scene);
      const id = await wish(scene.origin, scene.world.partner);
      await must(scene.origin, 'POST', `/api/wishes/${id}/redeem`, { token: scene.world.owner.token });
      return { id };
    },
  },
  milestone: {
    make: async (scene) => {
      const { id: goalId, milestoneId: id } = await goal(scene);
      return { id, goalId };
    },
  },
  goalEntry: {
    make: async (scene) => {
      const { id: goalId, entryId: id } = await goal(scene);
      return { id, goalId };
    },
  },
  story: { make: (scene) => story(scene) },
  begunStory: {
    make: async (scene) => {
      const made = await story(scene);
      const { token } = scene.world.partner;
      const body = { action: 'accept' };
      await must(scene.origin, 'PATCH', `/api/stories/sessions/${made.id}/respond`, { token, body });
      return made;
    },
  },
  finishedStory: {
    make: async (scene) => {
      const made = await story(scene);
      await readStory(scene, made.id, ({ status }) => status !== 'active');
      return made;
    },
  },
  storyLinkOfUser: { make: (scene) => storyLink(scene, 'u') },
  storyLinkOfSession: { make: (scene) => storyLink(scene, 's') },
  list: { make: (scene) => list(scene) },
  /** The owner, who may take care of an item of this list. */
  assignee: {
    make: async (scene) => {
      const { id: listId, itemId } = await list(scene);
      return { id: scene.world.owner.id, listId, itemId };
    },
  },
  listItem: {
    make: async (scene) => {
      const { id: listId, itemId: id } = await list(scene);
      return { id, listId };
    },
  },
  ownTemplate: {
    make: async ({ origin, world }) => {
      const body = { ...TEMPLATE, title: 'canary of the couple', clientId: randomUUID() };
      return { id: (await must(origin, 'POST', '/api/challenges/templates', { token: world.owner.token, body }))._id };
    },
  },
  /** The message may be kept in it. */
  albumForMessage: {
    make: async (scene) => {
      const message = await say(scene.origin, scene.world.owner, 'canary of the couple');
      return { id: (await capsule(scene, ALBUM))._id, messageId: message.id };
    },
  },
  /** The answers may be kept in it. */
  albumForAnswers: {
    make: async (scene) => {
      const { id: questionId, owner, partner } = await revealedQuestion(scene);
      const { _id: id } = await must(scene.origin, 'POST', '/api/capsules', {
        token: owner.token,
        body: { title: 'canary of the couple', clientId: randomUUID(), ...ALBUM },
      });
      return { id, questionId, owner, partner };
    },
  },
  date: { make: async (scene) => date(scene, false) },
  privateDate: { make: async (scene) => date(scene, true) },
  scheduled: {
    make: async ({ origin, world }) => {
      const { _id } = await must(origin, 'POST', '/api/messages/scheduled', {
        token: world.owner.token,
        body: { content: 'canary of the couple', at: tomorrow(), timezone: 'UTC' },
      });
      return { id: _id };
    },
  },
  exclusion: {
    make: async ({ origin, world }) => {
      const message = await say(origin, world.owner, 'canary of the couple');
      const { _id } = await must(origin, 'POST', '/api/memories/on-this-day/hide', {
        token: world.owner.token,
        body: { messageId: message.id },
      });
      return { id: _id };
    },
  },
  ownQuestion: {
    make: async ({ origin, world }) => {
      const { _id } = await must(origin, 'POST', '/api/questions', {
        token: world.owner.token,
        body: { text: 'canary of the couple', type: 'open', clientId: randomUUID() },
      });
      return { id: _id };
    },
  },
  /** An older one follows it. */
  activity: {
    make: async ({ origin, world }) => {
      const [newest] = await must(origin, 'GET', '/api/activity', { token: world.owner.token });
      return { id: newest.id };
    },
  },
  dailyQuestion: { make: dailyQuestion },
  revealedQuestion: { make: revealedQuestion },
  receivedRequest: {
    make: async (scene) => {
      const sender = await newcomer(scene.origin, 'Sender');
      const { id, receiver } = await request(scene, sender);
      return { id, owner: receiver, partner: sender };
    },
  },
  sentRequest: {
    make: async (scene) => {
      const sender = await newcomer(scene.origin, 'Sender');
      const { id, receiver } = await request(scene, sender);
      return { id, owner: sender, partner: receiver };
    },
  },
  /** Issued by the stranger, who has blocked one of the others, and known to the ex-partner. */
  inviteCode: {
    make: async ({ origin, world }) => {
      const { code } = await must(origin, 'POST', '/api/partners/invite', { token: world.stranger.token });
      return { id: code, owner: world.ex };
    },
    missing: () => 'ABCDEFGH',
  },
  /** The person whom the owner has blocked. */
  blockedPerson: {
    make: async ({ origin, world }) => {
      const person = await newcomer(origin, 'Pest');
      await block(origin, world.owner, person);
      return { id: person.id };
    },
  },
  findablePerson: { make: async ({ origin, world }) => ({ id: (await newcomer(origin, 'Seen')).id, owner: world.ex }) },
  /** Does not want to be found; only the ex-partner has business with them. */
  hiddenEx: {
    make: async (scene) => {
      const { origin, world } = scene;
      const { owner, partner } = await pair(scene);
      await must(origin, 'DELETE', '/api/partners/unlink', { token: owner.token });
      await must(origin, 'PUT', '/api/users/settings', {
        token: partner.token,
        body: { settings: { privacy: { findable: 'nobody' } } },
      });
      await eventually(async () => {
        const found = await must(origin, 'GET', `/api/partners/search?q=${partner.username}`, {
          token: world.stranger.token,
        });
        if (found.length > 0) throw new Error('a search still finds the person');
      });
      return { id: partner.id, owner };
    },
  },
  notification: {
    make: async (scene) => {
      const { owner, partner } = await pair(scene);
      // The person who asked got a notification of the link.
      const [{ id }] = await must(scene.origin, 'GET', '/api/notifications', { token: owner.token });
      return { id, owner, partner };
    },
  },
  session: {
    make: async ({ origin, world }) => {
      const { token } = await must(origin, 'POST', '/api/auth/login', {
        body: { email: world.owner.email, password: PASSWORD },
      });
      const sessions = await must(origin, 'GET', '/api/auth/sessions', { token });
      return { id: sessions.find((/** @type {{current: boolean}} */ { current }) => current).id };
    },
  },
  passkey: {
    make: async (scene) => {
      const { owner, partner } = await pair(scene);
      const { token } = await verified(scene, owner);
      const options = await must(scene.origin, 'POST', '/api/users/passkeys/options', {
        token,
        body: { password: PASSWORD },
      });
      const { id } = await must(scene.origin, 'POST', '/api/users/passkeys', {
        token,
        body: newPasskey(options, scene.origin),
      });
      return { id, owner, partner };
    },
  },
  /** A device with the two halves of its subscription. */
  pushSubscription: {
    make: async (scene) => {
      const { owner, partner } = await pair(scene);
      const device = {
        endpoint: `https://push.example/${randomUUID()}`,
        p256dh: createECDH('prime256v1').generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      };
      await must(scene.origin, 'POST', '/api/users/push', { token: owner.token, body: device });
      return { id: device.endpoint, device, owner, partner };
    },
    missing: () => `https://push.example/${randomUUID()}`,
  },
  export: {
    make: async (scene) => {
      const { owner, partner } = await pair(scene);
      await must(scene.origin, 'POST', '/api/users/export', { token: owner.token, body: { password: PASSWORD } });
      await eventually(async () => {
        const state = await must(scene.origin, 'GET', '/api/users/export', { token: owner.token });
        if (state.status !== 'ready') throw new Error(`the export is ${state.status}`);
      }, 40_000);
      const { url } = await must(scene.origin, 'POST', '/api/users/export/link', { token: owner.token });
      return { id: url.split('/').at(-1), owner, partner };
    },
    missing: () => 'aaaa.bbbb.cccc',
  },
  restitution: { make: restitution },
  restitutionLink: {
    make: async (scene) => {
      const { id, owner, partner } = await restitution(scene);
      const { url } = await must(scene.origin, 'POST', `/api/users/restitutions/${id}/link`, {
        token: owner.token,
        body: { password: PASSWORD },
      });
      return { id: url.split('/').at(-1), owner, partner };
    },
    missing: () => 'aaaa.bbbb.cccc',
  },
  avatar: {
    make: async ({ origin, world }) => {
      const { avatar } = await must(origin, 'POST', '/api/users/avatar', {
        token: world.owner.token,
        body: formOf('avatar', 'me.png', RED_DOT),
      });
      return { id: avatar.split('/').at(-2) };
    },
    missing: () => randomBytes(16).toString('hex'),
  },
  verifyToken: {
    make: async ({ origin, stores }) => {
      const owner = await newcomer(origin, 'Fresh');
      return { id: await mailedToken(stores, owner.email, 'verify-email'), owner };
    },
    missing: () => randomBytes(32).toString('base64url'),
  },
  unsubscribeToken: {
    make: async (scene) => {
      const { origin, stores } = scene;
      const owner = await verified(scene, await newcomer(origin, 'Fresh'));
      const by = await newcomer(origin, 'Asker');
      await must(origin, 'POST', '/api/partners/request', { token: by.token, body: { receiverId: owner.id } });
      return { id: await mailedToken(stores, owner.email, 'unsubscribe'), owner };
    },
    missing: () => `${randomUUID()}~partner~${randomBytes(32).toString('base64url')}`,
  },
};

/** State to compare after calls whose answer is always the same. */
export const STATE = {
  /** @param {Scene} scene @param {Thing} thing */
  blockedPeople: async ({ origin, world }, thing) =>
    (await must(origin, 'GET', '/api/partners/blocked', { token: (thing.owner ?? world.owner).token })).length,
  /** @param {Scene} scene @param {Thing} thing */
  unread: async ({ origin, world }, thing) =>
    (await call(origin, 'GET', '/api/notifications', { token: (thing.owner ?? world.owner).token })).body.unread,
};
