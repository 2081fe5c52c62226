import { randomUUID } from 'node:crypto';
import {
  changeChallenge,
  chooseInStory,
  createList,
  getChallenge,
  getStoryReading,
  listChallengeRecords,
  listChallenges,
  listListTemplates,
  listStories,
  listTemplates,
  proposeChallenge,
  respondToChallenge,
  respondToStory,
  searchChallenges,
  searchStories,
  startStory,
  syncList,
} from '@duet/contracts';
import { accessToken } from '@duet/testing';
import { LIST_TEMPLATES_IN } from '../src/lists/list-template-texts.js';
import { fillSlots } from '../src/stories/story-slots.js';
import type { StoryTemplate } from '../src/stories/story-template.js';
import { STORIES_IN } from '../src/stories/story-texts.js';
import { TEMPLATES_IN } from '../src/templates/template-texts.js';
import { RunningChallenges, propose, stepOf } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

const FAVOURS = 'care-small-favours';
const MYSTERIES = 'small-mysteries';

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the library has changed');
  return value;
}

const favoursIn = (language: 'en' | 'es' | 'de') => found(TEMPLATES_IN[language].get(FAVOURS));

/** Ada reads German, Bob Spanish. */
async function couple() {
  const [ada, bob] = await challenges.couple();
  return { ada: ada.reading('de'), bob: bob.reading('es'), plain: ada };
}

describe('a challenge from a template', () => {
  it('is read by each of the two in the own language while it runs', async () => {
    const { ada, bob, plain } = await couple();
    const { _id: id, title } = await ada.call(proposeChallenge, { templateId: FAVOURS, clientId: randomUUID() });
    expect(title).toBe(favoursIn('de').title);
    await bob.call(respondToChallenge, { id, action: 'accept' });
    for (const [reader, language] of [
      [ada, 'de'],
      [bob, 'es'],
      [plain, 'en'],
    ] as const) {
      const { title: itsTitle, description, steps } = await reader.call(getChallenge, { id });
      const template = favoursIn(language);
      expect([itsTitle, description]).toEqual([template.title, template.description]);
      expect(steps.map((step) => [step.title, step.description])).toEqual(
        template.steps.map((step) => [step.title, step.description ?? '']),
      );
      const { challenges: listed } = await reader.call(listChallenges, {});
      expect(listed.map((one) => one.title)).toEqual([template.title]);
      const token = accessToken(challenges.keys, { userId: reader.id, sessionId: randomUUID() }, 60, 'export');
      const { challenges: exported } = await challenges.bus.call(listChallengeRecords, {}, { token, language });
      expect(exported.map((one) => one.steps)).toEqual([template.steps.map((step) => step.title)]);
    }
  });

  it('is found by the words that the reader sees, and by no others', async () => {
    const { ada, bob } = await couple();
    await ada.call(proposeChallenge, { templateId: FAVOURS, clientId: randomUUID() });
    const [german, spanish] = [favoursIn('de').title, favoursIn('es').title];
    const hits = async (reader: typeof ada, q: string) =>
      (await reader.call(searchChallenges, { q })).hits.map(({ title }) => title);
    expect([await hits(ada, german), await hits(bob, spanish)]).toEqual([[german], [spanish]]);
    expect([await hits(ada, spanish), await hits(bob, german)]).toEqual([[], []]);
    const step = found(favoursIn('de').steps[1]).title;
    expect(await hits(ada, step)).toEqual([german]);
  });

  it('keeps words that a member changed, and translates the rest', async () => {
    const { ada, bob } = await couple();
    const made = await ada.call(proposeChallenge, {
      ...{ templateId: FAVOURS, clientId: randomUUID() },
      title: 'Drei Dinge für Bob',
    });
    expect(await bob.call(getChallenge, { id: made._id })).toMatchObject({
      title: 'Drei Dinge für Bob',
      description: favoursIn('es').description,
    });
    const description = 'Ganz ohne Eile';
    await ada.call(changeChallenge, { id: made._id, version: made.version, description });
    expect(await bob.call(getChallenge, { id: made._id })).toMatchObject({ title: 'Drei Dinge für Bob', description });
  });

  it('takes words that a form only sends along for those of the template', async () => {
    const { ada, bob } = await couple();
    const { title, description } = favoursIn('de');
    const given = {
      templateId: FAVOURS,
      clientId: randomUUID(),
      title,
      ...(description !== undefined && { description }),
    };
    const { _id: id, version } = await ada.call(proposeChallenge, given);
    expect(await bob.call(getChallenge, { id })).toMatchObject({ title: favoursIn('es').title });
    await ada.call(changeChallenge, { id, version, title, description });
    expect(await bob.call(getChallenge, { id })).toMatchObject({ description: favoursIn('es').description });
  });

  it('records the template and its version', async () => {
    const { ada } = await couple();
    const { _id: id } = await ada.call(proposeChallenge, { templateId: FAVOURS, clientId: randomUUID() });
    const [row] = await challenges.rows('SELECT template_id, template_version FROM challenges WHERE id = $1', [id]);
    expect(row).toEqual({ template_id: FAVOURS, template_version: 0 });
  });
});

