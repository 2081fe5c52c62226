import { ERRORS } from '@duet/contracts';
import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { isDto } from '../http/validation.pipe.js';
import { isPublic } from '../session/session.guard.js';
import { describeDto } from './describe-dto.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const ERROR_BODY = {
  type: 'object',
  required: ['success', 'code', 'message', 'requestId'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    code: { type: 'string', enum: Object.keys(ERRORS) },
    message: { type: 'string' },
    errors: { type: 'array', items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } } },
    requestId: { type: 'string' },
  },
};

/** The API document, from the routes and the DTOs that the running gateway really has. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  const openRoutes = new Set<string>();
  for (const { metatype } of controllers) {
    if (typeof metatype !== 'function') continue;
    for (const name of Object.getOwnPropertyNames(metatype.prototype)) {
      const types: unknown[] = Reflect.getMetadata('design:paramtypes', metatype.prototype, name) ?? [];
      types.filter(isDto).forEach(describeDto);
      if (isPublic(metatype.prototype[name], metatype)) openRoutes.add(`${metatype.name}_${name}`);
    }
  }
  const settings = new DocumentBuilder().setTitle('Duet').setVersion('1').addBearerAuth().build();
  const document = SwaggerModule.createDocument(app, settings);
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ErrorBody: ERROR_BODY } };
  for (const operation of operationsOf(document)) dress(operation, openRoutes.has(operation.operationId ?? ''));
  return document;
}

function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.values(document.paths).flatMap((path) => METHODS.flatMap((method) => path[method] ?? []));
}

/** What holds for every route: who may call it and how it refuses. */
function dress(operation: Operation, open: boolean): void {
  if (!open) operation.security = [{ bearer: [] }];
  operation.responses['default'] = {
    description: 'Refused; `code` is stable',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
  };
}
