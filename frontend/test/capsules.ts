import type {
  CapsuleSummary,
  CapsuleUpdated,
  CapsuleView,
  ContributionAttachment,
  ContributionView,
  EntityFileKind,
  EntityFileView,
} from '@duet/contracts';
import { me, partner } from './chat-server.js';

const SUMMARY: CapsuleSummary = {
  _id: 'k1',
  coupleId: 'c1',
  createdBy: me._id,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  kind: 'timed',
  source: 'manual',
  title: 'For our tenth year',
  description: '',
  emoji: null,
  cover: null,
  tags: [],
  status: 'collecting',
  unlockAt: '2036-06-01T09:00:00.000Z',
  unlockTz: 'UTC',
  openRule: 'together',
  sealConfirmedBy: [],
  openConfirmedBy: [],
  deleteConfirmedBy: [],
  sealedAt: null,
  readyAt: null,
  completedAt: null,
  unlockProposal: null,
  counts: { total: 0, byUser: {}, byKind: {} },
  favourite: false,
  hidden: false,
  deletedAt: null,
  version: 1,
  accessEpoch: 0,
  actions: ['contribute', 'change_details', 'change_appearance', 'delete'],
};

export const aCapsuleSummary = (more: Partial<CapsuleSummary> = {}): CapsuleSummary => ({ ...SUMMARY, ...more });

export const aCapsule = (more: Partial<CapsuleView> = {}): CapsuleView => ({
  ...SUMMARY,
  contributions: [],
  nextContribution: null,
  reactions: [],
  comments: [],
  ...more,
});

/** The live update after the partner has changed a capsule's state. */
export const anUpdate = ({ _id: capsuleId, status, counts, version }: CapsuleView): CapsuleUpdated => ({
  capsuleId,
  action: 'details_changed',
  by: { _id: partner._id, firstName: partner.firstName },
  status,
  counts,
  version,
});

/** A file with links that are valid for a while. @param round distinguishes links of later answers */
export function aFile(id: string, { round = 0 }: { round?: number } = {}): EntityFileView {
  const link = (variant: string): string => `/api/media/attachments/${id}/${variant}?round=${round}`;
  return {
    url: link('original'),
    display: link('display'),
    thumbnail: link('thumbnail'),
    filename: `${id}.jpg`,
    size: 2_048,
    mimeType: 'image/jpeg',
    width: 400,
    height: 300,
    duration: 3,
    voiceStatus: 'ready',
    expiresAt: new Date(Date.now() + 300_000).toISOString(),
  };
}

/** Words of the user in the capsule `k1`. */
export const aText = (more: Partial<ContributionView> = {}): ContributionView => ({
  _id: 'n1',
  capsuleId: 'k1',
  coupleId: 'c1',
  author: me._id,
  kind: 'text',
  text: '',
  keptMessage: null,
  keptAnswers: null,
  keptChallenge: null,
  keptStory: null,
  place: null,
  happenedAt: '2026-10-01',
  visibility: 'shared',
  attachments: [],
  access: { epoch: 0, seconds: 300 },
  createdAt: '2026-11-01T10:00:00.000Z',
  editedAt: null,
  ...more,
});

/** A contribution with one file, which has the contribution's id. */
export function aContribution(
  id: string,
  author: string,
  { kind = 'image', attachment = {} }: { kind?: EntityFileKind; attachment?: Partial<ContributionAttachment> } = {},
): ContributionView {
  return aText({
    _id: id,
    author,
    kind: kind === 'image' ? 'photo' : kind,
    attachments: [
      { id, kind, caption: '', transcript: null, takenAt: null, place: null, file: aFile(id), ...attachment },
    ],
  });
}
