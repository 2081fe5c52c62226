import { randomUUID } from 'node:crypto';
import { AddDateDto, ChangeDateByIdDto, type ImportantDateView, addDate, listDates } from '@duet/contracts';
import type { TestUser } from './running-pairing.js';

const TRIP = { title: 'Our trip', date: '2026-12-24', yearly: false, remindDaysBefore: [3, 0], private: false };

export const aDate = (more: Partial<AddDateDto> = {}): AddDateDto => ({ ...TRIP, clientId: randomUUID(), ...more });

export const add = (by: TestUser, more: Partial<AddDateDto> = {}) => by.call(addDate, aDate(more));

export const change = ({ id, version }: ImportantDateView, more: Partial<ChangeDateByIdDto>) =>
  Object.assign(new ChangeDateByIdDto(), { id, version, ...more });

export const list = async (of: TestUser) => (await of.call(listDates, {})).dates;

export const titles = async (of: TestUser) => (await list(of)).map(({ title }) => title);
