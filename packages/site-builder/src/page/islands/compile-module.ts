import { loadSucrase } from '../snippets/load-sucrase.ts';
import { parseModule } from '@docwright/expressions';

export interface CompileRequest {
  readonly path: string;
  readonly code: string;
  /** Address of the runtime, as the module must import it. */
  readonly runtime: string;
  /** Address of the built-in components, as the module must import it. */
  readonly builtIns: string;
  /** Names that the runtime exports. */
  readonly runtimeNames: ReadonlySet<string>;
  /** Names of built-in components. */
  readonly components: Iterable<string>;
  /** Icons that the built-in components can show in the browser. */
  readonly icons: Readonly<Record<string, string>>;
  /** Address of an imported site file, or `undefined` for files that a browser can't import. */
  readonly resolve: (specifier: string) => string | undefined;
}

export type CompiledModule =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly message: string };

/** Compiles a `.jsx`, `.tsx` or inline module of a site for browsers, without running it. */
export function compileModule(request: CompileRequest): CompiledModule {
  try {
    const { code } = loadSucrase().transform(request.code, {
      transforms: ['jsx', 'typescript'],
      jsxPragma: 'h',
      jsxFragmentPragma: 'Fragment',
      production: true,
      disableESTransforms: true,
      filePath: request.path,
    });
    return link(code, request);
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Rewrites imports to the bundle's files, and adds imports for names that the format defines everywhere. */
function link(code: string, request: CompileRequest): CompiledModule {
  const parsed = parseModule(code);
  if (!parsed.ok) return parsed;
  const declared = new Set<string>();
  let body = '';
  let last = 0;
  for (const statement of parsed.node.body) {
    const { start, end } = statement as unknown as { readonly start: number; readonly end: number };
    if (statement.type === 'ImportDeclaration') {
      const address = request.resolve(String(statement.source.value));
      body += code.slice(last, start);
      last = end;
      if (address === undefined) continue;
      for (const { local } of statement.specifiers) declared.add(local.name);
      body += code.slice(start, end).replace(/(['"])[^'"]*\1;?\s*$/, `${JSON.stringify(address)};`);
    } else for (const name of declaredNames(statement)) declared.add(name);
  }
  body += code.slice(last);
  const used = new Set(code.match(/[A-Za-z_$][\w$]*/g));
  const ambient = [...request.runtimeNames].filter((name) => used.has(name) && !declared.has(name)).sort();
  const builtIns = [...request.components]
    .filter((name) => /^\w+$/.test(name) && used.has(name) && !declared.has(name) && !request.runtimeNames.has(name))
    .sort();
  const imports =
    `import { ${ambient.join(', ')} } from ${JSON.stringify(request.runtime)};\n` +
    (builtIns.length === 0
      ? ''
      : `import { builtIn } from ${JSON.stringify(request.builtIns)};\nconst $icons = ${JSON.stringify(request.icons)};\n`);
  return {
    ok: true,
    code:
      imports + builtIns.map((name) => `const ${name} = builtIn(${JSON.stringify(name)}, $icons);\n`).join('') + body,
  };
}

function declaredNames(statement: { readonly type: string }): string[] {
  const node = statement as {
    readonly type: string;
    readonly declaration?: { readonly type: string } | null;
    readonly declarations?: readonly {
      readonly id: {
        readonly type: string;
        readonly name?: string;
        readonly properties?: readonly { readonly value?: { readonly name?: string } }[];
      };
    }[];
    readonly id?: { readonly name: string } | null;
  };
  const own = node.type.startsWith('Export') ? node.declaration : node;
  if (!own) return [];
  const { declarations, id } = own as typeof node;
  const names = (declarations ?? []).flatMap(
    ({ id: pattern }) => pattern.name ?? (pattern.properties ?? []).flatMap(({ value }) => value?.name ?? []),
  );
  return id ? [...names, id.name] : names;
}
