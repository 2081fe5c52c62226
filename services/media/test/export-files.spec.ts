import { randomUUID } from 'node:crypto';
import { attachmentPath } from '@duet/contracts';
import { TestClock } from '@duet/testing';
import { TestCouple, staged, stagedFor } from './couples.js';
import { exportCalls } from './export-calls.js';
import { BEN, challengeOf, contributionOf, keepsakeOf, storyOf } from './export-contents.js';
import { type ExportPeers, startExportPeers } from './export-peers.js';
import { type MediaScene, startScene } from './media-scene.js';
import { plain } from './pictures.js';
import { type RunningMedia, tokenOf } from './running-media.js';

const clock = new TestClock();
let scene: MediaScene<ExportPeers>;
let media: RunningMedia;

beforeAll(async () => {
  scene = await startScene(startExportPeers, {}, clock);
  ({ media } = scene);
});

afterAll(() => scene.stop());

const { newPerson, exported } = exportCalls(() => scene, clock);

const mediaOf = (files: Map<string, Buffer>): string[] => [...files.keys()].filter((name) => name.startsWith('media/'));

describe('an export', () => {
  it('contains the files of the messages and a page that displays them', async () => {
    const person = newPerson();
    const couple = await new TestCouple(media, person.id).link();
    const sent = [
      { name: 'Ümläut & <b>.txt', bytes: 'hello' },
      { name: 'us.png', bytes: await plain('png') },
    ];
    const [text = '', picture = ''] = await staged(media, person.id, sent);
    const now = person.talk(BEN, ['Look', 'And this is gone']);
    const attached = (id: string, kind: 'image' | 'file') => ({
      id,
      kind,
      url: attachmentPath(id),
      filename: 'whatever',
      size: 1,
      mimeType: 'x/y',
    });
    const [look, gone] = person.messages;
    if (!look || !gone) throw new Error(now.coupleId);
    Object.assign(look, { attachments: [attached(text, 'file'), attached(picture, 'image')] });
    Object.assign(gone, { attachments: [{ ...attached(randomUUID(), 'file'), transcript: 'said & <i>heard</i>' }] });
    const [found = ''] = await staged(media, person.id, [{ name: 'preview.png', bytes: await plain('png') }]);
    const image = { id: found, url: attachmentPath(found), width: 1, height: 1, blur: 'data:' };
    Object.assign(gone, {
      preview: { url: 'https://site.example/', siteName: 'Site', title: 'A <b>page</b>', description: null, image },
    });
    const files = await exported(person);
    const [textPath, picturePath] = [`media/${text.slice(-12)}-Ümläut & _b_.txt`, `media/${picture.slice(-12)}-us.png`];
    expect(mediaOf(files)).toEqual([textPath, picturePath, `media/${found.slice(-12)}-preview.png`]);
    expect(String(files.get(textPath))).toBe('hello');
    const kept = await fetch(`${media.url}/attachments/${picture}/original`, {
      headers: { authorization: `Bearer ${tokenOf(couple.a._id)}` },
    });
    expect(files.get(picturePath)).toEqual(Buffer.from(await kept.arrayBuffer()));
    const page = String(files.get('index.html'));
    expect(page).toContain(`<a href="media/${encodeURIComponent(textPath.slice(6))}">`);
    expect(page).toContain(`src="media/${encodeURIComponent(picturePath.slice(6))}"`);
    expect(page).toContain('<b>Site</b> A &lt;b&gt;page&lt;/b&gt; ');
    expect(page).toContain(`src="media/${found.slice(-12)}-preview.png"`);
    expect(
      page.match(/<p class="soft">whatever<\/p><p dir="auto">said &amp; &lt;i&gt;heard&lt;\/i&gt;<\/p>/g),
    ).toHaveLength(1);
  });

  it('contains the files of capsules, challenges and stories and a page that links to them', async () => {
    const person = newPerson();
    await new TestCouple(media, person.id).link();
    const now = person.talk(BEN, []);
    const capsule = keepsakeOf(person, now, 'Our trip');
    const sea = await stagedFor(media, person.id, capsule.id, { name: 'sea.png', bytes: await plain('png') });
    person.capsules.push({
      record: capsule,
      contributions: [{ ...contributionOf(person, now), attachments: [{ id: sea, caption: 'The <sea>' }] }],
    });
    const challenge = challengeOf(person, now, 'Windows');
    const view = await stagedFor(
      media,
      person.id,
      challenge.id,
      { name: 'view.png', bytes: await plain('png') },
      'challenge',
    );
    person.challenges.push({
      ...challenge,
      steps: ['The view'],
      proofs: [{ author: BEN._id, step: 'The view', text: '', doneAt: now.linkedAt, attachments: [{ id: view }] }],
    });
    const story = storyOf(person, now);
    const mug = await stagedFor(media, person.id, story.id, { name: 'mug.png', bytes: await plain('png') }, 'story');
    person.stories.push({
      ...story,
      answers: [{ author: BEN._id, question: 'Show it.', answer: '', at: now.linkedAt, attachments: [{ id: mug }] }],
    });
    const files = await exported(person);
    const [seaPath, viewPath, mugPath] = [
      `media/${sea.slice(-12)}-sea.png`,
      `media/${view.slice(-12)}-view.png`,
      `media/${mug.slice(-12)}-mug.png`,
    ];
    expect(mediaOf(files)).toEqual([seaPath, viewPath, mugPath]);
    const page = String(files.get('index.html'));
    expect(page).toContain(`<a href="${seaPath}">The &lt;sea&gt;</a>`);
    expect(page).toContain(`<a href="${viewPath}">`);
    expect(page).toContain(`<a href="${mugPath}">`);
  });
});
