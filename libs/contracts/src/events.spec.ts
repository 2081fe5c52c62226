import 'reflect-metadata';
import { EVENTS } from './events.js';
import * as contracts from './index.js';

const isEvent = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && 'durable' in value;

it('lists each event that is defined', () => {
  const defined = Object.values(contracts).filter(isEvent);
  expect(EVENTS.map(({ name }) => name).toSorted()).toEqual(defined.map(({ name }) => name).toSorted());
});
