/**
 * Compares the definitions that `code_symbols` finds with those that parsers find: `npx node
 * bench/agent/compare-symbols.ts typescript=packages python=/src/flask go=/src/cobra rust=/src/fd java=/src/gson`.
 * TypeScript is parsed by oxc, Python by `python3`, and other languages by Universal Ctags. Local names and fields
 * don't count. Prints the numbers of found, defined and wrong definitions, and examples of missing ones by kind.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { findSymbols } from '../../packages/doc-agent/src/code/find-symbols.ts';

interface Definition {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
}

interface Language {
  readonly glob: string;
  readonly read: (file: string, text: string) => readonly Definition[];
}

const pythonReader = `
import ast, json, sys
def visit(node, kind):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if kind != 'function': yield child.name, 'method' if kind == 'class' else 'function', child.lineno
            yield from (found for found in visit(child, 'function') if found[1] == 'class')
        elif isinstance(child, ast.ClassDef):
            yield child.name, 'class', child.lineno
            yield from visit(child, 'class')
        elif kind == 'module' and isinstance(child, (ast.Assign, ast.AnnAssign)):
            targets = child.targets if isinstance(child, ast.Assign) else [child.target]
            for target in targets:
                if isinstance(target, ast.Name) and target.id.isupper(): yield target.id, 'constant', child.lineno
        else:
            yield from visit(child, kind)
print(json.dumps([{'name': n, 'kind': k, 'line': l} for n, k, l in visit(ast.parse(sys.stdin.read()), 'module')]))
`;

const languages: Readonly<Record<string, Language>> = {
  typescript: { glob: '**/*.{ts,tsx}', read: readTypeScript },
  python: {
    glob: '**/*.py',
    read: (_file, input) =>
      JSON.parse(execFileSync('python3', ['-c', pythonReader], { input, encoding: 'utf8' })) as Definition[],
  },
  go: {
    glob: '**/*.go',
    read: readWithCtags('Go', { c: 'const', f: 'func', t: 'type', v: 'var', s: 'type', i: 'type' }),
  },
  java: { glob: '**/*.java', read: readWithCtags('Java', { c: 'class', i: 'interface', g: 'enum', m: 'method' }) },
  rust: {
    glob: '**/*.rs',
    read: readWithCtags('Rust', {
      f: 'fn',
      P: 'method',
      s: 'struct',
      i: 'trait',
      g: 'enum',
      t: 'type',
      M: 'macro',
      n: 'module',
      v: 'static',
    }),
  },
};

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

const declarations: Readonly<Record<string, string>> = {
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  ClassDeclaration: 'class',
  TSInterfaceDeclaration: 'interface',
  TSTypeAliasDeclaration: 'type',
  TSEnumDeclaration: 'enum',
  TSModuleDeclaration: 'namespace',
  MethodDefinition: 'method',
  TSMethodSignature: 'method',
  TSAbstractMethodDefinition: 'method',
};

function readTypeScript(file: string, text: string): readonly Definition[] {
  const found: Definition[] = [];
  const add = ({ start, end }: Node & { readonly end?: number }, kind: string): void => {
    found.push({ name: text.slice(start, end), kind, line: text.slice(0, start).split('\n').length });
  };
  const visit = (node: Node): void => {
    const kind = declarations[node.type];
    const name = (node['id'] ?? node['key']) as Node | null | undefined;
    if (kind !== undefined && name?.type === 'Identifier') add(name, kind);
    if (node.type === 'VariableDeclaration')
      for (const { id } of node['declarations'] as { id: Node & { name?: string } }[])
        if (id.type === 'Identifier')
          found.push({ name: id.name ?? '', kind: 'variable', line: text.slice(0, id.start).split('\n').length });
    const body = node['declaration'] ?? node['body'];
    if (node.type === 'FunctionDeclaration') return;
    for (const child of Array.isArray(body)
      ? (body as Node[])
      : typeof body === 'object' && body !== null
        ? [body as Node]
        : [])
      visit(child);
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape of ESTree
  visit(parseSync(file, text).program as unknown as Node);
  return found;
}

function readWithCtags(language: string, kinds: Readonly<Record<string, string>>) {
  return (file: string): readonly Definition[] => {
    const options = [`--languages=${language}`, `--kinds-${language}=${Object.keys(kinds).join('')}`, '--fields=nk'];
    const lines = execFileSync('ctags', [...options, '-f', '-', '--excmd=number', file], { encoding: 'utf8' });
    return lines.split('\n').flatMap((text) => {
      const [name = '', , , kind = '', line = ''] = text.split('\t');
      return name === '' || name.startsWith('!')
        ? []
        : [{ name, kind: kinds[kind] ?? kind, line: Number(line.slice(5)) }];
    });
  };
}

for (const argument of process.argv.slice(2)) {
  const [name = '', folder = ''] = argument.split('=', 2);
  const language = languages[name];
  if (language === undefined) throw new Error(`${name} is not one of ${Object.keys(languages).join(', ')}`);
  const totals = new Map<string, { found: number; all: number; missing: string[] }>();
  let [wrong, all, found, files] = [0, 0, 0, 0];
  const wrongOnes: string[] = [];
  for (const file of globSync(language.glob, {
    cwd: folder,
    exclude: (path) => /node_modules|dist$|generated/.test(path),
  })) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const defined = language.read(path, text);
    const symbols = findSymbols(text);
    const isSame = (a: Pick<Definition, 'name' | 'line'>, b: Pick<Definition, 'name' | 'line'>): boolean =>
      a.name === b.name && Math.abs(a.line - b.line) <= 1;
    files += 1;
    for (const one of defined) {
      const total = totals.get(one.kind) ?? { found: 0, all: 0, missing: [] };
      totals.set(one.kind, total);
      total.all += 1;
      all += 1;
      if (symbols.some((symbol) => isSame(symbol, one))) {
        total.found += 1;
        found += 1;
      } else if (total.missing.length < 3) total.missing.push(`${file}:${one.line} ${one.name}`);
    }
    for (const symbol of symbols) {
      if (defined.some((one) => isSame(one, symbol))) continue;
      wrong += 1;
      if (wrongOnes.length < 5) wrongOnes.push(`${file}:${symbol.line} ${symbol.kind} ${symbol.name}`);
    }
  }
  const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;
  console.log(`${name}: ${found} of ${all} definitions in ${files} files (${percent(found, all)}), ${wrong} others`);
  for (const [kind, total] of totals)
    console.log(
      `  ${kind}: ${total.found} of ${total.all} (${percent(total.found, total.all)})${total.missing.length > 0 ? `; not ${total.missing.join(', ')}` : ''}`,
    );
  if (wrongOnes.length > 0) console.log(`  others: ${wrongOnes.join(', ')}`);
}
