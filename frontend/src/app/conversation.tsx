import { MessageCircleHeart } from 'lucide-react';
import { EmptyState } from '../ui/empty-state.js';

/** Where the conversation of the two stands, on its own page and on the dashboard. */
export function Conversation() {
  return <EmptyState icon={<MessageCircleHeart size={26} aria-hidden />} title="Your conversation" level={2} />;
}
