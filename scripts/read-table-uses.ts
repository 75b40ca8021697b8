import { parseSync } from 'oxc-parser';

export interface TableUse {
  readonly table: string;
  readonly isWrite: boolean;
}

/** Kysely's methods that name a table, and whether they change it. */
const methods: Readonly<Record<string, boolean>> = {
  selectFrom: false,
  innerJoin: false,
  leftJoin: false,
  rightJoin: false,
  fullJoin: false,
  crossJoin: false,
  innerJoinLateral: false,
  leftJoinLateral: false,
  from: false,
  using: false,
  insertInto: true,
  replaceInto: true,
  updateTable: true,
  deleteFrom: true,
  mergeInto: true,
};

type Node = Readonly<Record<string, unknown>>;

/**
 * Reads the tables that a source file names in Kysely's methods and in SQL: templates tagged `sql`, and any other text
 * that begins like a statement or is passed to `query`.
 * @param tables the names to find; others, such as those of `with`, are ignored
 * @param elsewhere names in other files of the module: the possible values of a variable if this file names no table
 */
export function readTableUses(
  path: string,
  text: string,
  { tables, elsewhere }: { readonly tables: ReadonlySet<string>; readonly elsewhere: ReadonlySet<string> },
): TableUse[] {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} can't be parsed: ${error.message}`);
  const uses: TableUse[] = [];
  const literals = new Set<string>();
  const known = new Set([...tables, anyTable]);
  const add = (isWrite: boolean, name: string | undefined): void => {
    const table = name?.split(' ')[0];
    if (table !== undefined && tables.has(table)) uses.push({ table, isWrite });
  };
  visit(program, undefined);
  // If the name of a table is a variable, it can be any table that the file names; if the file names none, any table
  // that its module names.
  const named = literals.size > 0 ? literals : elsewhere;
  return uses.flatMap((use) =>
    use.table === anyTable && named.size > 0 ? Array.from(named, (table) => ({ ...use, table })) : [use],
  );

  function visit(value: unknown, parent: Node | undefined): void {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, parent);
      return;
    }
    if (!isNode(value)) return;
    if (value['type'] === 'CallExpression') readCall(value);
    const sql = readSql(value, parent);
    if (sql !== undefined) for (const use of readSqlUses(sql, known)) uses.push(use);
    const literal = literalOf(value);
    if (literal !== undefined && tables.has(literal)) literals.add(literal);
    for (const child of Object.values(value)) visit(child, value);
  }

  function readCall(call: Node): void {
    const callee = call['callee'] as Node;
    const isWrite = methods[nameOf(callee['property']) ?? ''];
    const [first] = call['arguments'] as readonly unknown[];
    if (!isNode(first)) return;
    if (nameOf(callee) === 'ownedRows') add(true, readTableOf(first));
    if (isWrite === undefined) return;
    const listed = first['type'] === 'ArrayExpression' ? (first['elements'] as readonly unknown[]) : [first];
    for (const item of listed) add(isWrite, literalOf(item));
  }
}

/** Placeholder for a table whose name is a variable. It remains in the result if the possible tables are unknown. */
export const anyTable = 'any_table';

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node['type'] === 'Identifier' ? String(node['name']) : undefined;

function literalOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node['type'] === 'Literal' && typeof node['value'] === 'string') return node['value'];
  return node['type'] === 'TemplateLiteral' ? templateOf(node) : undefined;
}

/** Reads the property `table` of an object, as in `ownedRows({ table: 'projects', … })`. */
function readTableOf(object: Node): string | undefined {
  const properties = (object['properties'] ?? []) as readonly Node[];
  return literalOf(properties.find((property) => nameOf(property['key']) === 'table')?.['value']);
}

/** Returns the text of a template, with `?` for each expression except names of tables. */
function templateOf(node: Node): string {
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string | null } }[];
  const expressions = node['expressions'] as readonly Node[];
  return quasis.map(({ value }, index) => `${value.cooked ?? ''} ${nameTable(expressions[index])}`).join(' ');
}

