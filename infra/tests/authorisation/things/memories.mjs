import { randomUUID } from 'node:crypto';
import { formOf, must, say } from '../world.mjs';
import { revealedQuestion } from './questions.mjs';
import { FAR, PIXEL } from './samples.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */

const ALBUM = { kind: 'keepsake' };

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
export async function albumWithContribution(scene) {
  const { _id: id } = await capsule(scene, ALBUM);
  return { id, innerId: (await contribution(scene, id))._id };
}

/** An album with a picture. @param {Scene} scene */
async function albumWithPicture(scene) {
  const { _id: id } = await capsule(scene, ALBUM);
  const { token } = scene.world.owner;
  const form = formOf('files', 'canary.png', PIXEL);
  form.append('clientId', randomUUID());
  const made = await must(scene.origin, 'POST', `/api/capsules/${id}/contributions`, { token, body: form });
  const [{ id: innerId, file }] = made.attachments;
  return { id, innerId, contributionId: made._id, url: file.url };
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

/** @satisfies {Record<string, import('./scene.mjs').Kind>} */
export const MEMORY_THINGS = {
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
  /** A picture of a contribution, beside a contribution of another couple. */
  captionedPicture: {
    make: async (scene) => {
      const { id: capsuleId, innerId: id, contributionId } = await albumWithPicture(scene);
      const { token } = scene.world.other;
      const album = { ...ALBUM, title: 'Another', clientId: randomUUID() };
      const { _id: otherCapsuleId } = await must(scene.origin, 'POST', '/api/capsules', { token, body: album });
      const body = { text: 'Another', clientId: randomUUID() };
      const path = `/api/capsules/${otherCapsuleId}/contributions`;
      const { _id: otherContributionId } = await must(scene.origin, 'POST', path, { token, body });
      return { id, capsuleId, contributionId, otherCapsuleId, otherContributionId };
    },
  },
  capsuleLinkOfUser: { make: (scene) => capsuleLink(scene, 'u') },
  capsuleLinkOfSession: { make: (scene) => capsuleLink(scene, 's') },
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
};
