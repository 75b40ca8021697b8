import type {
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  FunctionDeclaration,
  ImportDeclaration,
  Program,
} from 'estree-jsx';
import { parseJson } from '../../text/parse-json.ts';
import {
  Closure,
  createObject,
  declareVariables,
  Opaque,
  parseModule,
  Scope,
  type Value,
} from '@docwright/expressions';
import type { EsmNode } from '../mdx/ast.ts';
import { listModules } from '../mdx/list-modules.ts';
import type { IslandModule } from '../islands/island-store.ts';
import type { ImportedFile, TextFile } from '../snippets/snippet-store.ts';
import { reportFault } from './evaluate-text.ts';
import type { RenderEnv } from './render-env.ts';
import { reportUnreadFile } from './report-unread-file.ts';
import { SnippetComponent } from './snippet-component.ts';

type Statement = Program['body'][number];

/** Packages whose names are defined without an import. */
const ambientPackages: ReadonlySet<string> = new Set(['react', 'react-dom', 'preact', 'preact/hooks']);
const maxModuleDepth = 20;

/** The names that a file defines, and the other components that its imports make available. */
interface ModuleNames {
  readonly scope: Scope;
  /** The other components, in a scope around the file's own names. */
  readonly unnamed: Scope;
}

/**
 * Creates the scope with the names that the imports and exports of a page or snippet define, inside the scope of the
 * file that imports it. A statement that fails defines nothing. As in the original format, an import makes all
 * components of its file available, including those that it doesn't name.
 */
export function createModuleScope(file: TextFile, env: RenderEnv, around?: Scope): Scope {
  return readModuleNames(file, env, around).scope;
}

function readModuleNames(file: TextFile, env: RenderEnv, around?: Scope): ModuleNames {
  const unnamed = new Scope(around);
  const scope = new Scope(unnamed);
  const modules = listModules(file.parsed.tree);
  for (const node of modules)
    env.page.position.at(file.path, node.position?.start.line, () => runEsm(node, { scope, unnamed }, env));
  recordInline(file, modules, { scope, env });
  return { scope, unnamed };
}

/** Records a component that a page defines itself, which can be interactive in the browser like one from a file. */
function recordInline(
  file: TextFile,
  modules: readonly EsmNode[],
  { scope, env }: { readonly scope: Scope; readonly env: RenderEnv },
): void {
  if (modules.length === 0) return;
  recordOrigins({ path: file.path, code: modules.map(({ value }) => value).join('\n') }, scope, env);
}

function recordOrigins(module: IslandModule, scope: Scope, env: RenderEnv): void {
  for (const name of scope.ownNames()) {
    const value = scope.get(name);
    if (value instanceof Closure && !env.page.position.origins.has(value))
      env.page.position.origins.set(value, { module, name });
  }
}

function runEsm(node: EsmNode, names: ModuleNames, env: RenderEnv): void {
  const parsed = parseModule(node.value);
  if (!parsed.ok) {
    env.page.report({
      severity: 'error',
      code: 'module-syntax',
      message: `The import or export is not JavaScript: ${parsed.message}`,
      fix: 'Correct the line, or indent it if it is text.',
    });
    return;
  }
  for (const statement of parsed.node.body) runStatement(statement, names, env);
}

/** Runs one top-level statement of a module. Returns the value of `export default`. */
function runStatement(statement: Statement, names: ModuleNames, env: RenderEnv): Value {
  const { scope } = names;
  try {
    switch (statement.type) {
      case 'ImportDeclaration':
        runImport(statement, names, env);
        return undefined;
      case 'ExportNamedDeclaration':
        runNamedExport(statement, scope, env);
        return undefined;
      case 'ExportDefaultDeclaration':
        return runDefaultExport(statement, scope, env);
      case 'VariableDeclaration':
        declareVariables(statement, scope, env.page.position.interpreter);
        return undefined;
      case 'FunctionDeclaration':
        scope.declare(statement.id.name, new Closure(statement, scope, statement.id.name));
        return undefined;
      default:
        return undefined;
    }
  } catch (error) {
    reportFault(error, env);
    return undefined;
  }
}