/** Returns the table of `sql.table(…)`, or `?`. */
function nameTable(expression: Node | undefined): string {
  if (expression?.['type'] !== 'CallExpression') return expression === undefined ? '' : '?';
  const callee = expression['callee'] as Node;
  if (nameOf(callee['object']) !== 'sql' || nameOf(callee['property']) !== 'table') return '?';
  const [name] = expression['arguments'] as readonly unknown[];
  const isFixed = isNode(name) && name['type'] === 'Literal';
  return (isFixed ? literalOf(name) : undefined) ?? anyTable;
}

/** Returns the SQL of a node, or `undefined` for nodes without SQL. */
function readSql(node: Node, parent: Node | undefined): string | undefined {
  const text = literalOf(node);
  if (text === undefined) return undefined;
  const isTagged = parent?.['type'] === 'TaggedTemplateExpression' && nameOf(parent['tag']) === 'sql';
  return isTagged || statement.test(text) ? text : undefined;
}

const statement = /^\s*(?:select|insert\s+into|update|delete\s+from|with|truncate|declare|lock\s+table|copy)\s/i;

/** Words after which the next name is a table. */
const before = new Set(['from', 'join', 'using', 'into', 'update', 'table', 'truncate']);
/** Words that can appear before the name. */
const skipped = new Set(['only', 'lateral', 'if', 'exists']);
/** Words that end a list of tables. */
const ending = new Set(
  'where group order limit offset returning set values on union intersect except having window for select when then do and or end'.split(
    ' ',
  ),
);

interface Depth {
  /** The role of the next name: a table that is read or changed, or something else. */
  expected: 'read' | 'write' | undefined;
  /** Whether a comma continues a list of tables. */
  isList: boolean;
}

/** Scans the words of a statement: handles lists of tables, aliases and parentheses, and no other grammar. */
export function readSqlUses(sql: string, tables: ReadonlySet<string>): TableUse[] {
  const text = sql.replaceAll(/--[^\n]*/g, '').replaceAll(/'(?:[^']|'')*'/g, "''");
  const words = Array.from(
    text.matchAll(/[a-z_][a-z0-9_]*(?:\.[a-z_*][a-z0-9_]*)*|[(),]|"|[^\s\w]|\d+/gi),
    ([word]) => word,
  );
  const uses: TableUse[] = [];
  const stack: Depth[] = [{ expected: undefined, isList: false }];
  for (const [index, raw] of words.entries()) {
    const word = raw.toLowerCase();
    const depth = stack.at(-1) ?? { expected: undefined, isList: false };
    const previous = words[index - 1]?.toLowerCase();
    if (word === '(') {
      depth.expected = undefined;
      stack.push({ expected: undefined, isList: false });
    } else if (word === ')') {
      if (stack.length > 1) stack.pop();
    } else if (word === ',') depth.expected = depth.isList ? 'read' : undefined;
    else if (before.has(word) && !isOtherUse(word, previous, words, index)) {
      const isWrite =
        word === 'into' || word === 'update' || word === 'truncate' || (word === 'from' && previous === 'delete');
      depth.expected = isWrite ? 'write' : 'read';
      depth.isList = !isWrite && word !== 'join';
    } else if (ending.has(word)) {
      depth.expected = undefined;
      depth.isList = false;
    } else if (depth.expected !== undefined && !skipped.has(word) && word !== '"') {
      if (tables.has(word)) uses.push({ table: word, isWrite: depth.expected === 'write' });
      depth.expected = undefined;
    }
  }
  return uses;
}

/** Whether a word isn't followed by a table: `is distinct from x`, `for update`, `do update set`. */
function isOtherUse(word: string, previous: string | undefined, words: readonly string[], index: number): boolean {
  if (word === 'from') return previous === 'distinct';
  if (word === 'update')
    return previous === 'for' || previous === 'do' || words[index + 1] === 'of' || previous === 'key';
  return false;
}
