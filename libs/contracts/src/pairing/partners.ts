import { IsIn, IsOptional, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { IdDto } from '../core/inputs.js';
import { rules } from '../core/rules.js';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import { Follows, Trimmed, WholeNumber, ZoneName } from '../core/validators.js';
import type { PersonView } from '../auth/views.js';
import type {
  Blocked,
  CoupleView,
  InviteOffer,
  InviteView,
  LinkOutcome,
  PartnerRequestView,
  PartnerStatus,
  Unlinked,
} from './views.js';

export class SearchPeopleDto {
  @Trimmed()
  @IsString()
  @MinLength(LIMITS.searchMinLength)
  @MaxLength(100)
  q!: string;
}

/** The time zone of the caller who completes the link. It becomes the couple's. */
class FromAPlace {
  @IsOptional()
  @ZoneName()
  timezone?: string;
}

export class SendRequestDto extends FromAPlace {
  @IsUUID()
  receiverId!: string;

  @IsOptional()
  @Trimmed()
  @Follows(rules.requestMessage)
  message?: string;
}

export const REQUEST_ACTIONS = ['accept', 'reject'] as const;
export type RequestAction = (typeof REQUEST_ACTIONS)[number];

export class RespondDto extends FromAPlace {
  @IsIn(REQUEST_ACTIONS)
  action!: RequestAction;
}

export class RespondToRequestDto extends RespondDto {
  @IsUUID()
  id!: string;
}

export class RequestIdDto extends IdDto {}

export class LinkPartnerDto extends FromAPlace {
  @Trimmed()
  @IsString()
  @MinLength(1)
  @MaxLength(LIMITS.emailMaxLength)
  partnerIdentifier!: string;
}

const linkErrors = ['USER_NOT_FOUND', 'CANNOT_LINK_SELF', 'ALREADY_LINKED', 'SELF_ALREADY_LINKED'] as const;

export const getPartnerStatus = defineRpc({
  subject: 'pairing.partner.status',
  access: 'user',
  request: NoInput,
  returns: returns<PartnerStatus>(),
  errors: [],
  tokens: ['session', 'export'],
});

export const searchPeople = defineRpc({
  subject: 'pairing.person.search',
  access: 'user',
  request: SearchPeopleDto,
  returns: returns<PersonView[]>(),
  errors: [],
});

export const sendPartnerRequest = defineRpc({
  subject: 'pairing.request.send',
  access: 'user',
  request: SendRequestDto,
  returns: returns<LinkOutcome>(),
  errors: [...linkErrors, 'TOO_MANY_REQUESTS_OPEN'],
});

export const listReceivedRequests = defineRpc({
  subject: 'pairing.request.list-received',
  access: 'user',
  request: NoInput,
  returns: returns<PartnerRequestView[]>(),
  errors: [],
});

export const listSentRequests = defineRpc({
  subject: 'pairing.request.list-sent',
  access: 'user',
  request: NoInput,
  returns: returns<PartnerRequestView[]>(),
  errors: [],
});

export const respondToRequest = defineRpc({
  subject: 'pairing.request.respond',
  access: 'user',
  request: RespondToRequestDto,
  returns: returns<LinkOutcome>(),
  errors: ['REQUEST_NOT_FOUND', 'ALREADY_LINKED', 'SELF_ALREADY_LINKED'],
});

export const cancelRequest = defineRpc({
  subject: 'pairing.request.cancel',
  access: 'user',
  request: RequestIdDto,
  returns: returns<Done>(),
  errors: ['REQUEST_NOT_FOUND'],
});

export const createInvite = defineRpc({
  subject: 'pairing.invite.create',
  access: 'user',
  request: NoInput,
  returns: returns<InviteView>(),
  errors: ['SELF_ALREADY_LINKED'],
});

export const linkPartner = defineRpc({
  subject: 'pairing.couple.link',
  access: 'user',
  request: LinkPartnerDto,
  returns: returns<LinkOutcome>(),
  errors: [...linkErrors, 'INVITE_NOT_FOUND', 'TOO_MANY_REQUESTS_OPEN'],
});

/** An invite code as it was typed: in any case, with or without blanks and dashes. */
export class InviteCodeDto {
  @Trimmed()
  @IsString()
  @MinLength(1)
  @MaxLength(40)
  code!: string;
}

export const lookUpInvite = defineRpc({
  subject: 'pairing.invite.look-up',
  access: 'user',
  request: InviteCodeDto,
  returns: returns<InviteOffer>(),
  errors: ['INVITE_NOT_FOUND'],
});

export class BlockPersonDto {
  @IsUUID()
  userId!: string;
}

/** Blocks a person. It also unlinks them and closes every request between the two. */
export const blockPerson = defineRpc({
  subject: 'pairing.person.block',
  access: 'user',
  request: BlockPersonDto,
  returns: returns<Blocked>(),
  errors: ['USER_NOT_FOUND', 'CANNOT_BLOCK_SELF'],
});

export const unblockPerson = defineRpc({
  subject: 'pairing.person.unblock',
  access: 'user',
  request: BlockPersonDto,
  returns: returns<Done>(),
  errors: [],
});

export const listBlocked = defineRpc({
  subject: 'pairing.person.list-blocked',
  access: 'user',
  request: NoInput,
  returns: returns<PersonView[]>(),
  errors: [],
});

export const unlinkPartner = defineRpc({
  subject: 'pairing.couple.unlink',
  access: 'user',
  request: NoInput,
  returns: returns<Unlinked>(),
  errors: ['NOT_LINKED'],
});

export class SetTimezoneDto {
  @ZoneName()
  timezone!: string;
}

/** Sets the couple's time zone. */
export const setTimezone = defineRpc({
  subject: 'pairing.couple.set-timezone',
  access: 'user',
  request: SetTimezoneDto,
  returns: returns<CoupleView>(),
  errors: ['NO_PARTNER'],
});

/** Waits until pairing has consumed this version of the account, so that the caller reads their own writes. */
export class PersonSettledDto {
  @IsUUID()
  userId!: string;

  @WholeNumber(0)
  version!: number;
}

export const personSettled = defineRpc({
  subject: 'pairing.person.settled',
  access: 'process',
  request: PersonSettledDto,
  returns: returns<Done>(),
  errors: ['TIMEOUT'],
});
