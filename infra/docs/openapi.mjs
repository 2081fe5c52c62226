import { ERRORS, LIMITS, TEXT_LANGUAGES, isErrorCode } from '@duet/contracts';
import { exampleOf, isInstant } from './examples.mjs';
import { FIELDS } from './fields.mjs';
import { declarationOf, schemaOf, textOfType } from './program.mjs';
import { readRoutes } from './routes.mjs';
import { withRules } from './rules.mjs';

/** @typedef {import('json-schema').JSONSchema7} Schema @typedef {import('./routes.mjs').Route} Route @typedef {import('@duet/contracts').ErrorCode} ErrorCode */

/** A folder of the gateway, and the subject of its routes. @type {Record<string, string>} */
const TAGS = {
  auth: 'Sign up, sign in, recover an account, end sessions.',
  users:
    'The profile, settings, second factor, passkeys, push subscriptions, data exports and restitutions of the caller.',
  partners: 'Find a partner, link, unlink, block, report; the dates and names that the two share.',
  messages: 'The conversation: read, catch up, send, edit, react, pin, draft and schedule.',
  media: 'Files, voice notes and avatars: their bytes.',
  'daily-question': 'A question a day for both.',
  capsules: 'Capsules of the two: buried until a date, or albums that grow.',
  challenges: 'Challenges of the two, their steps, templates, points and badges.',
  goals: 'Goals of the two, and own ones with the support of the other.',
  lists: 'Lists of the two, whose items both change, offline too.',
  stories: 'Stories that the two read together, each choosing in secret.',
  wishes: 'What each would gladly do for the other, for joint points.',
  memories: 'The timeline and the map of all capsules; what the two said on this day in earlier years.',
  search: 'One search over everything that the two share.',
  nudges: 'Small signs for the partner.',
  moods: 'How each of the two feels today.',
  notifications: 'The list of notifications in the app.',
  activity: 'What has happened between the two.',
  stats: 'Figures for the dashboard and the profile.',
};

const INTRODUCTION = `The HTTP interface of Duet. A session's access token goes along as \`Authorization: Bearer …\`; \`POST /api/auth/login\` gives one.

Every answer is JSON with \`success\`, except files. An error has a stable \`code\`, a sentence for people in \`message\`, the \`requestId\` under which
the logs have it and, for forms, \`errors\` by field. \`429\` and \`503\` may say in \`Retry-After\` how many seconds to wait. Live changes come over Socket.IO: see \`docs/events.md\`.`;

const SECURITY_SCHEMES = {
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session.' },
  pushToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token that a push notification brought: good for the one message.',
  },
  signedLink: {
    type: 'apiKey',
    in: 'query',
    name: 'h',
    description: 'The signature of a link; `u`, `s` and `e` belong to it.',
  },
};

/** @type {Record<import('./routes.mjs').Access, Record<string, string[]>[]>} */
const SECURITY = {
  public: [],
  // The token in the path is the link's own proof.
  download: [],
  optional: [{}, { session: [] }],
  session: [{ session: [] }],
  link: [{ session: [] }, { signedLink: [] }],
  push: [{ pushToken: [] }],
};

/** @type {Record<string, string>} */
const PATH_PARAMETERS = {
  id: 'The id, as an earlier answer or event named it.',
  userId: 'The id of the person.',
  token: 'The token of the link.',
  code: 'The code of the invitation.',
  key: 'The random key of the picture.',
  file: 'The size in pixels, as `512.webp` or `128.webp`.',
  variant: 'Which rendition: `original`, `display` or `thumbnail`.',
};

const PARAMETERS = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: `The languages of the reader, with weights. Texts that come with Duet are answered in the best one of ${TEXT_LANGUAGES.map((language) => `\`${language}\``).join(', ')}, else in English; \`Content-Language\` names it. Words that people wrote stay as they are.`,
    schema: { type: 'string' },
    example: 'de-AT, de;q=0.9, en;q=0.5',
  },
};

