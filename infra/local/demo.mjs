/*
 * `npm run demo`: makes a linked couple with a conversation in the running product, through its public API alone. Run again
 * it signs in, finds everything there and adds nothing: each line has an id that follows from the two people.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PASSWORD, PEOPLE, REQUEST, STORY } from './demo-story.mjs';
import { Failure, explain } from './failure.mjs';
import { LOCAL } from './places.mjs';
import { readPidFile, stillRuns } from './processes.mjs';

/** @typedef {{id: string, token: string, firstName: string}} Person */

/** Where the product of this checkout is open. */
function address() {
  if (process.env.PORT) return `http://localhost:${process.env.PORT}`;
  const running = readPidFile(join(LOCAL, 'run', 'start.lock'));
  return running?.url && stillRuns(running) ? running.url : 'http://localhost:8080';
}

const url = address();

/**
 * One call; waits out a rate limit.
 * @param {string} method
 * @param {string} path
 * @param {{token?: string, body?: unknown}} [options]
 * @returns {Promise<{status: number, body: any}>}
 */
async function call(method, path, { token, body } = {}) {
  for (;;) {
    const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const request = { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal: AbortSignal.timeout(10_000) };
    const answer = await fetch(`${url}/api${path}`, request).catch(() => {
      throw new Failure(`Duet does not answer on ${url}: run npm start first, in another terminal.`);
    });
    if (answer.status !== 429) return { status: answer.status, body: await answer.json().catch(() => ({})) };
    const wait = Number(answer.headers.get('retry-after') ?? 1);
    process.stdout.write(`Waiting ${wait} s, as the product asks …\n`);
    await delay(wait * 1_000);
  }
}

/** A call that has to succeed. @param {Parameters<typeof call>} request */
async function must(...request) {
  const { status, body } = await call(...request);
  if (status < 300) return body.data ?? body;
  throw new Failure(`${request[0]} ${request[1]} was answered with ${status} ${body.code ?? ''}: ${body.message ?? 'no message'}`);
}

/** Signs in, or registers who is not there yet. @param {{firstName: string, lastName: string, username: string, email: string}} person @returns {Promise<Person>} */
async function enter(person) {
  const known = await call('POST', '/auth/login', { body: { email: person.email, password: PASSWORD } });
  const { user, token } = known.status === 200 ? known.body : await must('POST', '/auth/register', { body: { ...person, password: PASSWORD, confirmPassword: PASSWORD } });
  return { id: user.id ?? user._id, token, firstName: person.firstName };
}

/** @param {Person} from @param {Person} to */
async function link(from, to) {
  const status = await must('GET', '/partners/status', { token: from.token });
  if (status.hasPartner) {
    const partner = status.partner.id ?? status.partner._id;
    if (partner === undefined || partner === to.id) return;
    throw new Failure(`${from.firstName} is linked to somebody else by now: unlink them, or remove .local to begin empty.`);
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

/** The same line between the same two people always has the same id. @param {Person[]} people @param {number} line */
function lineId(people, line) {
  const hex = createHash('sha256').update([...people.map((one) => one.id), line].join('/')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The conversation opens a moment after the link: messaging learns of it by an event. @param {Person} person @param {object} body */
async function send(person, body) {
  for (const deadline = Date.now() + 10_000; ; await delay(100)) {
    const { status, body: answer } = await call('POST', '/messages', { token: person.token, body });
    if (status < 300) return answer.data.message ?? answer.data;
    if (status >= 500 || ![403, 404, 409].includes(status) || Date.now() > deadline) {
      throw new Failure(`A message of ${person.firstName} was answered with ${status} ${answer.code}: ${answer.message}`);
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
    const body = { content: line.text, messageType: 'text', clientMessageId: lineId([mira, jonas], number), ...(line.to === undefined ? {} : { replyTo: sent[line.to]._id }) };
    const message = await send(people[line.from], body);
    sent.push(message);
    if (line.heart && message.reactions.length === 0) await must('POST', `/messages/${message._id}/reaction`, { token: reader.token, body: { emoji: line.heart } });
    // Whoever writes has read what came before; the very last line stays unread.
    if (number > 0) await must('PATCH', '/messages/read', { token: author.token, body: { chatId: message.chatId, upTo: sent[number - 1].seq } });
  }
}

async function demo() {
  const mira = await enter(PEOPLE.mira);
  const jonas = await enter(PEOPLE.jonas);
  await link(jonas, mira);
  await talk({ mira, jonas });
  process.stdout.write(`
  ${PEOPLE.mira.firstName} and ${PEOPLE.jonas.firstName} are linked and have ${STORY.length} messages.

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
