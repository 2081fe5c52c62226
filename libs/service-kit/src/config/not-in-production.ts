import { type ValidationArguments, registerDecorator } from 'class-validator';

/** Marks a setting that only tests may use: a process in production does not start with it. */
export function NotInProduction(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'notInProduction',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown, { object }: ValidationArguments) =>
          value === undefined || Reflect.get(object, 'NODE_ENV') !== 'production',
        defaultMessage: ({ property: name }: ValidationArguments) => `${name} must not be set in production`,
      },
    });
}