/** Collects the named schemas that the routes refer to. */
class Components {
  /** @type {Record<string, Schema>} */
  schemas = {};
  /** @type {Record<string, object>} */
  responses = {};

  /** @param {import('./typescript.mjs').Node} node @param {boolean} [isAnswer] answers have instants, inputs have limits */
  schema(node, isAnswer = true) {
    const { schema, definitions } = schemaOf(node);
    for (const [name, own] of Object.entries(definitions))
      this.schemas[name] ??= isAnswer ? withFormats(own) : withRules(name, own);
    return inComponents(isAnswer ? withFormats(schema) : schema);
  }

  /** A class of inputs as a component. @param {string} name @param {import('./typescript.mjs').Node} node */
  input(name, node) {
    const { schema, definitions } = schemaOf(node);
    for (const [own, one] of Object.entries(definitions)) this.schemas[own] ??= withRules(own, one);
    this.schemas[name] ??= withRules(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** The fields of a class of inputs that is no component itself. @param {string} name @returns {Schema} */
  fields(name) {
    const { schema, definitions } = schemaOf(declarationOf(name));
    for (const [own, one] of Object.entries(definitions)) this.schemas[own] ??= withRules(own, one);
    return withRules(name, schema);
  }

  /** The component for one set of error codes. @param {string} status @param {ErrorCode[]} codes */
  refusal(status, codes) {
    const name = codes.map(camel).join('Or');
    this.responses[name] ??= errorResponse(status, codes);
    return { $ref: `#/components/responses/${name}` };
  }

  toJSON() {
    const sorted = (/** @type {Record<string, object>} */ all) =>
      Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return {
      securitySchemes: SECURITY_SCHEMES,
      parameters: PARAMETERS,
      schemas: inComponents(sorted(this.schemas)),
      responses: sorted(this.responses),
    };
  }
}

/** @param {string} code */
const camel = (code) => code.toLowerCase().replaceAll(/(^|_)(\w)/g, (_whole, _gap, letter) => letter.toUpperCase());

/** @template T @param {T} schema @returns {T} */
const inComponents = (schema) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/definitions/', '"#/components/schemas/'));

/** Marks strings that are instants as `date-time`. @param {Schema} schema @returns {Schema} */
const withFormats = (schema) =>
  JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (typeof value !== 'object' || value === null || typeof value.properties !== 'object') return value;
    for (const [name, own] of Object.entries(value.properties))
      if ([own.type].flat().includes('string') && !own.enum && isInstant(FIELDS[name])) own.format = 'date-time';
    return value;
  });

/** @param {string} status @param {ErrorCode[]} codes */
function errorResponse(status, codes) {
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/ErrorBody' },
      { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: codes } } },
    ],
  };
  const examples = Object.fromEntries(
    codes.map((code) => [
      code,
      { value: { success: false, code, message: ERRORS[code].message, requestId: FIELDS['requestId'] } },
    ]),
  );
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    ...(['429', '503'].includes(status) && {
      headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
    }),
    content: { 'application/json': { schema, examples } },
  };
}

