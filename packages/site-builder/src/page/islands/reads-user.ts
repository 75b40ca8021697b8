/** Whether code reads `user`: the reader's values, which only a browser has. */

type Plain = Readonly<Record<string, unknown>>;

const places: ReadonlySet<string> = new Set(['type', 'loc', 'start', 'end', 'range']);

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null;

/** Whether a node reads `user`. @param node an ESTree node; functions with their own `user` are ignored */
export function readsUser(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(readsUser);
  if (!isPlain(node)) return false;
  switch (node['type']) {
    case 'Identifier':
      return node['name'] === 'user';
    case 'MemberExpression':
      return readsUser(node['object']) || (node['computed'] === true && readsUser(node['property']));
    case 'Property':
      return (node['computed'] === true && readsUser(node['key'])) || readsUser(node['value']);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return !declaresUser(node) && inner(node).some(readsUser);
    default:
      return inner(node).some(readsUser);
  }
}

/** Whether a function or a module has its own `user`: a parameter, a variable, a function or an import. */
export function declaresUser(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(declaresUser);
  if (!isPlain(node)) return false;
  const names = [node['params'], node['type'] === 'VariableDeclarator' ? node['id'] : undefined, node['local']];
  if (names.some(bindsUser) || (node['type'] === 'FunctionDeclaration' && bindsUser(node['id']))) return true;
  return inner(node).some(declaresUser);
}

function bindsUser(pattern: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.some(bindsUser);
  if (!isPlain(pattern)) return false;
  if (pattern['type'] === 'Identifier') return pattern['name'] === 'user';
  const { left, argument, value, properties, elements } = pattern;
  return [left, argument, value, properties, elements].some(bindsUser);
}

const inner = (node: Plain): unknown[] =>
  Object.entries(node).flatMap(([name, value]) => (places.has(name) ? [] : [value]));

/** The names that code uses, including those of components. */
export function namesIn(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(node)) for (const item of node) namesIn(item, found);
  else if (isPlain(node)) {
    const { type, name } = node;
    if ((type === 'Identifier' || type === 'JSXIdentifier') && typeof name === 'string') found.add(name);
    for (const value of inner(node)) namesIn(value, found);
  }
  return found;
}
