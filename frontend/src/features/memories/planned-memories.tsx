import { CalendarClock, Images, Lock, MapPin, Mic } from 'lucide-react';
import type { ReactNode } from 'react';
import { ComingSoon, type PlannedFeature } from '../../ui/coming-soon.js';

const PLANNED: readonly PlannedFeature[] = [
  { icon: Lock, title: 'Time capsules', text: 'Sealed for both of you until the day you chose.' },
  { icon: Images, title: 'Keepsakes', text: 'An open album for a trip, a year, a first time.' },
  { icon: Mic, title: 'Voices and words', text: 'Letters, photos, videos and voice notes in one place.' },
  { icon: CalendarClock, title: 'A timeline', text: 'Everything you kept, in the order it happened.' },
  { icon: MapPin, title: 'A map', text: 'The places that are yours.' },
];

/** What is there already stands above what is planned. */
export function PlannedMemories({ children }: { children: ReactNode }) {
  return (
    <ComingSoon
      title="Memories"
      intro="Memory capsules are coming soon: put away what you never want to lose, and open it together when the day has come."
      features={PLANNED}
    >
      {children}
    </ComingSoon>
  );
}
