import * as contracts from '@duet/contracts';
import { checker } from './program.mjs';
import { ts } from './typescript.mjs';

/** @typedef {import('./typescript.mjs').Node} Node @typedef {import('@duet/contracts').ErrorCode} ErrorCode */

/** The search enters the bodies of functions in these folders only. Of contracts and service-kit it uses the declarations. */
const EDGES = ['/gateway/src/', '/services/realtime/src/'];

const definitions = new Map(Object.entries(contracts));

/** The function that a call or a name leads to, where its body lies in one of the folders. @param {Node} node @param {string[]} folders */
function functionBehind(node, folders) {
  const declaration = ts.isCallExpression(node)
    ? checker.getResolvedSignature(node)?.declaration
    : ts.isIdentifier(node)
      ? checker.getSymbolAtLocation(node)?.valueDeclaration
      : undefined;
  const isName = declaration !== undefined && ts.isVariableDeclaration(declaration);
  const body = isName ? declaration.initializer : declaration;
  if (!body || !(ts.isFunctionLike(body) || (isName && ts.isArrowFunction(body)))) return null;
  return folders.some((folder) => body.getSourceFile().fileName.includes(folder)) ? body : null;
}

/** Every node of a piece of code and of the functions that it calls. @param {Node} start @param {string[]} folders @param {Set<Node>} [seen] @returns {Node[]} */
export function nodesReachedFrom(start, folders, seen = new Set()) {
  if (seen.has(start)) return [];
  seen.add(start);
  /** @type {Node[]} */
  const nodes = [];
  /** @param {Node} node */
  const visit = (node) => {
    nodes.push(node);
    const called = functionBehind(node, folders);
    if (called) nodes.push(...nodesReachedFrom(called, folders, seen));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(start, visit);
  return nodes;
}

/** The declared errors of a call that is named by its constant. @param {Node} node @returns {readonly ErrorCode[]} */
function errorsOfCall(node) {
  const definition = ts.isIdentifier(node) ? definitions.get(node.text) : undefined;
  const isCall = typeof definition === 'object' && 'subject' in definition && 'errors' in definition;
  return isCall ? definition.errors : [];
}

/** @param {Node} node @returns {ErrorCode[]} */
const codesNamedBy = (node) =>
  ts.isStringLiteral(node) && contracts.isErrorCode(node.text)
    ? [node.text]
    : ts.isConditionalExpression(node)
      ? [node.whenTrue, node.whenFalse].flatMap(codesNamedBy)
      : [];

/**
 * The error codes that code can end with: those of its RPC calls, and those that it or its callees throw.
 * @param {Node} start @returns {Set<ErrorCode>}
 */
export function errorsReachedFrom(start) {
  const calls = nodesReachedFrom(start, EDGES).filter((node) => ts.isCallExpression(node) || ts.isNewExpression(node));
  return new Set(
    calls.flatMap(({ arguments: given = [] }) => [
      ...(given[0] ? errorsOfCall(given[0]) : []),
      ...[...given].flatMap(codesNamedBy),
    ]),
  );
}
