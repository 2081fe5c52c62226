import type { ContributionView } from '@duet/contracts';
import { aContribution, aText } from '../../../../../test/capsules.js';
import { revealSteps } from './reveal-steps.js';

const piece = (_id: string, happenedAt = '2024-05-01'): ContributionView =>
  aText({ _id, author: _id.slice(0, 1), text: _id, happenedAt });

const order = (...contributions: ContributionView[]): string[] => revealSteps(contributions).map(({ key }) => key);

describe('revealSteps', () => {
  it('alternates authors within a day and keeps the order of each', () => {
    const day = ['a1', 'a2', 'a3', 'b1', 'b2'].map((id) => piece(id));
    expect(order(...day)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('never moves a piece to another day', () => {
    const days = [
      piece('a1', '2024-05-01'),
      piece('a2', '2024-05-02'),
      piece('b1', '2024-05-02'),
      piece('b2', '2024-05-03'),
    ];
    expect(order(...days)).toEqual(['a1', 'b1', 'a2', 'b2']);
  });

  it('shows the pictures of one contribution one after the other', () => {
    const pictures = { ...aContribution('a1', 'a'), happenedAt: '2024-05-01' };
    pictures.attachments.push(...aContribution('a1-second', 'a').attachments);
    expect(order(pictures, piece('a2'), piece('b1'))).toEqual(['a1', 'a1-second', 'b1', 'a2']);
  });
});
