import type { AuthResponse, PasskeyProofDto, PasskeyRequestOptions } from '@duet/contracts';
import { postAnonymously } from '../../api/anonymous-call.js';
import { session } from '../../platform/session/session.js';

export interface Credentials {
  email: string;
  password: string;
}

/** The credentials, with a code of the authenticator app if the server asked for one. */
interface SignIn extends Credentials {
  code?: string;
}

interface Registration extends Credentials {
  firstName: string;
  lastName: string;
  username: string;
  confirmPassword: string;
}

/** Signs in with the answer's tokens. The caller shows failures. */
async function signInBy(path: string, body: object): Promise<{ error?: object | undefined }> {
  const answer = await postAnonymously<AuthResponse>(path, body);
  if (answer.data) session.signedIn(answer.data);
  return answer;
}

export const signIn = (body: SignIn) => signInBy('/auth/login', body);

export const register = (body: Registration) => signInBy('/auth/register', body);

export const signInWithPasskey = (body: PasskeyProofDto) => signInBy('/auth/passkey', body);

export async function askPasskeySignIn() {
  const { data, error } = await postAnonymously<{ data: PasskeyRequestOptions }>('/auth/passkey/options', {});
  return { data: data?.data, error };
}

export const askForNewPassword = (body: { email: string }) => postAnonymously<unknown>('/auth/forgot-password', body);
