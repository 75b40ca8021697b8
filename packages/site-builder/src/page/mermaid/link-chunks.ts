/**
 * Links a library that was published as a hundred small modules into a few files, so that a page fetches one or two of
 * them instead of thirty. Each module becomes a function that is called once: its imports become constants, and its
 * exports become the result.
 *
 * 1. Modules name each other in `import{a as b}from"./x.mjs"`, `import"./x.mjs"` and `import("./x.mjs")` only, all
 *    static imports first and one `export{…}` last, as esbuild writes them, and never in a cycle.
 * 2. An export doesn't change its value after its module has run.
 *
 * `mermaid.test.ts` checks this for the installed version. Decision 24 explains why no bundler is used.
 */
import type { ModuleChunk } from './group-modules.ts';
import { groupModules, sortModules } from './group-modules.ts';

export interface LinkedFile {
  readonly name: string;
  readonly code: string;
}

/** Links modules (source text by path). The file `core.js` has the default export of `entry`. */
export function linkChunks(modules: ReadonlyMap<string, string>, entry: string): LinkedFile[] {
  const chunks = sortModules(new Map([...modules].map(([name, code]) => [name, readChunk(name, code)])));
  const groups = groupModules(chunks, entry);
  const ids = new Map(chunks.map(({ name }, index) => [name, `mermaid$${index}`]));
  const idOf = (name: string): string => ids.get(name) ?? '';
  const groupOf = (name: string): string => groups.get(name) ?? 'core';
  return [...new Set(groups.values())].sort().map((group) => {
    const own = chunks.filter(({ name }) => groupOf(name) === group);
    const foreign = new Map<string, Set<string>>();
    for (const { from } of own.flatMap(({ imports }) => imports)) {
      if (groupOf(from) === group) continue;
      foreign.set(groupOf(from), (foreign.get(groupOf(from)) ?? new Set()).add(idOf(from)));
    }
    const imports = [...foreign].map(([from, names]) => `import{${[...names].join()}}from"./${from}.js";\n`);
    const bodies = own.map((chunk) => writeChunk(chunk, { group, idOf, groupOf }));
    const ownDefault = group === 'core' ? `export default ${idOf(entry)}.default;\n` : '';
    const exported = own.map(({ name }) => idOf(name)).join();
    return { name: `${group}.js`, code: `${imports.join('')}${bodies.join('')}export{${exported}};\n${ownDefault}` };
  });
}

function readChunk(name: string, code: string): ModuleChunk {
  const text = code.replace(/\n?\/\/# sourceMappingURL=\S*\s*$/, '');
  const head = /^(?:import(?:\{[^}]*\}from)?"\.[^"\n]+";\s*)*/.exec(text)?.[0] ?? '';
  const tail = /export\{([^}]*)\};\s*(?:\/\*[^]*)?$/.exec(text);
  const folder = `https://x.test/${name}`;
  const resolve = (target: string): string => new URL(target, folder).pathname.slice(1);
  return {
    name,
    imports: [...head.matchAll(/import(?:\{([^}]*)\}from)?"([^"]+)";/g)].map(([, names = '', from = '']) => ({
      from: resolve(from),
      names,
    })),
    dynamic: [...text.matchAll(/\bimport\("(\.[^"\n]+)"\)/g)].map(([, from = '']) => resolve(from)),
    body: text.slice(head.length, tail?.index),
    exports: tail?.[1] ?? '',
  };
}

interface Places {
  readonly group: string;
  readonly idOf: (name: string) => string;
  readonly groupOf: (name: string) => string;
}

function writeChunk(chunk: ModuleChunk, { group, idOf, groupOf }: Places): string {
  const imports = chunk.imports
    .filter(({ names }) => names !== '')
    .map(({ from, names }) => `const{${names.replaceAll(/([\w$]+) as ([\w$]+)/g, '$1:$2')}}=${idOf(from)};`);
  let next = 0;
  const body = chunk.body.replaceAll(/\bimport\("\.[^"\n]+"\)/g, () => {
    const target = chunk.dynamic[next++] ?? '';
    if (groupOf(target) === group) return `Promise.resolve().then(()=>${idOf(target)})`;
    return `import("./${groupOf(target)}.js").then(m=>m.${idOf(target)})`;
  });
  const exports = chunk.exports.replaceAll(/([\w$]+) as ([\w$]+)/g, '$2:$1');
  return `const ${idOf(chunk.name)}=(()=>{${imports.join('')}${body}\nreturn{${exports}}})();\n`;
}
