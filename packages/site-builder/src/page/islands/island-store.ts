import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hashedFile } from '../../source/hashed-file.ts';
import type { ReportIssue } from '../../issues/issue.ts';
import { parseModule } from '@docwright/expressions';
import type { IconSpec } from '../../markup/icon-spec.ts';
import type { IconSet } from '../icons/index.ts';
import type { ComponentHandler } from '../component.ts';
import type { OutputFile } from '../../source/output-file.ts';
import { collectIcons } from './collect-icons.ts';
import { compileModule } from './compile-module.ts';
import { findLiveComponents } from './find-live-components.ts';

/** A module of the site: a `.jsx` file, or a page's own definitions. */
export interface IslandModule {
  readonly path: string;
  readonly code: string;
}

export interface IslandStoreOptions {
  readonly components: ReadonlyMap<string, ComponentHandler>;
  readonly icons: Pick<IconSet, 'svg'>;
  /** Resolves an import from the importing module's path. */
  readonly findImport: (specifier: string, from: string) => IslandModule | undefined;
  /** The address of a site file that icons show, or `undefined` if the file doesn't exist. */
  readonly addressOf: (path: string) => string | undefined;
  /** Adds a file that icons of used modules show. */
  readonly keepFile: (path: string) => void;
  readonly report: ReportIssue;
}

interface ModuleIcons {
  readonly icons: Readonly<Record<string, string>>;
  /** Files of the site that the icons show. */
  readonly files: ReadonlySet<string>;
}

const folder = '_docwright/islands';
/** Maximum number of paths: every island of a module contains the addresses of all these files. */
const maxPaths = 400;

/** The address of a file in the folder, for imports within that folder. */
function besides({ path }: OutputFile): string {
  return `./${path.slice(folder.length + 1)}`;
}

/** A site's islands, the bundle paths of their modules, and the modules themselves. */
export class IslandStore {
  readonly #options: IslandStoreOptions;
  readonly #runtime: OutputFile;
  readonly #builtIns: OutputFile;
  readonly #runtimeNames: ReadonlySet<string>;
  readonly #used = new Map<string, IslandModule>();
  readonly #paths = new Map<string, string>();
  readonly #icons = new Map<string, ModuleIcons>();
  readonly #live = new Map<string, ReadonlySet<string>>();
  readonly #written = new Map<string, readonly string[]>();

  constructor(options: IslandStoreOptions) {
    this.#options = options;
    const text = readFileSync(new URL('./runtime.generated.js', import.meta.url), 'utf8');
    this.#runtime = hashedFile(`${folder}/runtime`, 'js', text);
    const builtIns = readFileSync(new URL('./built-ins.generated.js', import.meta.url), 'utf8');
    this.#builtIns = hashedFile(
      `${folder}/built-ins`,
      'js',
      builtIns.replaceAll('"./runtime.ts"', JSON.stringify(besides(this.#runtime))),
    );
    this.#runtimeNames = new Set(
      [...text.matchAll(/export\s*\{([^}]*)\}/g)]
        .flatMap(([, names = '']) =>
          names.split(',').map(
            (name) =>
              name
                .trim()
                .split(/\s+as\s+/)
                .at(-1) ?? '',
          ),
        )
        .filter((name) => name !== '' && name !== 'default' && name !== 'IslandAnswers'),
    );
  }

  get runtimePath(): string {
    return this.#runtime.path;
  }

  isLive(module: IslandModule, name: string): boolean {
    const known = this.#live.get(module.path) ?? this.#findLive(module);
    this.#live.set(module.path, known);
    return known.has(name);
  }

