import { useSearchParams } from 'react-router-dom';
import { StoriesList } from './stories-list.js';
import { StoryPage } from './story-page.js';

/** The stories for two; `story=` opens one reading. */
export function StoriesTab() {
  const [params] = useSearchParams();
  const readingId = params.get('story');
  return readingId === null ? <StoriesList /> : <StoryPage key={readingId} readingId={readingId} />;
}
