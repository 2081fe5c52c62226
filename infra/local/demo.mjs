/*
 * `npm run demo` makes a linked couple with a conversation, capsules and challenges in the running product, through its public API alone. A second
 * run adds nothing: the id of each line is derived from the two people.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { call, demoId, must, url } from './demo-api.mjs';
import { drawnNote } from './demo-picture.mjs';
import { settleIn } from './demo-people.mjs';
import { PASSWORD, PEOPLE, REQUEST, STORY } from './demo-story.mjs';
import { fillStories } from './demo-stories.mjs';
import {
  fillChallenges,
  fillGoals,
  fillLists,
  fillMemories,
  fillWishes,
  sendSign,
  shareMoods,
} from './demo-together.mjs';
import { Failure, explain } from './failure.mjs';

/** @typedef {import('./demo-api.mjs').Person} Person */

/** Signs a person in, or registers them if they have no account yet. @param {{firstName: string, lastName: string, username: string, email: string}} person @returns {Promise<Person>} */
async function enter(person) {
  const known = await call('POST', '/auth/login', { body: { email: person.email, password: PASSWORD } });
  const { user, token } =
    known.status === 200
      ? known.body
      : await must('POST', '/auth/register', { body: { ...person, password: PASSWORD, confirmPassword: PASSWORD } });
  return { id: user.id ?? user._id, token, firstName: person.firstName };
}

/** @param {Person} from @param {Person} to */
async function link(from, to) {
  const status = await must('GET', '/partners/status', { token: from.token });
  if (status.hasPartner) {
    const partner = status.partner.id ?? status.partner._id;
    if (partner === undefined || partner === to.id) return;
    throw new Failure(`${from.firstName} is linked to another person: unlink them, or remove .local to begin empty.`);
  }
  const received = () => must('GET', '/partners/requests', { token: to.token });
  let request = findRequest(await received(), from);
  if (!request) {
    await must('POST', '/partners/request', { token: from.token, body: { receiverId: to.id, message: REQUEST } });
    request = findRequest(await received(), from);
  }
  if (!request) throw new Failure(`The request of ${from.firstName} did not reach ${to.firstName}.`);
  await must('PATCH', `/partners/requests/${request._id}`, { token: to.token, body: { action: 'accept' } });
}

/** @param {import('@duet/contracts').PartnerRequestView[]} requests @param {Person} from */
function findRequest(requests, from) {
  return requests.find((one) => (one.sender.id ?? one.sender._id) === from.id);
}

/** Sends a message and retries until the conversation exists: messaging creates it when it consumes the event of the link. @param {Person} person @param {object} body */
async function send(person, body) {
  for (const deadline = Date.now() + 10_000; ; await delay(100)) {
    const { status, body: answer } = await call('POST', '/messages', { token: person.token, body });
    if (status < 300) return answer.data.message ?? answer.data;
    if (status >= 500 || ![403, 404, 409].includes(status) || Date.now() > deadline) {
      throw new Failure(
        `A message of ${person.firstName} was answered with ${status} ${answer.code}: ${answer.message}`,
      );
    }
  }
}

/** @param {{mira: Person, jonas: Person}} people */
async function talk({ mira, jonas }) {
  const people = { mira, jonas };
  /** @type {import('@duet/contracts').MessageView[]} */
  const sent = [];
  for (const [number, line] of STORY.entries()) {
    const [author, reader] = line.from === 'mira' ? [mira, jonas] : [jonas, mira];
    const body = {
      content: line.text,
      messageType: 'text',
      clientMessageId: demoId([mira, jonas], number),
      ...(line.to === undefined ? {} : { replyTo: sent[line.to]._id }),
      ...(line.sticker && { sticker: line.sticker }),
    };
    const message = await send(people[line.from], body);
    sent.push(message);
    if (line.heart && message.reactions.length === 0)
      await must('POST', `/messages/${message._id}/reaction`, { token: reader.token, body: { emoji: line.heart } });
    // The author of a line has read the lines before it. The last line stays unread.
    if (number > 0)
      await must('PATCH', '/messages/read', {
        token: author.token,
        body: { chatId: message.chatId, upTo: sent[number - 1].seq },
      });
  }
}

/** Sends a drawn note. @param {{mira: Person, jonas: Person}} people */
async function draw({ mira, jonas }) {
  const body = new FormData();
  body.append('clientMessageId', demoId([mira, jonas], 'drawn note'));
  body.append('files', new Blob([new Uint8Array(drawnNote())], { type: 'image/png' }), 'Drawn note.png');
  await must('POST', '/messages/upload', { token: jonas.token, body });
}

/** Shares the goal of the two in the conversation. @param {{mira: Person, jonas: Person}} people @param {string} id */
async function share({ mira, jonas }, id) {
  const goal = await must('GET', `/goals/${id}`, { token: mira.token });
  const body = { content: goal.title, card: { type: 'goal', id }, clientMessageId: demoId([mira, jonas], 'card') };
  await send(mira, body);
}

async function demo() {
  const mira = await enter(PEOPLE.mira);
  const jonas = await enter(PEOPLE.jonas);
  await link(jonas, mira);
  await settleIn({ mira, jonas });
  await talk({ mira, jonas });
  await draw({ mira, jonas });
  await fillMemories({ mira, jonas });
  await fillChallenges({ mira, jonas });
  await share({ mira, jonas }, await fillGoals({ mira, jonas }));
  await fillWishes({ mira, jonas });
  await fillLists({ mira, jonas });
  await shareMoods({ mira, jonas });
  await sendSign({ mira, jonas });
  await fillStories({ mira, jonas });
  process.stdout.write(`
  ${PEOPLE.mira.firstName} and ${PEOPLE.jonas.firstName} are linked and have ${STORY.length} messages, a drawn note and a card,
  two albums, a capsule for their tenth year, one that opens in an hour, two challenges, a story that waits
  for Jonas and one that they have finished.

    Open       ${url}/login   (one of them in a private window, to see both sides)
    Mira       ${PEOPLE.mira.email}
    Jonas      ${PEOPLE.jonas.email}
    Password   ${PASSWORD}   (for both)

`);
}

await demo().catch((cause) => {
  process.stderr.write(`${explain(cause)}\n`);
  process.exitCode = 1;
});
