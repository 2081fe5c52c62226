import type { TogetherPart } from '@duet/contracts';
import { usePartner } from './partner-status.js';

const NONE: readonly TogetherPart[] = [];

/**
 * The parts that are switched off for the two, by whomever. Until the couple is loaded none, as for nearly every couple;
 * an answer of an earlier build has no such field.
 */
export const useHiddenParts = (): readonly TogetherPart[] => usePartner().couple?.hiddenParts ?? NONE;

/** Whether the two have a part. */
export const useHasPart = (part: TogetherPart): boolean => !useHiddenParts().includes(part);