/** The error codes of a route: its own, and those of its kind of input, of caller and of limit. @param {Route} route @returns {ErrorCode[]} */
function codesOf({ path, body, query, form, access, isLimited, errors }) {
  /** @type {Set<ErrorCode>} */
  const codes = new Set(errors);
  const add = (/** @type {ErrorCode[]} */ ...more) => more.forEach((code) => codes.add(code));
  if (body || query || form || path.includes('{')) add('VALIDATION_FAILED');
  if (body || form) add('BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (access === 'session' || access === 'link') add('UNAUTHENTICATED', 'TOKEN_EXPIRED');
  if (access === 'push' || access === 'download') add('UNAUTHENTICATED');
  if (isLimited) add('RATE_LIMITED');
  add('INTERNAL', 'UNAVAILABLE', 'TIMEOUT');
  return [...codes].filter(isErrorCode).toSorted();
}

/** @param {Route} route @param {Components} components */
function responsesOf(route, components) {
  const isFile = route.produces !== undefined;
  /** @type {Schema} */
  const schema = isFile ? { type: 'string', format: 'binary' } : components.schema(route.answer);
  const answers = [...route.statuses].map(([status, description]) => {
    const content = isFile
      ? { [route.produces ?? '']: { schema } }
      : { 'application/json': { schema, example: exampleOf(schema, components.schemas) } };
    return [String(status), { description, ...(status < 300 && { content }) }];
  });
  const byStatus = Map.groupBy(codesOf(route), (code) => String(ERRORS[code].status));
  const refusals = [...byStatus].map(([status, codes]) => [status, components.refusal(status, codes)]);
  return Object.fromEntries([...answers, ...refusals].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param {Route} route @param {Components} components */
function parametersOf({ path, query, isTranslated }, components) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name],
    schema: { type: 'string' },
    example:
      name === 'file'
        ? '512.webp'
        : name === 'variant'
          ? 'original'
          : name === 'key'
            ? '0123456789abcdef0123456789abcdef'
            : FIELDS[name],
  }));
  const inHeader = isTranslated ? [{ $ref: '#/components/parameters/AcceptLanguage' }] : [];
  if (!query) return [...inPath, ...inHeader];
  const { properties = {}, required = [] } = components.fields(textOfType(query));
  const inQuery = Object.entries(properties).map(([name, own]) => {
    const { description, ...schema } = /** @type {Schema} */ (inComponents(own));
    return { name, in: 'query', required: required.includes(name), ...(description && { description }), schema };
  });
  return [...inPath, ...inQuery, ...inHeader];
}

/** @param {Route} route @param {Components} components */
function bodyOf({ body, json, form }, components) {
  const name = json ?? (body && textOfType(body));
  const content = { ...(name && jsonBodyOf(name, components)), ...(form && formBodyOf(form)) };
  return name || form ? { required: true, content } : undefined;
}

/** @param {string} name the class of the body @param {Components} components */
function jsonBodyOf(name, components) {
  const schema = components.input(name, declarationOf(name));
  return { 'application/json': { schema, example: exampleOf(schema, components.schemas) } };
}

/** @param {import('./routes.mjs').Form} form */
function formBodyOf(form) {
  const file = { type: 'string', format: 'binary' };
  const files = form.isList ? { type: 'array', minItems: 1, maxItems: LIMITS.filesPerUpload, items: file } : file;
  const { properties = {}, required = [] } = form.dto
    ? withRules(form.dto, schemaOf(declarationOf(form.dto)).schema)
    : {};
  const schema = {
    type: 'object',
    required: [form.field, ...required],
    properties: { [form.field]: files, ...properties },
  };
  return { 'multipart/form-data': { schema } };
}

/** The OpenAPI document of the gateway's routes. */
export function buildOpenApi() {
  const components = new Components();
  components.schemas.ErrorBody = components.schema(declarationOf('ErrorBody'));
  /** @type {Record<string, Record<string, object>>} */
  const paths = {};
  for (const route of readRoutes()) {
    if (!(route.tag in TAGS)) throw new Error(`The folder gateway/src/${route.tag} has no description in openapi.mjs`);
    const requestBody = bodyOf(route, components);
    const parameters = parametersOf(route, components);
    (paths[route.path] ??= {})[route.method] = {
      operationId: route.id,
      tags: [route.tag],
      summary: route.summary,
      ...(route.description && { description: route.description }),
      security: SECURITY[route.access],
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody && { requestBody }),
      responses: responsesOf(route, components),
    };
  }
  return inComponents({
    openapi: '3.1.0',
    info: {
      title: 'Duet',
      version: '1',
      description: INTRODUCTION,
      license: { name: 'UNLICENSED', identifier: 'LicenseRef-Unlicensed' },
    },
    servers: [{ url: '/', description: 'The origin of this document.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: components.toJSON(),
  });
}
