import { randomUUID } from 'node:crypto';
import { type DailyRecord, type KeptMessageView, quoteOf } from '@duet/contracts';
import { TestClock } from '@duet/testing';
import { exportCalls } from './export-calls.js';
import { BEN, addEverything, contributionOf, keepsakeOf } from './export-contents.js';
import { type ExportPeers, startExportPeers } from './export-peers.js';
import { type MediaScene, startScene } from './media-scene.js';
import { RunningMedia } from './running-media.js';

const clock = new TestClock();
let scene: MediaScene<ExportPeers>;
let media: RunningMedia;

beforeAll(async () => {
  scene = await startScene(startExportPeers, {}, clock);
  ({ media } = scene);
});

afterAll(() => scene.stop());

const { newPerson, exported } = exportCalls(() => scene, clock);

describe('an export', () => {
  it('displays everything on its page, escaped, without scripts and remote addresses', async () => {
    const person = newPerson();
    await addEverything(media, person);
    const files = await exported(person);
    const page = String(files.get('index.html'));
    expect(page).toContain('So &lt;fine&gt;');
    expect(page).toContain('With &lt;pleasure&gt;');
    expect(page).toContain('✓ The first');
    expect(page).toContain('✓ Bread &lt;fresh&gt;');
    expect(page).toContain('Two &lt;books&gt;');
    expect(page).toContain('Left, &lt;always&gt;');
    expect(page).toContain('Breakfast in &lt;bed&gt;');
    expect(page).toContain('You reported a threat: <bdi>Said &lt;so&gt;</bdi>');
    expect(page.match(/<li class="(?:mine|theirs)">/g)).toHaveLength(person.messages.length);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot;');
    expect(page).not.toMatch(/<script|<img src=x|https?:\/\//);
    expect(page).toContain('light-dark(');
    // The first message was sent at half past eleven in Berlin, so later ones have the next date there.
    expect(page.match(/<h4>[^<]+<\/h4>/g)?.slice(0, 2)).toEqual([
      '<h4>Sunday, February 1, 2026</h4>',
      '<h4>Monday, February 2, 2026</h4>',
    ]);
    for (const words of [
      '<h3 dir="auto">Our trip</h3>',
      '<bdi>You</bdi> <span class="soft">February 3, 2026</span></dt><dd dir="auto">My letter. Lisbon</dd>',
      '<bdi>Ben</bdi> <span class="soft">Comment</span></dt><dd dir="auto">So &lt;good&gt;</dd>',
      '(<bdi>Benny &lt;3</bdi>)',
      'Together since Saturday, February 29, 2020',
      '<bdi>The ring &amp; the &lt;vow&gt;</bdi> <span class="soft">Thursday, December 24, 2026, every year, only you see this</span>',
      '<li>You felt in love: <bdi>Since &lt;breakfast&gt;</bdi> <span class="soft">Tuesday, February 3, 2026</span></li>',
    ]) {
      expect(page).toContain(words);
    }
    expect(page).toContain('<h3>With <bdi>Ben</bdi></h3>');
    expect(page).toContain('<h3>With <bdi>Cleo</bdi></h3>');
    expect(page).toContain('quoted words</blockquote>');
    expect(page).toContain('src="data:image/webp;base64,');
  });

  it('contains the user’s answers, and the partner’s where both have answered', async () => {
    const person = newPerson();
    const { coupleId } = person.talk(BEN, ['Hello']);
    const said = (text: string, value: number | null = null) => ({
      value,
      guess: null,
      text,
      answeredAt: '2026-02-01T10:00:00.000Z',
      version: 1,
    });
    const day = (dayKey: string): DailyRecord => ({
      coupleId,
      dayKey,
      text: 'How <b>are</b> you?',
      type: 'open',
      options: [],
      category: 'us',
      mine: said('My own words'),
      theirs: null,
      reactions: [],
    });
    person.days = [
      day('2026-02-01'),
      {
        ...day('2026-02-02'),
        type: 'single',
        options: ['Tea & cake', 'Soup'],
        mine: said('', 0),
        theirs: said('always', 1),
        reactions: [{ emoji: '😋', user: BEN._id }],
      },
      { ...day('2026-02-03'), type: 'scale', options: ['Low', 'High'], mine: said('', 4) },
    ];
    person.written = [
      {
        _id: randomUUID(),
        coupleId,
        text: 'Shall we <i>dance</i>?',
        type: 'open',
        options: [],
        createdAt: '2026-02-01T10:00:00.000Z',
      },
    ];
    const files = await exported(person);
    expect(JSON.parse(String(files.get('daily-questions.json')))).toEqual({
      days: person.days,
      written: person.written,
    });
    const page = String(files.get('index.html'));
    for (const words of [
      'Tuesday, February 3, 2026',
      'How &lt;b&gt;are&lt;/b&gt; you?',
      '<dd dir="auto">My own words</dd>',
      '<dd dir="auto">Tea &amp; cake</dd>',
      '<dt><bdi>Ben</bdi></dt><dd dir="auto">Soup. always</dd>',
      '4 of 5 (Low to High)',
      '😋',
      'Shall we &lt;i&gt;dance&lt;/i&gt;?',
    ])
      expect(page).toContain(words);
    expect(page.match(/<dt><bdi>Ben/g)).toHaveLength(1);
  });

  it.each([
    ['de', 'Keine Nachrichten.', 'Angemeldete Geräte'],
    ['es', 'No hay mensajes.', 'Dispositivos con sesión iniciada'],
  ] as const)('has the words of its page in the language of the person: %s', async (language, ...words) => {
    const person = newPerson();
    person.language = language;
    const files = await exported(person);
    const page = String(files.get('index.html'));
    for (const one of [`<html lang="${language}">`, ...words]) expect(page).toContain(one);
  });

  it('says the names of stickers in the language of the person, and texts as they were written', async () => {
    const person = newPerson();
    person.language = 'de';
    const couple = person.talk(BEN, ['Big hug', 'Big hug', 'Big hug', 'A hug from then']);
    const [hug, answer, text, newer] = person.messages;
    if (!hug || !answer || !text || !newer) throw new Error('nothing was said');
    hug.sticker = 'hug';
    answer.replyTo = quoteOf(hug);
    text.replyTo = quoteOf({ ...text, content: 'Kiss' });
    newer.sticker = 'newer';
    const kept = { messageId: hug._id, seq: hug.seq, by: BEN._id, sentAt: hug.createdAt };
    const contribution = (keptMessage: KeptMessageView) => ({ ...contributionOf(person, couple), keptMessage });
    person.capsules.push({
      record: keepsakeOf(person, couple, 'Momente'),
      contributions: [
        contribution({ ...kept, words: 'Good night', sticker: 'good-night' }),
        contribution({ ...kept, words: 'Yes' }),
      ],
    });
    const files = await exported(person);
    const page = String(files.get('index.html'));
    expect(page.match(/<p dir="auto">.*?<\/p>/g)).toEqual([
      '<p dir="auto"><span class="soft">Sticker:</span> Dicke Umarmung</p>',
      '<p dir="auto">Big hug</p>',
      '<p dir="auto">Big hug</p>',
      '<p dir="auto"><span class="soft">Sticker:</span> A hug from then</p>',
    ]);
    expect(page.match(/<b>Du<\/b> [^<]+<\/blockquote>/g)).toEqual([
      '<b>Du</b> Dicke Umarmung</blockquote>',
      '<b>Du</b> Kiss</blockquote>',
    ]);
    for (const words of ['Ben: “Gute Nacht”', 'Ben: “Yes”']) expect(page).toContain(words);
    expect(String(files.get('messages.jsonl'))).toContain('"content":"Big hug"');
  });
});