  /** Adds the module and the files that its icons show to the bundle. */
  use(module: IslandModule): void {
    if (this.#used.has(module.path)) return;
    this.#used.set(module.path, module);
    for (const part of this.#reachable(module))
      for (const path of this.#iconsOf(part).files) this.#options.keepFile(path);
  }

  files(): OutputFile[] {
    if (this.#used.size === 0) return [];
    const files: OutputFile[] = [];
    const pending = [...this.#used.values()];
    const seen = new Set<string>();
    for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
      if (seen.has(module.path)) continue;
      seen.add(module.path);
      files.push({ path: this.pathOf(module), bytes: this.#compile(module, pending) });
    }
    const shared = files.some(({ bytes }) => String(bytes).includes(besides(this.#builtIns)))
      ? [this.#runtime, this.#builtIns]
      : [this.#runtime];
    return [...shared, ...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  #findLive({ code }: IslandModule): ReadonlySet<string> {
    const parsed = parseModule(code);
    return parsed.ok ? findLiveComponents(parsed.node, code) : new Set();
  }

  /**
   * A module's bundle path: derived from its text, its icons and everything that it imports, so that it can be
   * cached forever.
   */
  pathOf(module: IslandModule): string {
    const known = this.#paths.get(module.path);
    if (known !== undefined) return known;
    const hash = createHash('sha256').update(this.#builtIns.path);
    for (const { path, code } of this.#reachable(module))
      hash.update(`\n${path}\n${code}\n${JSON.stringify(this.#iconsOf({ path, code }).icons)}`);
    const stem = module.path
      .replace(/\.\w+$/, '')
      .replace(/[^\w-]+/g, '-')
      .slice(-60);
    const target = `${folder}/${stem}.${hash.digest('hex').slice(0, 10)}.js`;
    this.#paths.set(module.path, target);
    return target;
  }

  /**
   * Strings that look like site paths in a module and everything that it imports: later states can link to them
   * or show them.
   */
  pathsIn(module: IslandModule): readonly string[] {
    const known = this.#written.get(module.path);
    if (known !== undefined) return known;
    const texts = this.#reachable(module).flatMap(({ code }) =>
      [...code.matchAll(/(["'`])(\/(?!\/)[^"'`\s<>{}\\$]*)\1/g)].map(([, , text = '']) => text),
    );
    const found = [...new Set(texts)].slice(0, maxPaths);
    this.#written.set(module.path, found);
    return found;
  }

  #iconsOf({ path, code }: IslandModule): ModuleIcons {
    const known = this.#icons.get(path);
    if (known !== undefined) return known;
    const words = new Set(code.match(/[A-Z]\w*/g));
    const handlers = [...this.#options.components]
      .filter(([name]) => words.has(name.replace(/\..*/, '')))
      .map(([, handler]) => handler);
    const files = new Set<string>();
    const addressOf = (written: string): string => {
      const file = written.replace(/^\//, '');
      const address = this.#options.addressOf(file);
      if (address !== undefined) files.add(file);
      return address ?? written;
    };
    const draw = (spec: IconSpec) => this.#options.icons.svg(spec, addressOf);
    const made = { icons: handlers.length === 0 ? {} : collectIcons({ code, handlers, draw }), files };
    this.#icons.set(path, made);
    return made;
  }

  #reachable(module: IslandModule): IslandModule[] {
    const found = new Map([[module.path, module]]);
    for (const { path, code } of found.values()) {
      for (const [, specifier = ''] of code.matchAll(/\bfrom\s*["']([^"']+)["']/g)) {
        const imported = this.#options.findImport(specifier, path);
        if (imported !== undefined && !found.has(imported.path)) found.set(imported.path, imported);
      }
    }
    return [...found.values()];
  }

  #compile(module: IslandModule, pending: IslandModule[]): string {
    const compiled = compileModule({
      path: module.path,
      code: module.code,
      runtime: besides(this.#runtime),
      builtIns: besides(this.#builtIns),
      runtimeNames: this.#runtimeNames,
      components: this.#options.components.keys(),
      icons: this.#iconsOf(module).icons,
      resolve: (specifier) => {
        const imported = this.#options.findImport(specifier, module.path);
        if (imported === undefined) return undefined;
        pending.push(imported);
        return `./${this.pathOf(imported).slice(folder.length + 1)}`;
      },
    });
    if (compiled.ok) return compiled.code;
    this.#options.report({
      path: module.path,
      severity: 'error',
      code: 'component-syntax',
      message: `The components of this file can't be made interactive: ${compiled.message}`,
      fix: "Correct the syntax. Until then, pages show the components' initial state.",
    });
    return 'export {};\n';
  }
}
