import * as v from 'valibot';

/** The claims of a token, unverified: the server alone decides whether it holds. Null for anything but a JWT with these claims. */
export function tokenClaims<T>(token: string, claims: v.GenericSchema<unknown, T>): T | null {
  const [, payload] = token.split('.');
  if (payload === undefined) return null;
  try {
    const { success, output } = v.safeParse(
      claims,
      JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))),
    );
    return success ? output : null;
  } catch {
    return null;
  }
}
