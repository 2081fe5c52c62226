/**
 * @typedef {import('../world.mjs').Role} Role
 * @typedef {import('../routes.mjs').Call} Call
 * @typedef {object} IdRow
 * @property {keyof typeof import('../things.mjs').THINGS} thing the kind of thing that the id names; a row uses no other id than the given one
 * @property {(id: string, thing: import('../things/scene.mjs').Thing, isOwner: boolean) => Call | Record<string, unknown>} call of a socket event: its data
 * @property {Partial<Record<Role, number>>} [expect] the statuses of the roles that the thing concerns besides its owner. For all others it does not exist.
 * @property {boolean} [bearer] the id is a secret: anyone who knows it may use it
 * @property {keyof typeof import('../things.mjs').STATE} [changes] the answer is always the same; this state shows whether the call had an effect
 * @property {boolean} [silent] the foreign answer is a success without content
 */

/** @param {(id: string) => unknown} [body] @returns {IdRow['call']} */
export const path = (body) => (id) => ({ path: { id }, ...(body ? { body: body(id) } : {}) });

/** @param {(id: string, thing: import('../things/scene.mjs').Thing, isOwner: boolean) => unknown} body @returns {IdRow['call']} */
export const body = (body) => (id, thing, isOwner) => ({ body: body(id, thing, isOwner) });

/** @type {IdRow['call']} */
export const cursor = (id) => ({ query: `?cursor=${id}` });

export const BOTH = { partner: 200 };
export const CREATED = { partner: 201 };
