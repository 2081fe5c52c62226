import * as contracts from '@duet/contracts';
import { commentOf, tagsOf } from './comments.mjs';
import { checker, declarationOf, filesOf, pathOf } from './program.mjs';
import { errorsReachedFrom, nodesReachedFrom } from './reach.mjs';
import { ts } from './typescript.mjs';

/**
 * @typedef {import('./typescript.mjs').Node} Node @typedef {{event: string, to: string}} Delivery
 * @typedef {import('../deploy/nats/roles.mjs').Role} Role
 */

/** Errors that every acknowledged event can end with. */
const COMMON = ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE', 'TIMEOUT'];

/** @type {Record<string, string>} */
const AUDIENCES = { couple: 'both partners', user: 'all devices of one person', session: 'one session' };

/** @param {string} text of a source */
const withoutComments = (text) =>
  text
    .split('/**')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('');

/** @param {string} text of a source, in one line, as code in a table */
const inCode = (text) =>
  `\`${withoutComments(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`)}\``;

/** @param {string} text */
const inCell = (text) => text.replaceAll('|', String.raw`\|`);

/** The members of an interface of the contracts. @param {string} name */
function membersOf(name) {
  const declaration = declarationOf(name);
  return ts.isInterfaceDeclaration(declaration) ? declaration.members.filter(ts.isPropertySignature) : [];
}

/** The types of a signature's parameters, by name. @param {import('./typescript.mjs').PropertySignature} member */
function parametersOf({ type }) {
  const parameters = type && ts.isFunctionTypeNode(type) ? type.parameters : [];
  return Object.fromEntries(parameters.map((one) => [one.name.getText(), one.type]));
}

/** The audiences that an expression of type Audience can name. @param {Node} node */
function audiencesOf(node) {
  const type = checker.getTypeAtLocation(node);
  const members = type.isUnion() ? type.types : [type];
  return members.flatMap((one) => one.getProperties().map(({ name }) => name)).filter((name) => name in AUDIENCES);
}

/** The socket events that an event's `deliver` returns, with their audiences. @param {Node} definition @returns {Delivery[]} */
function deliveriesIn(definition) {
  const found = nodesReachedFrom(definition, ['/libs/contracts/src/']).flatMap((node) => {
    if (!ts.isObjectLiteralExpression(node)) return [];
    const own = Object.fromEntries(
      node.properties.filter(ts.isPropertyAssignment).map((one) => [one.name.getText(), one.initializer]),
    );
    const { event: named, to } = own;
    const event = named && ts.isAsExpression(named) ? named.expression : named;
    if (!event || !to || !ts.isStringLiteral(event)) return [];
    return audiencesOf(to).map((audience) => ({ event: event.text, to: audience }));
  });
  return [...new Map(found.map((one) => [`${one.event} ${one.to}`, one])).values()];
}

/** The comment above the type that a payload names. @param {Node | undefined} node */
function commentOfType(node) {
  const declaration = node && checker.getTypeAtLocation(node).symbol?.declarations?.[0];
  return declaration ? commentOf(declaration) : '';
}

/** Every event of the bus with the constant that defines it. */
const BUS = contracts.EVENTS.map((event) => {
  const [constant = ''] = Object.entries(contracts).find(([, value]) => value === event) ?? [];
  const declaration = declarationOf(constant);
  const call = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  if (!call || !ts.isCallExpression(call) || !ts.isCallExpression(call.expression))
    throw new Error(`${constant} is not made by defineEvent`);
  const [payload, published] = call.expression.typeArguments ?? [];
  return {
    event,
    description: commentOf(declaration) || commentOfType(published ?? payload),
    file: pathOf(declaration.getSourceFile()),
    payload: payload?.getText() ?? '',
    published: published?.getText(),
    deliveries: deliveriesIn(call),
  };
}).toSorted((a, b) => (a.event.name < b.event.name ? -1 : 1));

/** The handler of a client's event in realtime. @param {string} name */
function handlerOf(name) {
  const [file] = filesOf('services/realtime/src/connections').filter(({ fileName }) =>
    fileName.endsWith('/socket-events.ts'),
  );
  /** @type {Node | undefined} */
  let found;
  /** @param {Node} node */
  const visit = (node) => {
    if (ts.isMethodDeclaration(node) && node.name.getText() === name) found ??= node.body;
    ts.forEachChild(node, visit);
  };
  if (file) visit(file);
  if (!found) throw new Error(`realtime has no handler of ${name}`);
  return found;
}

/** @param {string} name of a member or an event without a comment */
const undescribed = (name) => new Error(`${name} has no comment above it in libs/contracts`);

