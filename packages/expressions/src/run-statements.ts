import type {
  BlockStatement,
  Expression,
  ForStatement,
  Statement,
  SwitchStatement,
  TryStatement,
  VariableDeclaration,
  ForOfStatement,
} from 'estree-jsx';
import { ExpressionFault, unsupported } from './errors.ts';
import { bindPattern } from './bind-pattern.ts';
import type { Evaluator } from './caller.ts';
import { Scope, Closure, createObject, openValue, toText, type Value } from './values.ts';

/** How a statement ended: `next` continues with the following statement. */
type Outcome = { readonly kind: 'next' | 'break' | 'continue' } | { readonly kind: 'return'; readonly value: Value };

const next: Outcome = { kind: 'next' };

/** Runs the body of a function and returns its result. */
export function runBody(body: BlockStatement, scope: Scope, interpreter: Evaluator): Value {
  const outcome = runBlock(body.body, scope, interpreter);
  return outcome.kind === 'return' ? outcome.value : undefined;
}

function runBlock(statements: readonly Statement[], scope: Scope, interpreter: Evaluator): Outcome {
  for (const statement of statements) {
    if (statement.type === 'FunctionDeclaration')
      scope.declare(statement.id.name, new Closure(statement, scope, statement.id.name));
  }
  for (const statement of statements) {
    const outcome = runStatement(statement, scope, interpreter);
    if (outcome.kind !== 'next') return outcome;
  }
  return next;
}

function runStatement(statement: Statement, scope: Scope, interpreter: Evaluator): Outcome {
  interpreter.budget.step();
  switch (statement.type) {
    case 'ReturnStatement':
      return {
        kind: 'return',
        value: statement.argument ? interpreter.evaluate(statement.argument, scope) : undefined,
      };
    case 'VariableDeclaration':
      declareVariables(statement, scope, interpreter);
      return next;
    case 'ExpressionStatement':
      interpreter.evaluate(statement.expression, scope);
      return next;
    case 'IfStatement': {
      const branch = interpreter.evaluate(statement.test, scope) ? statement.consequent : statement.alternate;
      return branch ? runStatement(branch, new Scope(scope), interpreter) : next;
    }
    case 'BlockStatement':
      return runBlock(statement.body, new Scope(scope), interpreter);
    case 'ForOfStatement':
      return runForOf(statement, scope, interpreter);
    case 'ForStatement':
      return runFor(statement, scope, interpreter);
    case 'WhileStatement':
      return runLoop(
        () => Boolean(interpreter.evaluate(statement.test, scope)),
        () => runStatement(statement.body, new Scope(scope), interpreter),
      );
    case 'SwitchStatement':
      return runSwitch(statement, new Scope(scope), interpreter);
    case 'ThrowStatement':
      throw new ExpressionFault(
        'expression-error',
        `the component throws ${describeThrown(statement.argument, scope, interpreter)}`,
      );
    case 'TryStatement':
      return runTry(statement, scope, interpreter);
    case 'BreakStatement':
      return { kind: 'break' };
    case 'ContinueStatement':
      return { kind: 'continue' };
    case 'FunctionDeclaration':
    case 'EmptyStatement':
      return next;
    default:
      throw unsupported(`"${statement.type}"`);
  }
}

export function declareVariables(statement: VariableDeclaration, scope: Scope, interpreter: Evaluator): void {
  for (const { id, init } of statement.declarations) {
    bindPattern(id, init ? interpreter.evaluate(init, scope) : undefined, { scope, interpreter });
  }
}

/** Runs a loop until `goesOn` returns false, or until `body` ends with a break or return. */
function runLoop(goesOn: () => boolean, body: () => Outcome): Outcome {
  while (goesOn()) {
    const outcome = body();
    if (outcome.kind === 'break') break;
    if (outcome.kind === 'return') return outcome;
  }
  return next;
}

function runForOf(statement: ForOfStatement, scope: Scope, interpreter: Evaluator): Outcome {
  const list = openValue(interpreter.evaluate(statement.right, scope));
  const items: readonly Value[] = typeof list === 'string' ? Array.from(list) : Array.isArray(list) ? list : [];
  if (statement.left.type !== 'VariableDeclaration') throw unsupported('a loop over a variable from outside');
  const pattern = statement.left.declarations[0]?.id;
  if (pattern === undefined) throw new ExpressionFault('expression-error', 'a loop has no variable');
  let index = 0;
  return runLoop(
    () => index < items.length,
    () => {
      const inner = new Scope(scope);
      bindPattern(pattern, items[index++], { scope: inner, interpreter });
      return runStatement(statement.body, inner, interpreter);
    },
  );
}

function runFor(statement: ForStatement, outer: Scope, interpreter: Evaluator): Outcome {
  const scope = new Scope(outer);
  if (statement.init?.type === 'VariableDeclaration') declareVariables(statement.init, scope, interpreter);
  else if (statement.init) interpreter.evaluate(statement.init, scope);
  let first = true;
  return runLoop(
    () => {
      if (!first && statement.update) interpreter.evaluate(statement.update, scope);
      first = false;
      return statement.test ? Boolean(interpreter.evaluate(statement.test, scope)) : true;
    },
    () => runStatement(statement.body, new Scope(scope), interpreter),
  );
}

function runSwitch(statement: SwitchStatement, scope: Scope, interpreter: Evaluator): Outcome {
  const value = interpreter.evaluate(statement.discriminant, scope);
  let matched = statement.cases.findIndex(({ test }) => test && interpreter.evaluate(test, scope) === value);
  if (matched === -1) matched = statement.cases.findIndex(({ test }) => !test);
  if (matched === -1) return next;
  for (const { consequent } of statement.cases.slice(matched)) {
    const outcome = runBlock(consequent, scope, interpreter);
    if (outcome.kind === 'break') return next;
    if (outcome.kind !== 'next') return outcome;
  }
  return next;
}

/** Runs a `try` statement. A site can catch its own faults, but not exceeded limits. */
function runTry(statement: TryStatement, scope: Scope, interpreter: Evaluator): Outcome {
  try {
    return runBlock(statement.block.body, new Scope(scope), interpreter);
  } catch (error) {
    if (!(error instanceof ExpressionFault) || error.code === 'expression-limit' || !statement.handler) throw error;
    const inner = new Scope(scope);
    if (statement.handler.param)
      bindPattern(statement.handler.param, createObject([['message', error.message]]), { scope: inner, interpreter });
    return runBlock(statement.handler.body.body, inner, interpreter);
  }
}

function describeThrown(argument: Expression, scope: Scope, interpreter: Evaluator): string {
  const message = argument.type === 'NewExpression' ? argument.arguments[0] : undefined;
  if (message === undefined || message.type === 'SpreadElement') return 'an error';
  return `"${toText(interpreter.evaluate(message, scope), interpreter.budget).slice(0, 200)}"`;
}
