import { completeStep } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { FILE, fileForm, stagedFile, useEntityFiles } from './entity-files.js';
import { CHALLENGE, COUPLE, STEP, answers, challengeOf } from './entity-peers.js';

const { media, ask, discarded, takeCalls } = useEntityFiles();

describe('the files of a proof', () => {
  const step = `challenges/${CHALLENGE}/steps/${STEP}/complete`;

  it('are stored by media, then by challenges, and answered with links', async () => {
    Object.assign(media.fields, { text: 'From the roof' });
    const { status, data } = await ask('POST', step, fileForm());
    expect(status).toBe(200);
    expect(takeCalls()).toEqual([
      [
        completeStep.subject,
        {
          id: CHALLENGE,
          stepId: STEP,
          text: 'From the roof',
          clientId: media.fields['clientId'],
          attachments: media.staged,
        },
      ],
    ]);
    expect(JSON.stringify(data)).toContain(JSON.stringify(FILE));
    const owners = [{ type: 'challenge', id: CHALLENGE, epoch: 4, seconds: 60, ids: media.staged.map(({ id }) => id) }];
    expect(media.asked).toEqual([
      [`/entity-files/challenge/${CHALLENGE}`, null],
      ['/entity-files/describe', { owners }],
    ]);
  });

  it('that is repeated or refused leave no second copy; JSON carries none, and asks media for nothing', async () => {
    const ids = media.staged.map(({ id }) => id);
    answers.completed = () => challengeOf({});
    expect((await ask('POST', step, fileForm())).status).toBe(200);
    expect(discarded()).toEqual({ ids });
    for (const [code, stays] of [
      ['ALREADY_DONE', false],
      ['CHALLENGE_NOT_FOUND', false],
      ['UNAVAILABLE', true],
    ] as const) {
      media.asked = [];
      answers.completed = () => {
        throw new AppError(code);
      };
      expect(await ask('POST', step, fileForm())).toMatchObject({ code });
      expect(discarded()).toEqual(stays ? undefined : { ids });
    }
    media.asked = [];
    const attachments = [stagedFile()];
    expect(await ask('POST', step, { attachments })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    answers.completed = () => challengeOf({});
    expect((await ask('POST', step)).status).toBe(200);
    expect(media.asked).toEqual([]);
  });

  it('are out of reach before an undoing or a deletion is answered', async () => {
    const paths = [
      [step, 4],
      [`challenges/${CHALLENGE}`, 5],
    ] as const;
    for (const [path, epoch] of paths) {
      [media.asked, media.refusing] = [[], []];
      expect((await ask('DELETE', path)).status).toBe(200);
      const ended = { type: 'challenge', id: CHALLENGE, coupleId: COUPLE, epoch };
      expect(media.asked).toEqual([['/entity-files/access-epoch', ended]]);
      media.refusing = ['/entity-files/access-epoch'];
      expect((await ask('DELETE', path)).status).toBe(503);
    }
  });
});
