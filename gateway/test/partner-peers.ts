import {
  type BioView,
  FindBioDto,
  findBio,
  AddDateDto,
  BlockPersonDto,
  type Blocked,
  type Call,
  ChangeDateByIdDto,
  CoupleSettledDto,
  type CoupleView,
  DONE,
  DateIdDto,
  type DateList,
  type Done,
  type ImportantDateView,
  InviteCodeDto,
  type InviteOffer,
  type InviteView,
  LinkPartnerDto,
  type LinkOutcome,
  type MoodList,
  type MoodView,
  MoodsQueryDto,
  type NicknameView,
  NoInput,
  type NudgeState,
  type PartnerRequestView,
  type PartnerStatus,
  type PersonView,
  RequestIdDto,
  RespondToRequestDto,
  SearchPeopleDto,
  SendNudgeDto,
  SendRequestDto,
  SetMoodDto,
  SetNicknameDto,
  SetTimezoneDto,
  SetTogetherSinceDto,
  type Unlinked,
  addDate,
  blockPerson,
  cancelRequest,
  changeDate,
  clearMood,
  coupleSettled,
  createInvite,
  getNudgeState,
  getPartnerStatus,
  linkPartner,
  listBlocked,
  listDates,
  listMoods,
  listReceivedRequests,
  listSentRequests,
  lookUpInvite,
  removeDate,
  respondToRequest,
  searchPeople,
  sendNudge,
  sendPartnerRequest,
  setMood,
  setNickname,
  setTimezone,
  setTogetherSince,
  unblockPerson,
  unlinkPartner,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CallLog, fakePeers } from './call-log.js';

const PARTNER_ID = '0197a000-0000-7000-8000-00000000000b';

const PERSON: PersonView = {
  _id: 'b',
  id: 'b',
  firstName: 'Bob',
  lastName: 'Reed',
  fullName: 'Bob Reed',
  username: 'bob',
  avatar: null,
};

const COUPLE: CoupleView = {
  _id: '0197a000-0000-7000-8000-000000000001',
  chatId: '0197a000-0000-7000-8000-000000000001',
  linkedAt: '2026-11-01T00:00:00.000Z',
  timezone: 'UTC',
  togetherSince: '2026-11-01',
  togetherSinceVersion: 0,
  hiddenParts: [],
  version: 3,
};

const DATE: ImportantDateView = {
  _id: 'd',
  id: 'd',
  title: 'Our trip',
  date: '2026-12-24',
  yearly: false,
  remindDaysBefore: [3],
  private: false,
  createdBy: 'b',
  next: '2026-12-24',
  daysUntil: 33,
  version: 1,
};

const MOOD: MoodView = {
  userId: 'b',
  day: '2026-11-21',
  mood: 'calm',
  note: 'A walk helped',
  at: '2026-11-21T12:00:00.000Z',
};

export const ANSWERS = {
  date: DATE,
  moods: {
    today: '2026-11-21',
    until: '2026-11-22T00:00:00.000Z',
    moods: [MOOD],
  } satisfies MoodList,
  mood: MOOD,
  nudged: { sentAt: '2026-11-21T12:00:00.000Z', nextAt: '2026-11-21T12:05:00.000Z' } satisfies NudgeState,
  dates: { dates: [DATE], milestones: [], today: '2026-11-21', timezone: 'UTC' } satisfies DateList,
  person: PERSON,
  linked: { partner: { ...PERSON, email: 'bob@example.org' }, couple: COUPLE, request: null } satisfies LinkOutcome,
  unlinked: { coupleId: COUPLE._id, version: 4 } satisfies Unlinked,
  status: {
    hasPartner: true,
    partner: { ...PERSON, _id: PARTNER_ID, id: PARTNER_ID, email: 'bob@example.org' },
    couple: COUPLE,
    nickname: null,
    pendingRequests: 2,
  } as PartnerStatus,
  bio: { bio: 'Tea, trains and long walks' } satisfies BioView,
  invite: { code: 'ABCD2345', expiresAt: '2026-11-03T00:00:00.000Z' } satisfies InviteView,
  offer: { firstName: 'Bob', expiresAt: '2026-11-03T00:00:00.000Z' } satisfies InviteOffer,
};

@Controller()
class PairingPeer {
  constructor(@Inject(CallLog) private readonly calls: CallLog) {}

