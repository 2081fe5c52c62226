/**
 * @typedef {import('./roles.mjs').Role} Role
 * @typedef {{publish: string[], publishNot: string[], subscribe: string[]}} Permissions
 */

const STREAM = 'EVENTS';

/** The durable consumer's name that service-kit gives. @param {string} service @param {string} event */
const durableOf = (service, event) => `${service}-${event.replaceAll('.', '-')}`;

/** @param {string} event */
const placeOf = (event) => `events.${event}.*`;

/** The subject of the call that creates a consumer contains the consumer's events, so the server can restrict them. @param {string} consumer @param {string} event */
const creating = (consumer, event) => `$JS.API.CONSUMER.CREATE.${STREAM}.${consumer}.${placeOf(event)}`;

/** @param {string} consumer */
const handling = (consumer) =>
  ['INFO', 'DELETE', 'MSG.NEXT'].map((verb) => `$JS.API.CONSUMER.${verb}.${STREAM}.${consumer}`);

/** @param {Role} role @param {Role[]} others @param {string[]} personal */
function streamRights({ name, produces, consumes, erases }, others, personal) {
  const own = consumes.map((event) => ({ event, durable: durableOf(name, event) }));
  const foreign = others.flatMap((other) => other.consumes.map((event) => durableOf(other.name, event)));
  // To erase a user's events, a service finds them through consumers with random names: it may use any name but other services'.
  const erasure = [
    ...handling('*'),
    ...personal.map((event) => creating('*', event)),
    `$JS.API.STREAM.MSG.DELETE.${STREAM}`,
  ];
  return {
    publish: [
      ...produces.map(placeOf),
      '$JS.API.INFO',
      `$JS.API.STREAM.INFO.${STREAM}`,
      `$JS.API.STREAM.CREATE.${STREAM}`,
      ...own.flatMap(({ event, durable }) => [
        creating(durable, event),
        ...handling(durable),
        `$JS.ACK.${STREAM}.${durable}.>`,
      ]),
      ...(erases ? erasure : []),
    ],
    publishNot: erases
      ? foreign.flatMap((durable) => [...handling(durable), `$JS.API.CONSUMER.CREATE.${STREAM}.${durable}.>`])
      : [],
  };
}

/**
 * The subjects that a process may publish and subscribe to; the server refuses all others.
 * @param {Role} role
 * @param {Role[]} roles
 * @param {string[]} personal
 * @returns {Permissions}
 */
export function permissionsOf(role, roles, personal) {
  const { name, serves, calls, listensTo } = role;
  const stream = serves
    ? streamRights(
        role,
        roles.filter((other) => other !== role),
        personal,
      )
    : { publish: [], publishNot: [] };
  return {
    publish: [...calls, ...(serves ? ['live', 'live.control'] : []), ...stream.publish],
    publishNot: stream.publishNot,
    // A process receives calls only in its queue group, so that no process can read copies of them.
    subscribe: [`_INBOX.${name}.>`, ...(serves ? [`${name}.> ${name}`] : []), ...listensTo],
  };
}

/** The variable with a login's password; it comes from the environment or from another file of the configuration. @param {string} name */
export const passwordVariable = (name) => `DUET_NATS_${name.toUpperCase()}`;

/** @param {string[]} subjects @param {string} indent */
const list = (subjects, indent) =>
  `[\n${subjects.map((one) => `${indent}  ${JSON.stringify(one)}\n`).join('')}${indent}]`;

/** @param {string} name @param {Permissions} permissions */
function user(name, { publish, publishNot, subscribe }) {
  const deny = publishNot.length > 0 ? `\n          deny: ${list(publishNot, '          ')}` : '';
  return `    {
      user: ${name}
      password: $${passwordVariable(name)}
      permissions: {
        publish: {
          allow: ${list(publish, '          ')}${deny}
        }
        subscribe: {
          allow: ${list(subscribe, '          ')}
        }
        # An answer goes where the question says.
        allow_responses: { max: 10, expires: "30s" }
      }
    }
`;
}

/**
 * The server's `authorization` block.
 * @param {{roles: Role[], personal: string[]}} read
 * @param {string} [more] further users
 */
export function authorization({ roles, personal }, more = '') {
  return `authorization {\n  users: [\n${roles.map((role) => user(role.name, permissionsOf(role, roles, personal))).join('')}${more}  ]\n}\n`;
}