function runNamedExport(statement: ExportNamedDeclaration, scope: Scope, env: RenderEnv): void {
  const declaration = statement.declaration;
  if (declaration?.type === 'VariableDeclaration') declareVariables(declaration, scope, env.page.position.interpreter);
  if (declaration?.type === 'FunctionDeclaration')
    scope.declare(declaration.id.name, new Closure(declaration, scope, declaration.id.name));
  for (const { local, exported } of statement.specifiers) {
    if (
      local.type === 'Identifier' &&
      exported.type === 'Identifier' &&
      local.name !== exported.name &&
      scope.has(local.name)
    ) {
      scope.declare(exported.name, scope.get(local.name));
    }
  }
}

function runDefaultExport(statement: ExportDefaultDeclaration, scope: Scope, env: RenderEnv): Value {
  const declaration = statement.declaration;
  if (declaration.type === 'FunctionDeclaration') {
    const closure = new Closure(declaration as FunctionDeclaration, scope, declaration.id?.name ?? 'default');
    if (declaration.id) scope.declare(declaration.id.name, closure);
    return closure;
  }
  if (declaration.type === 'ClassDeclaration') return undefined;
  return env.page.position.interpreter.evaluate(declaration, scope);
}

function runImport(statement: ImportDeclaration, { scope, unnamed }: ModuleNames, env: RenderEnv): void {
  const specifier = String(statement.source.value);
  if (ambientPackages.has(specifier) || statement.specifiers.length === 0) return;
  const path = env.page.site.snippets.findImport(specifier, env.file.path);
  const file = path === undefined ? undefined : env.page.site.snippets.load(path);
  if (file === undefined) {
    const lost = statement.specifiers.filter(({ local }) => !env.page.site.components.has(local.name));
    if (!reportUnreadFile(path, env)) reportMissing(specifier, lost.length > 0, env);
    for (const { local } of lost) scope.declare(local.name, missingImport);
    return;
  }
  const exports = readExports(file, env, scope);
  for (const imported of statement.specifiers) {
    scope.declare(imported.local.name, pickExport(imported, exports, file, env));
  }
  declareUnnamed(exports, unnamed, env);
}

/** Declares only components: other undefined names are still reported. Built-in components aren't replaced. */
function declareUnnamed({ names, unnamed }: Exports, around: Scope, env: RenderEnv): void {
  for (const [name, value] of [...unnamed, ...names]) {
    const isComponent = /^[A-Z]/.test(name) && (value instanceof Closure || value instanceof Opaque);
    if (!isComponent || value === missingImport || around.has(name)) continue;
    if (!env.page.site.components.has(name)) around.declare(name, value);
  }
}

const entriesOf = (scope: Scope): [string, Value][] => [...scope.ownNames()].map((name) => [name, scope.get(name)]);

/** A component that shows only its children: the replacement for a component whose file is missing. */
const missingImport = new Opaque('missing import');

/** Reports a missing import. Nothing is lost if every component that it names is built in. */
function reportMissing(specifier: string, isLoss: boolean, env: RenderEnv): void {
  const isPackage = !/^[./@~]/.test(specifier) && !/\.\w+$/.test(specifier);
  env.page.report({
    severity: isPackage && !isLoss ? 'warning' : 'error',
    code: isPackage ? 'package-import' : 'missing-import',
    message: isPackage
      ? `"${specifier}" is a package; a page can import only files of its site.`
      : `The imported file "${specifier}" does not exist.`,
    fix: isPackage ? 'Copy the code that you need into a .jsx snippet.' : 'Add the file, or correct the path.',
  });
}

interface Exports {
  readonly names: ReadonlyMap<string, Value>;
  /** The other components that the file's own imports make available. */
  readonly unnamed: ReadonlyMap<string, Value>;
  readonly fallback: Value;
}

/**
 * Resolves an import, less strictly than ES modules, as real sites require. A default import from a file with only a
 * named export resolves to that export, and a named import that doesn't exist resolves to the default export.
 */
