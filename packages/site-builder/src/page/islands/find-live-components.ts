import { declaresUser, readsUser } from './reads-user.ts';
import type { Program } from 'estree-jsx';

/** Features that only a browser has: state, effects and event handlers. */
const livePattern =
  /\buse(?:State|Reducer|Effect|LayoutEffect|InsertionEffect|Ref|Context|SyncExternalStore|Transition|DeferredValue|ImperativeHandle)\b|\son[A-Z]\w*=/;

/** Names of a module's top-level functions that are live, or use a live function. */
export function findLiveComponents(program: Program, code: string): ReadonlySet<string> {
  const bodies = new Map<string, string>();
  const readers = new Set<string>();
  const hasReader = /\buser\b/.test(code) && !declaresUserAtTop(program);
  const add = (name: string, node: object): void => {
    bodies.set(name, sliceOf(node, code));
    if (hasReader && readsUser(node)) readers.add(name);
  };
  for (const statement of program.body) {
    const exported = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration';
    const declaration = exported ? statement.declaration : statement;
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id, init } of declaration.declarations) if (id.type === 'Identifier' && init) add(id.name, init);
    } else if (declaration?.type === 'FunctionDeclaration') {
      add(declaration.id?.name ?? 'default', declaration);
    } else if (statement.type === 'ExportDefaultDeclaration' && declaration) add('default', declaration);
  }
  const live = new Set([...bodies].filter(([, body]) => livePattern.test(body)).map(([name]) => name));
  for (const name of readers) live.add(name);
  for (let before = -1; before !== live.size;) {
    before = live.size;
    for (const [name, body] of bodies)
      if ([...live].some((other) => new RegExp(`\\b${other.replace(/\$/g, '\\$')}\\b`).test(body))) live.add(name);
  }
  return live;
}

/** Returns a node's code. acorn's nodes have offsets that the tree's types don't declare. */
function sliceOf(node: object, code: string): string {
  const { start, end } = node as { readonly start?: number; readonly end?: number };
  return code.slice(start, end);
}

/** Whether a module declares its own `user`, which isn't the reader's. */
const declaresUserAtTop = ({ body }: Program): boolean =>
  body.some((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type === 'VariableDeclaration')
      return declaration.declarations.some(({ id }) => declaresUser({ type: 'VariableDeclarator', id }));
    return declaration?.type === 'ImportDeclaration' && declaresUser(declaration.specifiers);
  });
