import 'reflect-metadata';
import { EVENTS } from './events.js';
import * as contracts from './index.js';

const isEvent = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && 'durable' in value;

it('lists each event that is defined', () => {
  const exported: unknown[] = Object.values(contracts);
  const defined = exported.filter(isEvent);
  expect(EVENTS.map(({ name }) => name).toSorted()).toEqual(defined.map(({ name }) => name).toSorted());
});