function clientEvents() {
  return membersOf('ClientToServerEvents').map((member) => {
    const name = member.name.getText();
    const { data, ack } = parametersOf(member);
    const description = commentOf(member);
    if (description === '') throw undescribed(name);
    const declared = tagsOf(member, 'refuses').flatMap((text) => text.split(/\s+/));
    const codes = new Set([...errorsReachedFrom(handlerOf(name)), ...declared]);
    const own = [...codes].filter((code) => !COMMON.includes(code)).toSorted();
    const answer = ack && ts.isTypeReferenceNode(ack) ? ack.typeArguments?.[0] : undefined;
    return `| \`${name}\` | ${inCell(description)} | ${inCode(data?.getText() ?? '')} | ${answer ? inCode(answer.getText()) : 'none'} | ${own.map((code) => `\`${code}\``).join(', ')} |`;
  });
}

function serverEvents() {
  return membersOf('ServerToClientEvents').map((member) => {
    const name = member.name.getText();
    const description = commentOf(member);
    if (description === '') throw undescribed(name);
    const { data } = parametersOf(member);
    const from = BUS.filter(({ deliveries }) => deliveries.some(({ event }) => event === name));
    const audiences = new Set(
      from.flatMap(({ deliveries }) => deliveries.filter(({ event }) => event === name).map(({ to }) => AUDIENCES[to])),
    );
    const declared = tagsOf(member, 'audience');
    const to = [...audiences, ...declared].join('; ');
    if (to === '') throw new Error(`${name} has neither a producer nor an @audience`);
    return `| \`${name}\` | ${inCell(description)} | ${inCode(data?.getText() ?? '')} | ${to} | ${from.map(({ event }) => `\`${event.name}\``).join(', ')} |`;
  });
}

/** @param {boolean} durable @param {Role[]} roles */
const busEvents = (durable, roles) =>
  BUS.filter(({ event }) => event.durable === durable).map(
    ({ event, description, payload, published, deliveries, file }) => {
      const sockets = deliveries.map((one) => `\`${one.event}\` (${AUDIENCES[one.to]})`).join(', ');
      if (description === '') throw undescribed(event.name);
      const consumers = roles.filter(({ consumes }) => consumes.includes(event.name)).map(({ name }) => name);
      const more = durable ? ` ${consumers.join(', ')} |` : '';
      return `| \`${event.name}\` | ${inCell(description)} | ${inCode(published ?? payload)}${event.personal ? ', personal' : ''} | ${sockets} |${more} [${file.split('/').slice(3).join('/')}](../${file}) |`;
    },
  );

/** The processes at the edge, which call nearly everything for people. */
const EDGES = ['gateway', 'realtime'];

/** The calls of each service to each other one. @param {Role[]} roles */
const serviceCalls = (roles) =>
  roles
    .filter(({ name }) => !EDGES.includes(name))
    .flatMap(({ name, calls }) =>
      [...Map.groupBy(calls, (subject) => subject.split('.')[0])].map(
        ([to, subjects]) => `| ${name} | ${to} | ${subjects.map((subject) => `\`${subject}\``).join(', ')} |`,
      ),
    );

/** @param {string[]} columns */
const head = (...columns) => `| ${columns.join(' | ')} |\n| ${columns.map(() => '---').join(' | ')} |`;

/** `docs/events.md`: everything that travels over sockets and over the bus. @param {Role[]} roles */
export const buildEvents = (roles) => `# Events

<!-- Written by \`npm run docs\` from libs/contracts, services/realtime and src/bus.ts of each process. -->

The types stand in \`libs/contracts/src/realtime/socket-events.ts\` and beside the events of each service.

## From client to server

A client that passes an acknowledgement receives \`{ ok: true, data }\` or \`{ ok: false, failure: { code, message?, errors?, retryAfter? } }\`. Every event can also end with ${COMMON.map((code) => `\`${code}\``).join(', ')}.

${head('event', 'meaning', 'payload', 'acknowledgement', 'errors of its own')}
${clientEvents().join('\n')}

## From server to client

Hints: a client that missed one learns the same from \`GET /api/messages/sync\` or from reading the list again.

${head('event', 'meaning', 'payload', 'audience', 'made from')}
${serverEvents().join('\n')}

## Durable events

Through the outbox and JetStream, at least once. They are published in order per key; replicas of a consumer may handle them at the same time. The payload is what the stream stores. Personal events are purged when one of their people deletes the account.

${head('event', 'meaning', 'payload', 'on sockets', 'consumed by', 'defined in')}
${busEvents(true, roles).join('\n')}

## Live updates

Over core NATS after the commit, at most once.

${head('event', 'meaning', 'payload', 'on sockets', 'defined in')}
${busEvents(false, roles).join('\n')}

## Calls between services

The gateway and realtime call every service for people. Services call each other only for data that no event can carry in time.

${head('from', 'to', 'calls')}
${serviceCalls(roles).join('\n')}
`;
