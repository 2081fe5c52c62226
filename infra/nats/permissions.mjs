/**
 * @typedef {import('./roles.mjs').Role} Role
 * @typedef {{publish: string[], publishNot: string[], subscribe: string[]}} Permissions
 */

const STREAM = 'EVENTS';

/** The durable consumer's name that service-kit gives. @param {string} service @param {string} event */
const durableOf = (service, event) => `${service}-${event.replaceAll('.', '-')}`;

/** @param {string} event */
const placeOf = (event) => `events.${event}.*`;

/** Making a consumer names what it reads in the subject, so that the server holds it to that. @param {string} consumer @param {string} event */
const creating = (consumer, event) => `$JS.API.CONSUMER.CREATE.${STREAM}.${consumer}.${placeOf(event)}`;

/** @param {string} consumer */
const handling = (consumer) => ['INFO', 'DELETE', 'MSG.NEXT'].map((verb) => `$JS.API.CONSUMER.${verb}.${STREAM}.${consumer}`);

/** @param {Role} role @param {Role[]} others @param {string[]} personal */
function streamRights({ name, produces, consumes, erases }, others, personal) {
  const own = consumes.map((event) => ({ event, durable: durableOf(name, event) }));
  const foreign = others.flatMap((other) => other.consumes.map((event) => durableOf(other.name, event)));
  // To take a person's facts back they are looked up through consumers whose names are random: all but the others'.
  const looking = [...handling('*'), ...personal.map((event) => creating('*', event)), `$JS.API.STREAM.MSG.DELETE.${STREAM}`];
  return {
    publish: [
      ...produces.map(placeOf),
      '$JS.API.INFO',
      `$JS.API.STREAM.INFO.${STREAM}`,
      `$JS.API.STREAM.CREATE.${STREAM}`,
      ...own.flatMap(({ event, durable }) => [creating(durable, event), ...handling(durable), `$JS.ACK.${STREAM}.${durable}.>`]),
      ...(erases ? looking : []),
    ],
    publishNot: erases ? foreign.flatMap((durable) => [...handling(durable), `$JS.API.CONSUMER.CREATE.${STREAM}.${durable}.>`]) : [],
  };
}

/**
 * What the server lets a process publish and subscribe to; anything else is refused.
 * @param {Role} role
 * @param {Role[]} roles
 * @param {string[]} personal
 * @returns {Permissions}
 */
export function permissionsOf(role, roles, personal) {
  const { name, serves, calls, hears } = role;
  const stream = serves ? streamRights(role, roles.filter((other) => other !== role), personal) : { publish: [], publishNot: [] };
  return {
    publish: [...calls, ...(serves ? ['live', 'live.control'] : []), ...stream.publish],
    publishNot: stream.publishNot,
    // Calls only as a member of the service's queue group: nobody listens in on a copy.
    subscribe: [`_INBOX.${name}.>`, ...(serves ? [`${name}.> ${name}`] : []), ...hears],
  };
}

/** The variable that holds a login's password; it comes from the environment or from another file of the configuration. @param {string} name */
export const passwordVariable = (name) => `DUET_NATS_${name.toUpperCase()}`;

/** @param {string[]} subjects @param {string} indent */
const list = (subjects, indent) => `[\n${subjects.map((one) => `${indent}  ${JSON.stringify(one)}\n`).join('')}${indent}]`;

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
