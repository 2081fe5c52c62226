import { BookHeart, Flag, Footprints, Handshake, ListChecks, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { ComingSoon, type PlannedFeature } from '../../ui/coming-soon.js';

const PLANNED: readonly PlannedFeature[] = [
  { icon: Handshake, title: 'Challenges for two', text: 'One proposes, the other accepts, both take part.' },
  { icon: Footprints, title: 'Small steps', text: 'Tick off a step, or confirm each other’s.' },
  { icon: Sparkles, title: 'Ready-made ideas', text: 'A week of thank-yous, a month of new dishes.' },
  { icon: ListChecks, title: 'Relationship goals', text: 'Something to save for, learn or become, together.' },
  { icon: BookHeart, title: 'Interactive stories', text: 'Read by two, decided by two.' },
  { icon: Flag, title: 'A gentle finish', text: 'No points against each other, no blame for a missed day.' },
];

/** The page of challenges; `children` is what of it is there already. */
export function Challenges({ children }: { children: ReactNode }) {
  return (
    <ComingSoon title="Challenges" intro="Shared challenges are coming soon: little things to try as two, at your own pace. The daily question is here already." features={PLANNED}>
      {children}
    </ComingSoon>
  );
}
