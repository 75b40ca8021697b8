import { loadSucrase } from './load-sucrase.ts';
import type { Program } from 'estree-jsx';
import { parseModule, type ParseOutcome } from '@docwright/expressions';

/** A `.jsx`, `.tsx`, `.js` or `.ts` file of the site. */
export interface ModuleFile {
  readonly kind: 'module';
  readonly path: string;
  /** The source without types, from which `program` was parsed. */
  readonly code: string;
  readonly program: ParseOutcome<Program>;
}

/** Parses a module; types are first removed from TypeScript. A syntax error is part of the result. */
export function parseModuleFile(path: string, text: string): ModuleFile {
  const plain = parseModule(text);
  if (plain.ok || !/\.tsx?$/i.test(path)) return { kind: 'module', path, code: text, program: plain };
  try {
    const { code } = loadSucrase().transform(text, {
      transforms: ['jsx', 'typescript'],
      jsxRuntime: 'preserve',
      disableESTransforms: true,
    });
    return { kind: 'module', path, code, program: parseModule(code) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'module', path, code: text, program: { ok: false, message } };
  }
}