it('leaves a challenge in own words as it was written', async () => {
  const { ada, bob } = await couple();
  const title = favoursIn('en').title;
  const { _id: id } = await propose(ada, { title, steps: [stepOf()] });
  expect(await bob.call(getChallenge, { id })).toMatchObject({ title, steps: [{ title: stepOf().title }] });
});

it('lists and finds templates in the language of the reader', async () => {
  const { ada } = await couple();
  const { title } = favoursIn('de');
  const { templates } = await ada.call(listTemplates, { q: title });
  expect(templates.map((template) => [template._id, template.title])).toEqual([[FAVOURS, title]]);
});

it('refuses the stranger in every language', async () => {
  const { ada } = await couple();
  const { _id: id } = await ada.call(proposeChallenge, { templateId: FAVOURS, clientId: randomUUID() });
  const [stranger] = await challenges.couple();
  for (const language of ['en', 'es', 'de'] as const)
    expect((await stranger.reading(language).refusal(getChallenge, { id })).code).toBe('CHALLENGE_NOT_FOUND');
});

describe('a story', () => {
  it('is read by each of the two in the own language, also behind them', async () => {
    const { ada, bob } = await couple();
    const { _id: id } = await ada.call(startStory, { templateId: MYSTERIES, clientId: randomUUID() });
    const begun = await bob.call(respondToStory, { id, action: 'accept' });
    const [german, spanish] = [found(STORIES_IN.de.get(MYSTERIES)), found(STORIES_IN.es.get(MYSTERIES))];
    const first = german.start;
    const textIn = (language: 'es' | 'de', story: StoryTemplate): string =>
      fillSlots(story.nodes[first]?.text ?? '', { a: 'Ada', b: 'Bob', daysTogether: null }, language);
    expect(begun.node?.text).toBe(textIn('es', spanish));
    const moved = await ada.call(chooseInStory, { id, nodeId: first, version: begun.version });
    expect(moved).toMatchObject({ title: german.title, path: [{ node: { text: textIn('de', german) } }] });
    expect(await bob.call(getStoryReading, { id })).toMatchObject({
      title: spanish.title,
      path: [{ node: { text: textIn('es', spanish) } }],
    });
    const { stories } = await bob.call(listStories, {});
    expect(stories.map(({ blurb }) => blurb)).toEqual([...STORIES_IN.es.values()].map(({ blurb }) => blurb));
    expect((await ada.call(searchStories, { q: german.title })).hits.map(({ _id }) => _id)).toEqual([id]);
    expect((await bob.call(searchStories, { q: german.title })).hits).toEqual([]);
  });
});

it('gives a list from a template items in the language of the person who creates it', async () => {
  const { ada, bob } = await couple();
  const german = found(LIST_TEMPLATES_IN.de.get('shopping-week'));
  const { templates } = await ada.call(listListTemplates, {});
  expect(templates.map(({ title }) => title)).toContain(german.title);
  const { title, kind } = german;
  const wanted = { title, kind, templateId: german.id, clientId: randomUUID() };
  const { _id: id } = await ada.call(createList, wanted);
  const { items } = await bob.call(syncList, { id, after: 0 });
  expect(items.map(({ text }) => text)).toEqual(german.items);
});
