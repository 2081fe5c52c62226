import { type ValidationArguments, registerDecorator } from 'class-validator';

/** Nobody types a secret: whoever makes one by a program has no reason for a shorter one. */
const SHORTEST = 16;

/** What stands in examples and in other people's configuration. */
const WELL_KNOWN = /change.?me|password|secret|example|default|minioadmin|postgres|12345678|(.)\1{7}/i;

const isReal = (secret: string, user = ''): boolean => secret.length >= SHORTEST && secret !== user && !WELL_KNOWN.test(secret);

/** Every address of a list has the same login; one that names none leaves it to the others. */
function hasRealPassword(urls: string): boolean {
  const logins = urls.split(',').flatMap((url) => (URL.canParse(url) ? [new URL(url)] : [])).filter(({ password }) => password !== '');
  return logins.length > 0 && logins.every(({ username, password }) => isReal(decodeURIComponent(password), decodeURIComponent(username)));
}

function inProduction(describes: string, judge: (value: string) => boolean) {
  return (): PropertyDecorator => (target, property) =>
    registerDecorator({
      name: 'realSecret',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown, { object }: ValidationArguments) => Reflect.get(object, 'NODE_ENV') !== 'production' || (typeof value === 'string' && judge(value)),
        defaultMessage: ({ property: name }: ValidationArguments) => `${name} ${describes}`,
      },
    });
}

/** A URL whose password somebody made for this installation; outside of production any will do. */
export const HasRealPassword = inProduction(`must carry a password of its own, of ${SHORTEST} characters or more`, hasRealPassword);

/** A secret that somebody made for this installation; outside of production any will do. */
export const IsRealSecret = inProduction(`must be a secret of its own, of ${SHORTEST} characters or more`, (value) => isReal(value));
