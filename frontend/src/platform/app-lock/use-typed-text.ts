import type { Dispatch, SetStateAction } from 'react';
import { createTypedState } from './typed-state.js';

const useText = createTypedState<string>();

/**
 * The state of a text field whose words outlive the app lock.
 * @param place what the words belong to, unique in the app
 * @param initial the text of a field in which nothing was typed yet
 */
export const useTypedText = (place: string, initial = ''): [string, Dispatch<SetStateAction<string>>] =>
  useText(place, initial);

/** Empties a field once its words are stored, unless more was typed meanwhile. @param sent the words that are stored */
export const clearedOf =
  (sent: string) =>
  (text: string): string =>
    text === sent ? '' : text;
