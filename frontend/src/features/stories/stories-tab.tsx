import { useSearchParams } from 'react-router-dom';
import { StoriesList } from './stories-list.js';
import { StoryPage } from './story-page.js';

/** The stories for two; `story=` opens one reading. */
export function StoriesTab() {
  const [params] = useSearchParams();
  const sessionId = params.get('story');
  return sessionId === null ? <StoriesList /> : <StoryPage key={sessionId} sessionId={sessionId} />;
}
