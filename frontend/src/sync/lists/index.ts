export { type ShownItem, type ShownList, useList, useListQueue } from './use-list.js';