  @Rpc(getPartnerStatus) async status(call: Call<'user'>, dto: NoInput): Promise<PartnerStatus> {
    return this.calls.record(getPartnerStatus, call, dto, ANSWERS.status);
  }
  @Rpc(findBio) async bio(call: Call<'process'>, dto: FindBioDto): Promise<BioView> {
    return this.calls.record(findBio, call, dto, ANSWERS.bio);
  }
  @Rpc(searchPeople) async search(call: Call<'user'>, dto: SearchPeopleDto): Promise<PersonView[]> {
    return this.calls.record(searchPeople, call, dto, [PERSON]);
  }
  @Rpc(sendPartnerRequest) async send(call: Call<'user'>, dto: SendRequestDto): Promise<LinkOutcome> {
    return this.calls.record(sendPartnerRequest, call, dto, { partner: null, couple: null, request: null });
  }
  @Rpc(listReceivedRequests) async received(call: Call<'user'>, dto: NoInput): Promise<PartnerRequestView[]> {
    return this.calls.record(listReceivedRequests, call, dto, []);
  }
  @Rpc(listSentRequests) async sent(call: Call<'user'>, dto: NoInput): Promise<PartnerRequestView[]> {
    return this.calls.record(listSentRequests, call, dto, []);
  }
  @Rpc(respondToRequest) async respond(call: Call<'user'>, dto: RespondToRequestDto): Promise<LinkOutcome> {
    return this.calls.record(respondToRequest, call, dto, ANSWERS.linked);
  }
  @Rpc(cancelRequest) async cancel(call: Call<'user'>, dto: RequestIdDto): Promise<Done> {
    return this.calls.record(cancelRequest, call, dto, DONE);
  }
  @Rpc(createInvite) async invite(call: Call<'user'>, dto: NoInput): Promise<InviteView> {
    return this.calls.record(createInvite, call, dto, ANSWERS.invite);
  }
  @Rpc(lookUpInvite) async lookUp(call: Call<'user'>, dto: InviteCodeDto): Promise<InviteOffer> {
    return this.calls.record(lookUpInvite, call, dto, ANSWERS.offer);
  }
  @Rpc(linkPartner) async link(call: Call<'user'>, dto: LinkPartnerDto): Promise<LinkOutcome> {
    return this.calls.record(linkPartner, call, dto, ANSWERS.linked);
  }
  @Rpc(unlinkPartner) async unlink(call: Call<'user'>, dto: NoInput): Promise<Unlinked> {
    return this.calls.record(unlinkPartner, call, dto, ANSWERS.unlinked);
  }
  @Rpc(setTimezone) async timezone(call: Call<'user'>, dto: SetTimezoneDto): Promise<CoupleView> {
    return this.calls.record(setTimezone, call, dto, { ...COUPLE, timezone: dto.timezone });
  }
  @Rpc(setTogetherSince) async togetherSince(call: Call<'user'>, dto: SetTogetherSinceDto): Promise<CoupleView> {
    return this.calls.record(setTogetherSince, call, dto, { ...COUPLE, togetherSince: dto.togetherSince });
  }
  @Rpc(setNickname) async nickname(call: Call<'user'>, dto: SetNicknameDto): Promise<NicknameView> {
    return this.calls.record(setNickname, call, dto, { nickname: dto.nickname });
  }
  @Rpc(getNudgeState) async nudgeState(call: Call<'user'>, dto: NoInput): Promise<NudgeState> {
    return this.calls.record(getNudgeState, call, dto, ANSWERS.nudged);
  }
  @Rpc(sendNudge) async nudge(call: Call<'user'>, dto: SendNudgeDto): Promise<NudgeState> {
    return this.calls.record(sendNudge, call, dto, ANSWERS.nudged);
  }
  @Rpc(listMoods) async moods(call: Call<'user'>, dto: MoodsQueryDto): Promise<MoodList> {
    return this.calls.record(listMoods, call, dto, ANSWERS.moods);
  }
  @Rpc(setMood) async setMood(call: Call<'user'>, dto: SetMoodDto): Promise<MoodView> {
    return this.calls.record(setMood, call, dto, MOOD);
  }
  @Rpc(clearMood) async clearMood(call: Call<'user'>, dto: NoInput): Promise<Done> {
    return this.calls.record(clearMood, call, dto, DONE);
  }
  @Rpc(listDates) async dates(call: Call<'user'>, dto: NoInput): Promise<DateList> {
    return this.calls.record(listDates, call, dto, ANSWERS.dates);
  }
  @Rpc(addDate) async addDate(call: Call<'user'>, dto: AddDateDto): Promise<ImportantDateView> {
    return this.calls.record(addDate, call, dto, DATE);
  }
  @Rpc(changeDate) async changeDate(call: Call<'user'>, dto: ChangeDateByIdDto): Promise<ImportantDateView> {
    return this.calls.record(changeDate, call, dto, DATE);
  }
  @Rpc(removeDate) async removeDate(call: Call<'user'>, dto: DateIdDto): Promise<Done> {
    return this.calls.record(removeDate, call, dto, DONE);
  }
  @Rpc(blockPerson) async block(call: Call<'user'>, dto: BlockPersonDto): Promise<Blocked> {
    return this.calls.record(blockPerson, call, dto, { person: PERSON, unlinked: ANSWERS.unlinked });
  }
  @Rpc(unblockPerson) async unblock(call: Call<'user'>, dto: BlockPersonDto): Promise<Done> {
    return this.calls.record(unblockPerson, call, dto, DONE);
  }
  @Rpc(listBlocked) async blocked(call: Call<'user'>, dto: NoInput): Promise<PersonView[]> {
    return this.calls.record(listBlocked, call, dto, [PERSON]);
  }
  @Rpc(coupleSettled) async settled(call: Call, dto: CoupleSettledDto): Promise<Done> {
    return this.calls.record(coupleSettled, call, dto, DONE);
  }
}

/** Starts a fake peer in place of pairing and messaging. */
export const startPartnerPeers = fakePeers(PairingPeer);
