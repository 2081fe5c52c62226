import { AdminAct, DepartedAccount, KnownPerson, dataSourceOptions } from '@duet/service-kit';
import { Award } from './awards/award.entity.js';
import { Badge } from './awards/badge.entity.js';
import { Challenge } from './challenges/challenge.entity.js';
import { Reflection } from './challenges/reflection.entity.js';
import { StepFile } from './challenges/step-file.entity.js';
import { StepPart } from './challenges/step-part.entity.js';
import { Step } from './challenges/step.entity.js';
import { Couple } from './couples/couple.entity.js';
import { GoalCheer } from './goals/goal-cheer.entity.js';
import { GoalEntry } from './goals/goal-entry.entity.js';
import { Goal } from './goals/goal.entity.js';
import { Milestone } from './goals/milestone.entity.js';
import { ListItem } from './lists/list-item.entity.js';
import { List } from './lists/list.entity.js';
import { Challenges1764100004000 } from './migrations/1764100004000-challenges.js';
import { StepFiles1764201000000 } from './migrations/1764201000000-step-files.js';
import { HiddenParts1764215003001 } from './migrations/1764215003001-hidden-parts.js';
import { Goals1764205000000 } from './migrations/1764205000000-goals.js';
import { Lists1764207000000 } from './migrations/1764207000000-lists.js';
import { Stories1764208000000 } from './migrations/1764208000000-stories.js';
import { StoryPhotos1764216001000 } from './migrations/1764216001000-story-photos.js';
import { TemplateVersions1764217000000 } from './migrations/1764217000000-template-versions.js';
import { Wishes1764206000000 } from './migrations/1764206000000-wishes.js';
import { AdminActs1764240005000 } from './migrations/1764240005000-admin-acts.js';
import { DepartedPeople1764290001000 } from './migrations/1764290001000-departed-people.js';
import { TimezoneVersion1764300000001 } from './migrations/1764300000001-timezone-version.js';
import { RunningDay1764310003002 } from './migrations/1764310003002-running-day.js';
import { StoryChoice } from './stories/story-choice.entity.js';
import { StoryReading } from './stories/story-reading.entity.js';
import { Template } from './templates/template.entity.js';
import { Wish } from './wishes/wish.entity.js';

export const options = (url: string, poolSize?: number) =>
  dataSourceOptions({
    service: 'challenges',
    url,
    ...(poolSize && { poolSize }),
    entities: [
      Couple,
      KnownPerson,
      DepartedAccount,
      Template,
      Challenge,
      Step,
      StepPart,
      StepFile,
      Reflection,
      Award,
      Badge,
      Goal,
      Milestone,
      GoalEntry,
      GoalCheer,
      List,
      ListItem,
      StoryReading,
      StoryChoice,
      Wish,
      AdminAct,
    ],
    migrations: [
      Challenges1764100004000,
      StepFiles1764201000000,
      Goals1764205000000,
      Wishes1764206000000,
      Lists1764207000000,
      Stories1764208000000,
      HiddenParts1764215003001,
      StoryPhotos1764216001000,
      TemplateVersions1764217000000,
      AdminActs1764240005000,
      DepartedPeople1764290001000,
      TimezoneVersion1764300000001,
      RunningDay1764310003002,
    ],
  });
