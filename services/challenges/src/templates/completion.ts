import { type CompletionRule, type TemplateStep, FIELD_TEXTS } from '@duet/contracts';
import { fieldError } from '@duet/service-kit';

/** @throws AppError VALIDATION_FAILED where fewer steps exist than the rule asks for */
export function requireReachable(rule: CompletionRule, steps: readonly TemplateStep[]): void {
  if (rule !== 'all' && rule.anyN > steps.length) throw fieldError('completionRule', FIELD_TEXTS.stepsTooFew);
}

export const anyNOf = (rule: CompletionRule): number | null => (rule === 'all' ? null : rule.anyN);

export const ruleOf = (anyN: number | null): CompletionRule => (anyN === null ? 'all' : { anyN });
