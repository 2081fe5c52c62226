import { defineRpc, returns } from '../bus/rpc.js';
import {
  AnswerUnlockByIdDto,
  CapsuleCoverByIdDto,
  CapsuleIdDto,
  CapsuleListQueryDto,
  ChangeCapsuleByIdDto,
  CreateCapsuleDto,
  MarkCapsuleDto,
  ProposeUnlockByIdDto,
} from './capsule-inputs.js';
import type { CapsuleList, CapsuleView } from './views.js';

export const listCapsules = defineRpc({
  subject: 'memories.capsule.list',
  access: 'user',
  request: CapsuleListQueryDto,
  returns: returns<CapsuleList>(),
  errors: ['NO_PARTNER'],
});

export const createCapsule = defineRpc({
  subject: 'memories.capsule.create',
  access: 'user',
  request: CreateCapsuleDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'TOO_MANY_CAPSULES'],
});

export const getCapsule = defineRpc({
  subject: 'memories.capsule.get',
  access: 'user',
  request: CapsuleIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND'],
});

/** VERSION_CONFLICT carries the capsule as it is. While it is sealed only emoji, theme, tags and cover change. */
export const changeCapsule = defineRpc({
  subject: 'memories.capsule.change',
  access: 'user',
  request: ChangeCapsuleByIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_SEALED', 'VERSION_CONFLICT'],
});

const press = <const Noun extends string>(noun: Noun) =>
  defineRpc({
    subject: `memories.capsule.${noun}`,
    access: 'user',
    request: CapsuleIdDto,
    returns: returns<CapsuleView>(),
    errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_SEALED', 'CAPSULE_LOCKED', 'CAPSULE_STATE'],
  });

/** Confirms the sealing; the second confirmation seals, and so does a single one 7 days after the first. */
export const sealCapsule = press('seal');
/** Takes a sealing back within 10 minutes, or the caller's confirmation before it. */
export const unsealCapsule = press('unseal');
/** Opens a capsule whose time has come. With the rule `together` both have to press. */
export const openCapsule = press('open');
/** Finishes a keepsake. */
export const finishCapsule = press('finish');
/** Reopens a keepsake within 24 hours of its end. */
export const reopenCapsule = press('reopen');
/** Brings a capsule back from the trash within 30 days. */
export const restoreCapsule = press('restore');

/** Puts a picture on the outside of a capsule, in any state but the trash. It replaces the cover of before. */
export const setCapsuleCover = defineRpc({
  subject: 'memories.cover.set',
  access: 'user',
  request: CapsuleCoverByIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_STATE', 'FILE_TYPE_UNSUPPORTED'],
});

/** The capsule for a copy to take along: once it is open, or an album. */
export const takeCapsule = press('take');

/** Moves a capsule to the trash. Where both must agree the first call only records the request. */
export const deleteCapsule = defineRpc({
  subject: 'memories.capsule.delete',
  access: 'user',
  request: CapsuleIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'PARTNER_CONTENT', 'NOT_YOURS'],
});

export const proposeUnlock = defineRpc({
  subject: 'memories.unlock.propose',
  access: 'user',
  request: ProposeUnlockByIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_STATE'],
});

export const answerUnlock = defineRpc({
  subject: 'memories.unlock.answer',
  access: 'user',
  request: AnswerUnlockByIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_STATE', 'NOT_YOURS', 'VERSION_CONFLICT'],
});

/** The caller's own mark: no `version`, and the partner learns nothing of it. */
export const markCapsule = defineRpc({
  subject: 'memories.capsule.mark',
  access: 'user',
  request: MarkCapsuleDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND'],
});
