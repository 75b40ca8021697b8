import type { Expression, PrivateIdentifier, SpreadElement, Super } from 'estree-jsx';
import { type Budget } from './budget.ts';
import type { Scope, Value } from './values.ts';

export interface Caller {
  call(target: Value, args: readonly Value[]): Value;
  readonly budget: Budget;
}

/**
 * The interpreter's interface for its parts: expressions contain patterns, statements and elements, which contain
 * expressions.
 */
export interface Evaluator extends Caller {
  evaluate(node: Expression | Super | PrivateIdentifier | SpreadElement, scope: Scope): Value;
}
