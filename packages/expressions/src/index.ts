/**
 * JavaScript and JSX expressions of pages, interpreted step by step over acorn's syntax tree.
 *
 * A custom interpreter, because authors of pages must not be able to run code on the build machine. An engine in the
 * process would allow that; an interpreter has only the names passed to it, counts each step, and produces the same
 * result on every machine. Cost: 1,700 lines, and unsupported methods are reported as issues of the page. Benefit: 0.03
 * ms for a mapped and joined list, including parsing; a `node:vm` context per expression, which isn't a security
 * boundary either, takes 0.5 to 1 ms.
 */
export { Budget } from './budget.ts';
export { ExpressionFault } from './errors.ts';
export { findTarget } from './evaluate-jsx.ts';
export { Interpreter } from './interpreter.ts';
export { type ParseOutcome, parseExpression, parseModule } from './parse-expression.ts';
export { declareVariables } from './run-statements.ts';
export {
  Scope,
  Closure,
  createObject,
  isValueObject,
  JsxElement,
  NativeFunction,
  Opaque,
  openValue,
  toText,
  type Value,
  type ValueObject,
} from './values.ts';
export { decodeEntities } from './decode-entities.ts';
