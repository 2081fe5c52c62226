import type { DtoClass } from '@duet/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { ValidationTypes, getMetadataStorage } from 'class-validator';

/** The JSON schema type of what TypeScript wrote down about a property. */
function typeOf(dto: DtoClass<object>, property: string): keyof typeof SCHEMAS {
  const written: unknown = Reflect.getMetadata('design:type', dto.prototype, property);
  if (written === Number) return 'number';
  if (written === Boolean) return 'boolean';
  if (written === Array) return 'array';
  return written === Object ? 'object' : 'string';
}

interface Rules {
  required: boolean;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  format?: string;
}

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** What a property's validators say that a schema can say too. */
function rulesOf(metadata: Metadata[]): Rules {
  const named = new Map(metadata.map((entry) => [entry.name ?? entry.type, entry]));
  const limits = { min: named.get('min')?.constraints[0], max: named.get('max')?.constraints[0], values: named.get('isIn')?.constraints[0] };
  return {
    required: metadata.every((entry) => entry.type !== ValidationTypes.CONDITIONAL_VALIDATION),
    ...(Array.isArray(limits.values) && { enum: limits.values }),
    ...(typeof limits.min === 'number' && { minimum: limits.min }),
    ...(typeof limits.max === 'number' && { maximum: limits.max }),
    ...(named.has('isUuid') && { format: 'uuid' }),
  };
}

const SCHEMAS = {
  string: { type: String },
  number: { type: Number },
  boolean: { type: Boolean },
  array: { type: 'array', items: {} },
  object: { type: Object },
} as const;

/** Tells the API document about a DTO from the validators it already has: nothing is described twice. */
export function describeDto(dto: DtoClass<object>): void {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const byProperty = Map.groupBy(metadata, (entry) => entry.propertyName);
  for (const [property, entries] of byProperty) {
    ApiProperty({ ...rulesOf(entries), ...SCHEMAS[typeOf(dto, property)] })(dto.prototype, property);
  }
}
