import type { DtoClass } from '@duet/contracts';
import { validateInput } from '@duet/service-kit';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';

const PLAIN: unknown[] = [String, Boolean, Number, Array, Object, undefined];

/** True for the classes of contracts, false for what Nest passes for plain parameters. */
export const isDto = (type: unknown): type is DtoClass<object> => typeof type === 'function' && !PLAIN.includes(type);

/** Validates bodies and queries against their DTO. Path parameters are validated by the service that uses them. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    return validateInput(metatype, value ?? {});
  }
}
