import type { PasskeyProofDto, PasskeyRequestOptions, PasskeyView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';
import { failureOf } from '../../api/errors.js';
import { type Ceremony, askForPasskey } from './web-authn.js';

export { canUsePasskeys } from './web-authn.js';

/** The passkey calls that several features use. Adding and removing passkeys belongs to the auth feature. */
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

/** A cancelled dialog needs no message; a failure has some. */
export type PasskeyOutcome = { ended: 'done' } | { ended: 'cancelled' } | { ended: 'failed'; messages: string[] };

const failed = (error: unknown) => ({ ended: 'failed', messages: failureOf(error).messages }) as const;

/** Asks the signed-in user for a passkey, as proof for a call. The returned function never throws. */
export function useShowPasskey(): () => Promise<Ceremony<PasskeyProofDto>> {
  const [ask] = useAskPasskeyConfirmMutation();
  return async function showPasskey(): Promise<Ceremony<PasskeyProofDto>> {
    const asked = await ask();
    return asked.data ? askForPasskey(asked.data) : failed(asked.error);
  };
}

/**
 * Confirms by passkey that the user at the screen is the signed-in one: a browser dialog, then the server's check. Call the
 * returned function from a press; it never throws.
 */
export function useConfirmWithPasskey(): () => Promise<PasskeyOutcome> {
  const showPasskey = useShowPasskey();
  const [confirm] = useConfirmPasskeyMutation();
  return async function confirmWithPasskey(): Promise<PasskeyOutcome> {
    const shown = await showPasskey();
    if (shown.ended !== 'done') return shown;
    const { error } = await confirm(shown.answer);
    return error ? failed(error) : { ended: 'done' };
  };
}