function pickExport(
  imported: ImportDeclaration['specifiers'][number],
  exports: Exports,
  file: ImportedFile,
  env: RenderEnv,
): Value {
  if (imported.type === 'ImportNamespaceSpecifier') return createObject(exports.names);
  const name =
    imported.type === 'ImportDefaultSpecifier'
      ? 'default'
      : imported.imported.type === 'Identifier'
        ? imported.imported.name
        : String(imported.imported.value);
  if (exports.names.has(name)) return exports.names.get(name);
  const byLocalName = exports.names.get(imported.local.name);
  if (byLocalName !== undefined) return byLocalName;
  if (exports.fallback !== undefined) return exports.fallback;
  env.page.report({
    severity: 'warning',
    code: 'missing-export',
    message: `"${file.path}" does not export "${name}".`,
    fix: `It exports: ${[...exports.names.keys()].join(', ') || 'nothing'}.`,
  });
  return missingImport;
}

function readExports(file: ImportedFile, env: RenderEnv, around: Scope): Exports {
  if (file.kind === 'data') {
    const parsed = parseJson(file.text);
    const value = parsed.ok ? fromJson(parsed.value) : undefined;
    return { names: new Map([['default', value]]), unnamed: new Map(), fallback: value };
  }
  if (file.kind === 'text') {
    const component = new Opaque(new SnippetComponent(file, around));
    if (env.trail.includes(file.path))
      return { names: new Map([['default', component]]), unnamed: new Map(), fallback: component };
    const inner = { ...env, file: { ...env.file, path: file.path }, trail: [...env.trail, file.path] };
    const { scope, unnamed } = readModuleNames(file, inner, around);
    const names = new Map<string, Value>(entriesOf(scope)).set('default', component);
    return { names, unnamed: new Map(entriesOf(unnamed)), fallback: component };
  }
  return readModuleExports(file, env, around);
}

function readModuleExports(file: Extract<ImportedFile, { kind: 'module' }>, env: RenderEnv, around: Scope): Exports {
  const none: Exports = { names: new Map(), unnamed: new Map(), fallback: missingImport };
  if (!file.program.ok) {
    env.page.report({
      path: file.path,
      severity: 'error',
      code: 'module-syntax',
      message: `The file is not JavaScript: ${file.program.message}`,
      fix: 'Correct the syntax.',
    });
    return none;
  }
  if (env.trail.includes(file.path) || env.trail.length > maxModuleDepth) return none;
  const unnamed = new Scope(around);
  const scope = new Scope(unnamed);
  const inner: RenderEnv = { ...env, scope, file: { ...env.file, path: file.path }, trail: [...env.trail, file.path] };
  const names = new Map<string, Value>();
  let fallback: Value = undefined;
  env.page.position.at(file.path, undefined, () => {
    for (const statement of hoistFunctions(file.program.ok ? file.program.node.body : [])) {
      const value = runStatement(statement, { scope, unnamed }, inner);
      if (statement.type === 'ExportDefaultDeclaration') names.set('default', (fallback = value));
      for (const name of exportedNames(statement)) names.set(name, scope.get(name));
    }
  });
  recordOrigins(file, scope, inner);
  const standard = names.get('default');
  if (standard instanceof Closure && !env.page.position.origins.has(standard))
    env.page.position.origins.set(standard, { module: file, name: 'default' });
  const only = [...names.values()];
  return {
    names,
    unnamed: new Map(entriesOf(unnamed)),
    fallback: fallback ?? (only.length > 0 ? only[0] : undefined),
  };
}

/** Hoists function declarations above the statements around them. */
function hoistFunctions(body: readonly Statement[]): Statement[] {
  const isFunction = (statement: Statement): boolean => statement.type === 'FunctionDeclaration';
  return [...body.filter(isFunction), ...body.filter((statement) => !isFunction(statement))];
}

function exportedNames(statement: Statement): string[] {
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration, specifiers } = statement;
  const fromSpecifiers = specifiers.flatMap(({ exported }) => (exported.type === 'Identifier' ? [exported.name] : []));
  if (declaration?.type === 'FunctionDeclaration') return [declaration.id.name, ...fromSpecifiers];
  if (declaration?.type !== 'VariableDeclaration') return fromSpecifiers;
  return declaration.declarations
    .flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
    .concat(fromSpecifiers);
}

function fromJson(value: unknown): Value {
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value === 'object' && value !== null)
    return createObject(Object.entries(value).map(([key, item]) => [key, fromJson(item)]));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
