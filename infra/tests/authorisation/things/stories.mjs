import { randomUUID } from 'node:crypto';
import { formOf, must } from '../world.mjs';
import { PIXEL } from './samples.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */

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
 * @param {(reading: {status: string, node: {takesPhoto?: boolean}}) => boolean} until
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
  const { node, version } = await readStory(scene, id, (reading) => reading.node.takesPhoto === true);
  const form = formOf('files', 'canary.png', PIXEL);
  for (const [name, value] of Object.entries({ nodeId: node.id, version: `${version}`, clientId: randomUUID() }))
    form.append(name, value);
  const path = `/api/stories/sessions/${id}/choice`;
  const { mine } = await must(scene.origin, 'POST', path, { token: scene.world.owner.token, body: form });
  const { searchParams } = new URL(mine.photo.file.url, scene.origin);
  return { id: searchParams.get(part) ?? '', file: mine.photo.id, searchParams };
}

/** @satisfies {Record<string, import('./scene.mjs').Kind>} */
export const STORY_THINGS = {
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
  storyLinkOfReading: { make: (scene) => storyLink(scene, 's') },
};
