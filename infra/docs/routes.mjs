import { commentOf, splitSentence, tagsOf } from './comments.mjs';
import { filesOf, pathOf } from './program.mjs';
import { ts } from './typescript.mjs';
import { errorsReachedFrom } from './reach.mjs';

/**
 * @typedef {import('./typescript.mjs').Node} Node @typedef {import('@duet/contracts').ErrorCode} ErrorCode
 * @typedef {import('./typescript.mjs').TypeNode} TypeNode
 * @typedef {{field: string, isList: boolean, dto: string | undefined}} Form the files of an upload, and the class of the texts beside them
 * @typedef {object} Route
 * @property {string} method in lower case
 * @property {string} path with `{parameters}`
 * @property {string} id
 * @property {string} tag
 * @property {string} summary
 * @property {string} description
 * @property {Access} access
 * @property {boolean} isLimited
 * @property {boolean} isTranslated its answer has texts in the language of `Accept-Language`
 * @property {TypeNode | undefined} body
 * @property {string | undefined} json the class of a body that may be JSON or a form
 * @property {TypeNode | undefined} query
 * @property {Form | undefined} form
 * @property {TypeNode} answer
 * @property {string | undefined} produces the media type of an answer that is a file
 * @property {Map<number, string>} statuses
 * @property {Set<ErrorCode>} errors
 * @typedef {'public' | 'optional' | 'session' | 'link' | 'push' | 'download'} Access
 */

const METHODS = new Map([
  ['Get', 'get'],
  ['Post', 'post'],
  ['Put', 'put'],
  ['Patch', 'patch'],
  ['Delete', 'delete'],
]);

const STATUS_WORDS = new Map([
  [200, 'Done'],
  [201, 'Created'],
  [202, 'Accepted'],
]);

/** The decorators of a declaration with their arguments. @param {Node} node @returns {Map<string, readonly Node[]>} */
const decoratorsOf = (node) =>
  new Map(
    (ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []).flatMap(({ expression }) =>
      ts.isCallExpression(expression) ? [[expression.expression.getText(), expression.arguments]] : [],
    ),
  );

/** @param {readonly Node[] | undefined} given */
const textArgument = (given) => (given?.[0] && ts.isStringLiteral(given[0]) ? given[0].text : '');

/** @param {Map<string, unknown>} method @param {Map<string, unknown>} controller @returns {Access} */
function accessOf(method, controller) {
  if (method.has('OnlyPushToken')) return 'push';
  if (method.has('OnlyDownloadLink')) return 'download';
  if (method.has('OrSignedLink')) return 'link';
  if (method.has('OptionalSession')) return 'optional';
  return method.has('Public') || controller.has('Public') ? 'public' : 'session';
}

/** `@answers 200 Stored before`: a status besides the route's own. @param {Node} node @param {number} own */
const statusesOf = (node, own) =>
  new Map([
    [own, STATUS_WORDS.get(own) ?? 'Done'],
    ...tagsOf(node, 'answers').map((text) => /** @type {const} */ ([Number(text.slice(0, 3)), text.slice(4)])),
  ]);

/** `@form files[] FileFieldsDto`. @param {Node} node @returns {Form | undefined} */
function formOf(node) {
  const [field, dto] = tagsOf(node, 'form')[0]?.split(' ') ?? [];
  return field ? { field: field.replace('[]', ''), isList: field.endsWith('[]'), dto } : undefined;
}

/** `@refuses CODE CODE`: codes that no contract declares. @param {Node} node @returns {ErrorCode[]} */
const refusalsOf = (node) => /** @type {ErrorCode[]} */ (tagsOf(node, 'refuses').flatMap((text) => text.split(/\s+/)));

/** The type in `Promise<…>`. @param {import('./typescript.mjs').MethodDeclaration} method */
function answerOf({ type, name }) {
  const answer = type && ts.isTypeReferenceNode(type) ? type.typeArguments?.[0] : undefined;
  if (!answer) throw new Error(`${name.getText()} does not say what it answers`);
  return answer;
}

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
/** @param {string} word */
const small = (word) => word.charAt(0).toLowerCase() + word.slice(1);

/**
 * @param {import('./typescript.mjs').ClassDeclaration} controller
 * @param {import('./typescript.mjs').MethodDeclaration} method
 * @returns {Route | null} null for a method that is no route
 */
function routeOf(controller, method) {
  const [own, above] = [decoratorsOf(method), decoratorsOf(controller)];
  const decorator = [...METHODS.keys()].find((name) => own.has(name));
  if (!decorator) return null;
  /** @param {string} name */
  const input = (name) => method.parameters.find((one) => decoratorsOf(one).has(name))?.type;
  const parts = ['api', textArgument(above.get('Controller')), textArgument(own.get(decorator))];
  const given = own.get('HttpCode')?.[0];
  const name = controller.name?.text.replace(/Controller$/, '') ?? '';
  const { summary, rest } = splitSentence(commentOf(method));
  const [, , tag = ''] = pathOf(method.getSourceFile()).split('/');
  return {
    method: METHODS.get(decorator) ?? '',
    path: `/${parts.filter((part) => part !== '').join('/')}`.replaceAll(/:(\w+)/g, '{$1}'),
    id: small(name) + capital(method.name.getText()),
    tag,
    summary,
    description: rest,
    access: accessOf(own, above),
    // The guard limits every call of a person.
    isLimited: own.has('RateLimit') || accessOf(own, above) === 'session',
    isTranslated: own.has('Translated') || above.has('Translated'),
    body: input('Body'),
    json: tagsOf(method, 'json')[0],
    query: input('Query'),
    form: formOf(method),
    answer: answerOf(method),
    produces: tagsOf(method, 'produces')[0],
    statuses: statusesOf(method, given ? Number(given.getText()) : decorator === 'Post' ? 201 : 200),
    errors: new Set([...errorsReachedFrom(method), ...refusalsOf(method)]),
  };
}

/** A first word in the third person. */
const DESCRIBES = /^[A-Z][a-z]*[^s\W]s\b/;

/** Every route of the gateway, as its controllers declare it. @returns {Route[]} */
export function readRoutes() {
  const controllers = filesOf('gateway/src').flatMap((file) => file.statements.filter(ts.isClassDeclaration));
  const routes = controllers.flatMap((controller) =>
    controller.members.filter(ts.isMethodDeclaration).flatMap((method) => routeOf(controller, method) ?? []),
  );
  const silent = routes.filter(({ summary }) => summary === '').map(({ id }) => id);
  if (silent.length > 0) throw new Error(`Routes without a comment above them: ${silent.join(', ')}`);
  const described = routes
    .filter(({ summary }) => DESCRIBES.test(summary))
    .map(({ id, summary }) => `${id}: ${summary}`);
  if (described.length > 0)
    throw new Error(`Comments of routes say what to do, as in "List goals": ${described.join('; ')}`);
  return routes;
}
