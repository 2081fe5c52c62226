import type { PasskeyProofDto, PasskeyRequestOptions, PasskeyView } from '@duet/contracts';
import { baseApi, dataOf } from './base-api.js';
import { failureOf } from './errors.js';
import { askForPasskey } from './web-authn.js';

export { canUsePasskeys } from './web-authn.js';

/** What more than one feature asks about passkeys; adding and removing them is the account's affair. */
const passkeysApi = baseApi.enhanceEndpoints({ addTagTypes: ['Passkeys'] }).injectEndpoints({
  endpoints: (build) => ({
    getPasskeys: build.query<PasskeyView[], void>({
      query: () => '/users/passkeys',
      transformResponse: dataOf<PasskeyView[]>,
      providesTags: ['Passkeys'],
    }),
    askPasskeyConfirm: build.mutation<PasskeyRequestOptions, void>({
      query: () => ({ url: '/users/passkeys/confirm/options', method: 'POST', body: {} }),
      transformResponse: dataOf<PasskeyRequestOptions>,
    }),
    confirmPasskey: build.mutation<unknown, PasskeyProofDto>({
      query: (body) => ({ url: '/users/passkeys/confirm', method: 'POST', body }),
      invalidatesTags: (_done, error) => (error ? [] : ['Passkeys']),
    }),
  }),
});

export const { useGetPasskeysQuery } = passkeysApi;
const { useAskPasskeyConfirmMutation, useConfirmPasskeyMutation } = passkeysApi;

/** Whoever cancelled knows that they did: only a failure has something to say. */
export type PasskeyOutcome = { ended: 'done' } | { ended: 'cancelled' } | { ended: 'failed'; messages: string[] };

const failed = (error: unknown): PasskeyOutcome => ({ ended: 'failed', messages: failureOf(error).messages });

/**
 * Proves that whoever is at the screen is the person who is signed in, by one of their passkeys: a dialog of the
 * browser, and the server's verdict. The returned function is called from a press; it never throws.
 */
export function useConfirmWithPasskey(): () => Promise<PasskeyOutcome> {
  const [ask] = useAskPasskeyConfirmMutation();
  const [confirm] = useConfirmPasskeyMutation();
  return async function confirmWithPasskey(): Promise<PasskeyOutcome> {
    const asked = await ask();
    if (!asked.data) return failed(asked.error);
    const shown = await askForPasskey(asked.data);
    if (shown.ended !== 'done') return shown;
    const { error } = await confirm(shown.answer);
    return error ? failed(error) : { ended: 'done' };
  };
}
