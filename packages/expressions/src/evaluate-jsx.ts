import type { JSXElement, JSXFragment, JSXIdentifier, JSXMemberExpression, JSXNamespacedName } from 'estree-jsx';
import { decodeEntities } from './decode-entities.ts';
import type { Evaluator } from './caller.ts';
import { type Scope, createObject, isValueObject, JsxElement, type Value, type ValueObject } from './values.ts';

/** Evaluates a piece of JSX to an element with its props and children, which the renderer renders. */
export function evaluateJsx(node: JSXElement | JSXFragment, scope: Scope, interpreter: Evaluator): JsxElement {
  interpreter.budget.step();
  const children = evaluateChildren(node.children, scope, interpreter);
  if (node.type === 'JSXFragment') return new JsxElement(undefined, undefined, createObject(), children);
  const name = nameOf(node.openingElement.name);
  const isFragment = name === 'Fragment' || name === 'React.Fragment';
  const props = evaluateAttributes(node.openingElement.attributes, scope, interpreter);
  return new JsxElement(isFragment ? undefined : name, findTarget(name, scope), props, children);
}

function evaluateChildren(nodes: JSXElement['children'], scope: Scope, interpreter: Evaluator): Value[] {
  return nodes.flatMap((child): Value[] => {
    switch (child.type) {
      case 'JSXText': {
        const text = decodeEntities(collapseWhitespace(child.raw));
        return text === '' ? [] : [text];
      }
      case 'JSXExpressionContainer':
        return child.expression.type === 'JSXEmptyExpression' ? [] : [interpreter.evaluate(child.expression, scope)];
      case 'JSXSpreadChild':
        return [interpreter.evaluate(child.expression, scope)];
      default:
        return [evaluateJsx(child, scope, interpreter)];
    }
  });
}

function evaluateAttributes(
  attributes: JSXElement['openingElement']['attributes'],
  scope: Scope,
  interpreter: Evaluator,
): ValueObject {
  const props = createObject();
  for (const attribute of attributes) {
    if (attribute.type === 'JSXSpreadAttribute') {
      const spread = interpreter.evaluate(attribute.argument, scope);
      if (isValueObject(spread)) for (const [key, value] of Object.entries(spread)) props[key] = value;
      continue;
    }
    const value = attribute.value;
    const name = attributeName(attribute.name);
    if (!value) props[name] = true;
    else if (value.type === 'Literal')
      props[name] = typeof value.value === 'string' ? value.value : String(value.value);
    else if (value.type === 'JSXExpressionContainer') {
      props[name] =
        value.expression.type === 'JSXEmptyExpression' ? undefined : interpreter.evaluate(value.expression, scope);
    } else props[name] = evaluateJsx(value, scope, interpreter);
  }
  return props;
}

function attributeName(name: JSXIdentifier | JSXNamespacedName): string {
  return name.type === 'JSXIdentifier' ? name.name : `${name.namespace.name}:${name.name.name}`;
}

function nameOf(name: JSXElement['openingElement']['name']): string {
  if (name.type === 'JSXMemberExpression') return `${memberName(name.object)}.${name.property.name}`;
  return attributeName(name);
}

function memberName(name: JSXIdentifier | JSXMemberExpression): string {
  return name.type === 'JSXIdentifier' ? name.name : `${memberName(name.object)}.${name.property.name}`;
}

/** Finds the value that a tag's name refers to: `<a.b/>` looks up `b` in the value of `a`. */
export function findTarget(name: string, scope: Scope): Value {
  const [first = '', ...rest] = name.split('.');
  if (!scope.has(first)) return undefined;
  let target = scope.get(first);
  // `<path d={path}/>`: a lowercase name refers to a component only if its value can be a component; any other value
  // only shares the element's name.
  if (rest.length === 0 && /^[a-z]/.test(first) && (typeof target !== 'object' || Array.isArray(target)))
    return undefined;
  for (const key of rest) {
    if (!isValueObject(target)) return undefined;
    target = target[key];
  }
  return target;
}

/** React's rule: line breaks and the surrounding indentation are removed, and lines are joined by a space. */
function collapseWhitespace(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      const start = index === 0 ? line : line.trimStart();
      return index === lines.length - 1 ? start : start.trimEnd();
    })
    .filter((line) => line !== '')
    .join(' ');
}
