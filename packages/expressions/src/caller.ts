import type { Expression, PrivateIdentifier, SpreadElement, Super } from 'estree-jsx';
import { type Budget } from './budget.ts';
import type { Scope, Value } from './values.ts';

export interface Caller {
  call(target: Value, args: readonly Value[]): Value;
  readonly budget: Budget;
}

/** What parts of the interpreter ask of the whole: expressions hold patterns, statements and elements, which hold expressions. */
export interface Evaluator extends Caller {
  evaluate(node: Expression | Super | PrivateIdentifier | SpreadElement, scope: Scope): Value;
}
