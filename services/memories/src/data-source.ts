import { AdminAct, DepartedAccount, KnownPerson, dataSourceOptions } from '@duet/service-kit';
import { CapsuleMark } from './capsules/capsule-mark.entity.js';
import { Capsule } from './capsules/capsule.entity.js';
import { Contribution } from './capsules/contribution.entity.js';
import { ContributionFile } from './capsules/contribution-file.entity.js';
import { CapsuleComment, CapsuleReactionRow } from './capsules/response.entity.js';
import { Couple } from './couples/couple.entity.js';
import { Capsules1764000000000 } from './migrations/1764000000000-capsules.js';
import { ContributionFiles1764100000000 } from './migrations/1764100000000-contribution-files.js';
import { Keeping1764100001000 } from './migrations/1764100001000-keeping.js';
import { OnThisDay1764100002000 } from './migrations/1764100002000-on-this-day.js';
import { MemorySearch1764100003000 } from './migrations/1764100003000-memory-search.js';
import { Keepsakes1764200000000 } from './migrations/1764200000000-keepsakes.js';
import { CoversAndPlaces1764203000000 } from './migrations/1764203000000-covers-and-places.js';
import { PurgedCouples1764204000000 } from './migrations/1764204000000-purged-couples.js';
import { StoryKeepsakes1764208001000 } from './migrations/1764208001000-story-keepsakes.js';
import { GoalKeepsakes1764214001000 } from './migrations/1764214001000-goal-keepsakes.js';
import { AdminActs1764240004000 } from './migrations/1764240004000-admin-acts.js';
import { DepartedPeople1764290000000 } from './migrations/1764290000000-departed-people.js';
import { TimezoneVersion1764300000002 } from './migrations/1764300000002-timezone-version.js';
import { Anniversaries1764310003000 } from './migrations/1764310003000-anniversaries.js';
import { AnniversaryDismissals1764310004000 } from './migrations/1764310004000-anniversary-dismissals.js';
import { OneKeepsakePerAnniversary1764310005000 } from './migrations/1764310005000-one-keepsake-per-anniversary.js';
import { CapsuleThemes1764320000000 } from './migrations/1764320000000-capsule-themes.js';
import { CapsuleThemesChecked1764320001000 } from './migrations/1764320001000-capsule-themes-checked.js';
import { AnniversaryDismissal, YearDismissal } from './years/year-dismissal.entity.js';

export const options = (url: string, poolSize?: number) =>
  dataSourceOptions({
    service: 'memories',
    url,
    ...(poolSize && { poolSize }),
    entities: [
      Couple,
      KnownPerson,
      DepartedAccount,
      Capsule,
      CapsuleMark,
      Contribution,
      ContributionFile,
      CapsuleComment,
      CapsuleReactionRow,
      YearDismissal,
      AnniversaryDismissal,
      AdminAct,
    ],
    migrations: [
      Capsules1764000000000,
      ContributionFiles1764100000000,
      Keeping1764100001000,
      OnThisDay1764100002000,
      MemorySearch1764100003000,
      Keepsakes1764200000000,
      CoversAndPlaces1764203000000,
      PurgedCouples1764204000000,
      StoryKeepsakes1764208001000,
      GoalKeepsakes1764214001000,
      AdminActs1764240004000,
      DepartedPeople1764290000000,
      TimezoneVersion1764300000002,
      Anniversaries1764310003000,
      AnniversaryDismissals1764310004000,
      OneKeepsakePerAnniversary1764310005000,
      CapsuleThemes1764320000000,
      CapsuleThemesChecked1764320001000,
    ],
  });
