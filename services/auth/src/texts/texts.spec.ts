import { DEFAULT_SETTINGS, TEXTS } from '@duet/contracts';
import { de } from './de/index.js';
import { en } from './en/index.js';
import { es } from './es/index.js';
import { textsFor } from './index.js';

const { t, language } = textsFor(DEFAULT_SETTINGS);

describe('the texts of mails and pushes', () => {
  it('puts every value into its place', () => {
    expect(t('mails.greetingByName', { name: 'Ada' })).toBe('Hi Ada,');
    expect(t('mails.resetFootnote', { minutes: 10 })).toContain('for 10 minutes');
  });

  it('does not read a value as a message', () => {
    expect(t('notices.unlinked', { name: '{name}' })).toBe('You and {name} are no longer linked');
    expect(t('notices.unlinked', { name: '$&' })).toBe('You and $& are no longer linked');
  });

  it('is in the person’s language, and in English for a language without texts', () => {
    expect(language).toBe('en');
    const german = textsFor({ account: { language: 'de' } });
    expect([german.language, german.t('mails.greetingByName', { name: 'Ada' })]).toEqual(['de', 'Hallo Ada,']);
    expect(textsFor({ account: { language: 'fr' } }).language).toBe('en');
  });

  it.each([
    ['es', es],
    ['de', de],
  ])('needs the same values in %s as in English', (_language, catalogue) => {
    const valuesOf = (texts: Record<string, string>): [key: string, values: string][] =>
      Object.entries(texts).map(([key, message]) => [
        key,
        [...new Set(message.match(/\{\w+\}/g))].toSorted().join(' ') || (message.trim() === '' ? 'empty' : ''),
      ]);
    for (const file of ['mails', 'notices'] as const) {
      const [translated, english] = [valuesOf(catalogue[file]), valuesOf(en[file])];
      expect(translated.toSorted()).toEqual(english.toSorted());
    }
  });

  it('use the sentence of the app’s list in a notice', () => {
    const name = 'Ada';
    expect([
      t('notices.requestReceived', { name }),
      t('notices.partnerLinked', { name }),
      t('notices.unlinked', { name }),
      t('notices.dateReminder'),
      t('notices.dailyQuestion'),
      t('notices.dailyAnswered', { name }),
      t('notices.dailyRevealed', { name }),
      t('notices.capsuleCreated', { name }),
      t('notices.capsuleSealed', { name }),
      t('notices.capsuleReady'),
      t('notices.capsuleDateProposed', { name }),
      t('notices.capsuleOpensInWeek'),
      t('notices.capsuleOpensTomorrow'),
      t('notices.capsuleCompleted', { name }),
      t('notices.challengeProposed', { name }),
      t('notices.challengeAccepted', { name }),
      t('notices.challengeDueTomorrow'),
      t('notices.challengeOverdue'),
      t('notices.challengeCompleted', { name }),
      t('notices.restitutionReady'),
      t('notices.goalProposed', { name }),
      t('notices.goalAchieved', { name }),
      t('notices.storyInvited', { name }),
      t('notices.storyWaiting', { name }),
      t('notices.storyFinished', { name }),
      t('notices.wishRedeemed', { name }),
      t('notices.listCreated', { name }),
      t('notices.nudgeThinking', { name }),
      t('notices.nudgeMiss', { name }),
      t('notices.nudgeProud', { name }),
      t('notices.nudgeGoodnight', { name }),
      t('notices.moodShared', { name }),
      t('notices.somebody'),
      t('notices.deletedPerson'),
    ]).toEqual([
      TEXTS.notice.requestReceived(name),
      TEXTS.toast.partnerLinked(name),
      TEXTS.notice.unlinked(name),
      TEXTS.notice.dateReminder,
      TEXTS.notice.dailyQuestion,
      TEXTS.notice.dailyAnswered(name),
      TEXTS.notice.dailyRevealed(name),
      TEXTS.notice.capsuleCreated(name),
      TEXTS.notice.capsuleSealed(name),
      TEXTS.notice.capsuleReady,
      TEXTS.notice.capsuleDateProposed(name),
      TEXTS.notice.capsuleOpensInWeek,
      TEXTS.notice.capsuleOpensTomorrow,
      TEXTS.notice.capsuleCompleted(name),
      TEXTS.notice.challengeProposed(name),
      TEXTS.notice.challengeAccepted(name),
      TEXTS.notice.challengeDueTomorrow,
      TEXTS.notice.challengeOverdue,
      TEXTS.notice.challengeCompleted(name),
      TEXTS.notice.restitutionReady,
      TEXTS.notice.goalProposed(name),
      TEXTS.notice.goalAchieved(name),
      TEXTS.notice.storyInvited(name),
      TEXTS.notice.storyWaiting(name),
      TEXTS.notice.storyFinished(name),
      TEXTS.notice.wishRedeemed(name),
      TEXTS.notice.listCreated(name),
      TEXTS.notice.nudgeThinking(name),
      TEXTS.notice.nudgeMiss(name),
      TEXTS.notice.nudgeProud(name),
      TEXTS.notice.nudgeGoodnight(name),
      TEXTS.notice.moodShared(name),
      TEXTS.somebody,
      TEXTS.deletedPerson,
    ]);
  });
});
