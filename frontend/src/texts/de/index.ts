import { activity } from './activity.js';
import { album } from './album.js';
import { app } from './app.js';
import { appLock } from './appLock.js';
import { auth } from './auth.js';
import { capsules } from './capsules.js';
import { cards } from './cards.js';
import { challenges } from './challenges.js';
import { chatSearch } from './chatSearch.js';
import { common } from './common.js';
import { dailyQuestion } from './dailyQuestion.js';
import { dates } from './dates.js';
import { drawnNotes } from './drawnNotes.js';
import { emoji } from './emoji.js';
import { filter } from './filter.js';
import { goals } from './goals.js';
import { landing } from './landing.js';
import { lists } from './lists.js';
import { map } from './map.js';
import { media } from './media.js';
import { memories } from './memories.js';
import { messages } from './messages.js';
import { moods } from './moods.js';
import { notifications } from './notifications.js';
import { nudges } from './nudges.js';
import { partners } from './partners.js';
import { platform } from './platform.js';
import { privacy } from './privacy.js';
import { push } from './push.js';
import { reports } from './reports.js';
import { scheduled } from './scheduled.js';
import { search } from './search.js';
import { settings } from './settings.js';
import { shortcuts } from './shortcuts.js';
import { stats } from './stats.js';
import { stories } from './stories.js';
import { stickers } from './stickers.js';
import { ui } from './ui.js';
import { users } from './users.js';
import { wishes } from './wishes.js';

/** Every text in German, by feature. */
export const de = {
  activity,
  album,
  app,
  appLock,
  auth,
  capsules,
  cards,
  challenges,
  chatSearch,
  common,
  dailyQuestion,
  dates,
  drawnNotes,
  emoji,
  filter,
  goals,
  landing,
  lists,
  map,
  media,
  memories,
  messages,
  moods,
  notifications,
  nudges,
  partners,
  platform,
  privacy,
  push,
  reports,
  scheduled,
  search,
  settings,
  shortcuts,
  stats,
  stories,
  stickers,
  ui,
  users,
  wishes,
};
