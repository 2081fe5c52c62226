import { demoId, must } from './demo-api.mjs';

/**
 * @typedef {import('./demo-api.mjs').Person} Person
 * @typedef {{choices: string[], lines: string[]}} Answers of one person, in the order of the story
 */

/**
 * Starts a story and reads on until the answers end. One that an earlier run has read on is left as it is.
 * @param {Person} a invites
 * @param {Person} b
 * @param {string} templateId
 * @param {[Answers, Answers]} answers those of `a` and of `b`; the shorter ones end the reading
 */
async function read(a, b, templateId, answers) {
  const body = { clientId: demoId([a, b], `story/${templateId}`) };
  let now = await must('POST', `/stories/${templateId}/sessions`, { token: a.token, body });
  if (now.status !== 'invited') return now;
  const path = `/stories/sessions/${now._id}`;
  now = await must('PATCH', `${path}/respond`, { token: b.token, body: { action: 'accept' } });
  const rest = answers.map(({ choices, lines }) => ({ choice: [...choices], prompt: [...lines] }));
  while (now.status === 'active') {
    const { node, version } = now;
    const press = { nodeId: node.id, version };
    if (node.kind === 'scene') {
      now = await must('POST', `${path}/choice`, { token: a.token, body: press });
      continue;
    }
    for (const [turn, { token }] of [a, b].entries()) {
      const given = rest[turn]?.[/** @type {'choice' | 'prompt'} */ (node.kind)].shift();
      if (given === undefined) return now;
      const answer = node.kind === 'choice' ? { choiceId: given } : { text: given };
      now = await must('POST', `${path}/choice`, { token, body: { ...press, ...answer } });
    }
  }
  return now;
}

/** A story that waits for Jonas, and one at its end with its keepsake. @param {{mira: Person, jonas: Person}} people */
export async function fillStories({ mira, jonas }) {
  await read(mira, jonas, 'lamplighters', [
    { choices: ['river', 'thanks'], lines: ['When you gave half of your umbrella to the dog.'] },
    { choices: ['garden'], lines: ['You laughed before the joke was over, and then again.'] },
  ]);
  const { _id, actions } = await read(jonas, mira, 'small-mysteries', [
    {
      choices: ['bell', 'sugar', 'song', 'cover', 'dance', 'rest'],
      lines: [
        'My blue glove. It is still in the cinema, third row.',
        'My mug with the fox. It has met every deadline.',
        'I hum when I am lying.',
      ],
    },
    {
      choices: ['cat', 'sugar', 'nap', 'tell', 'triangle', 'rest'],
      lines: [
        'The key of my diary, in a jar of buttons.',
        'A pebble from the lake, still pink on one side.',
        'the neighbours water plastic flowers.',
      ],
    },
  ]);
  if (actions.includes('keep')) await must('POST', `/stories/sessions/${_id}/keepsake`, { token: jonas.token });
}
