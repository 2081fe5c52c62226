import type { CapsuleCounts, CapsuleCover, CapsuleSummary } from '@duet/contracts';
import type { Capsule } from './capsule.entity.js';
import { allowedCapsuleActions, hasOpenProposal, openDeleteWishes } from './capsule-states.js';

/** The inputs of the view besides the row. */
export interface CapsuleDetails {
  counts: CapsuleCounts;
  /** As far as the viewer may see it. */
  cover: CapsuleCover | null;
  favourite: boolean;
  hidden: boolean;
}

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** @param now domain time, which decides what the viewer may do */
export function capsuleSummary(
  capsule: Capsule,
  { counts, cover, favourite, hidden }: CapsuleDetails,
  viewerId: string,
  now: Date,
): CapsuleSummary {
  const situation = { capsule, viewerId, now, total: counts.total };
  return {
    _id: capsule.id,
    coupleId: capsule.coupleId,
    createdBy: capsule.createdBy,
    createdAt: capsule.createdAt.toISOString(),
    updatedAt: capsule.updatedAt.toISOString(),
    kind: capsule.kind,
    source: capsule.source,
    title: capsule.title,
    description: capsule.description,
    emoji: capsule.emoji,
    theme: capsule.theme,
    cover,
    tags: capsule.tags,
    status: capsule.status,
    unlockAt: iso(capsule.unlockAt),
    unlockTz: capsule.unlockTz,
    openRule: capsule.openRule,
    sealConfirmedBy: capsule.sealConfirmedBy,
    sealConfirmedAt: iso(capsule.sealConfirmedAt),
    openConfirmedBy: capsule.openConfirmedBy,
    deleteConfirmedBy: openDeleteWishes(capsule, now),
    sealedAt: iso(capsule.sealedAt),
    readyAt: iso(capsule.readyAt),
    completedAt: iso(capsule.completedAt),
    unlockProposal: proposalView(capsule, now),
    counts,
    favourite,
    hidden,
    deletedAt: iso(capsule.deletedAt),
    version: capsule.version,
    accessEpoch: capsule.accessEpoch,
    actions: allowedCapsuleActions(situation),
  };
}

function proposalView(capsule: Capsule, now: Date): CapsuleSummary['unlockProposal'] {
  const { proposedUnlockAt, proposedBy, proposedAt } = capsule;
  if (!proposedUnlockAt || !proposedBy || !proposedAt || !hasOpenProposal(capsule, now)) return null;
  return { unlockAt: proposedUnlockAt.toISOString(), by: proposedBy, at: proposedAt.toISOString() };
}
