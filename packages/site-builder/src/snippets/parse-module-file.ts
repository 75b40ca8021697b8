import { transformSync } from 'esbuild';
import type { Program } from 'estree-jsx';
import { parseModule, type ParseOutcome } from '../expressions/index.ts';

/** A `.jsx`, `.tsx`, `.js` or `.ts` file of the site. */
export interface ModuleFile {
  readonly kind: 'module';
  readonly path: string;
  readonly text: string;
  readonly program: ParseOutcome<Program>;
}

/** Parses a module; types are taken out of TypeScript first. A syntax error is part of the answer. */
export function parseModuleFile(path: string, text: string): ModuleFile {
  const plain = parseModule(text);
  if (plain.ok || !/\.tsx?$/i.test(path)) return { kind: 'module', path, text, program: plain };
  return { kind: 'module', path, text, program: parseTypeScript(text) };
}

function parseTypeScript(text: string): ParseOutcome<Program> {
  try {
    return parseModule(
      transformSync(text, { loader: 'tsx', jsx: 'preserve', target: 'esnext', logLevel: 'silent' }).code,
    );
  } catch (error) {
    return {
      ok: false,
      message: error instanceof Error ? (error.message.split('\n')[1] ?? error.message) : String(error),
    };
  }
}
