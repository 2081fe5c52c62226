import { type ValidationArguments, registerDecorator } from 'class-validator';

/** Secrets are generated, never typed, so a minimum length costs nothing. */
const SHORTEST = 16;

/** Secrets from examples and default configurations. */
const WELL_KNOWN = /change.?me|password|secret|example|default|minioadmin|postgres|12345678|(.)\1{7}/i;

const isReal = (secret: string, user = ''): boolean =>
  secret.length >= SHORTEST && secret !== user && !WELL_KNOWN.test(secret);

/** Checks the login of each address in the list; addresses without a login share it. */
function hasRealPassword(urls: string): boolean {
  const logins = urls
    .split(',')
    .flatMap((url) => (URL.canParse(url) ? [new URL(url)] : []))
    .filter(({ password }) => password !== '');
  return (
    logins.length > 0 &&
    logins.every(({ username, password }) => isReal(decodeURIComponent(password), decodeURIComponent(username)))
  );
}

function inProduction(describes: string, judge: (value: string) => boolean) {
  return (): PropertyDecorator => (target, property) =>
    registerDecorator({
      name: 'realSecret',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown, { object }: ValidationArguments) =>
          Reflect.get(object, 'NODE_ENV') !== 'production' || (typeof value === 'string' && judge(value)),
        defaultMessage: ({ property: name }: ValidationArguments) => `${name} ${describes}`,
      },
    });
}

/** Requires a URL with a password generated for this installation. Outside of production any password passes. */
export const HasRealPassword = inProduction(
  `must carry a password of its own, of ${SHORTEST} characters or more`,
  hasRealPassword,
);

/** Requires a secret generated for this installation. Outside of production any value passes. */
export const IsRealSecret = inProduction(`must be a secret of its own, of ${SHORTEST} characters or more`, (value) =>
  isReal(value),
);
