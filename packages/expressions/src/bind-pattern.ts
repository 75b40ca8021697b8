import type { Pattern } from 'estree-jsx';
import { unsupported } from './errors.ts';
import type { Evaluator } from './caller.ts';
import { readMember } from './read-member.ts';
import { type Scope, Closure, createObject, isValueObject, openValue, toText, type Value } from './values.ts';

export interface Binding {
  readonly scope: Scope;
  readonly interpreter: Evaluator;
}

/** Declares the names of a parameter or of the left side of a `const` in the scope. */
export function bindPattern(pattern: Pattern, value: Value, binding: Binding): void {
  const { scope, interpreter } = binding;
  switch (pattern.type) {
    case 'Identifier': {
      const isUnnamed = value instanceof Closure && value.name === '';
      scope.declare(pattern.name, isUnnamed ? new Closure(value.node, value.scope, pattern.name) : value);
      return;
    }
    case 'AssignmentPattern':
      bindPattern(pattern.left, value === undefined ? interpreter.evaluate(pattern.right, scope) : value, binding);
      return;
    case 'ObjectPattern':
      bindObject(pattern, value, binding);
      return;
    case 'ArrayPattern':
      pattern.elements.forEach((element, index) => {
        if (element === null) return;
        const opened = openValue(value);
        const list = Array.isArray(opened) ? opened : [];
        if (element.type === 'RestElement') bindPattern(element.argument, list.slice(index), binding);
        else bindPattern(element, list[index], binding);
      });
      return;
    case 'RestElement':
    case 'MemberExpression':
      throw unsupported('this kind of parameter');
  }
}

function bindObject(pattern: Extract<Pattern, { type: 'ObjectPattern' }>, value: Value, binding: Binding): void {
  const taken = new Set<string>();
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      const rest = isValueObject(value) ? Object.entries(value).filter(([key]) => !taken.has(key)) : [];
      bindPattern(property.argument, createObject(rest), binding);
      continue;
    }
    const key =
      !property.computed && property.key.type === 'Identifier'
        ? property.key.name
        : toText(binding.interpreter.evaluate(property.key, binding.scope), binding.interpreter.budget);
    taken.add(key);
    const member = value === undefined || value === null ? undefined : readMember(value, key, binding.interpreter);
    bindPattern(property.value, member, binding);
  }
}
