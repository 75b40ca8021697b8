import { indentQuoted } from '../../text/indent-quoted.ts';
import { loadYaml } from '../../text/load-yaml.ts';

import type { Json } from './api-spec.ts';
import type { SpecLimits } from './spec-limits.ts';

export interface SpecTextProblem {
  readonly message: string;
  readonly line?: number;
}
export type ParsedSpecText = { readonly value: Json } | { readonly problem: SpecTextProblem };

/** Parses JSON or YAML, distinguished by the first character. Never throws. */
export function parseSpecText(bytes: Uint8Array, limits: SpecLimits): ParsedSpecText {
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, '');
  const isJson = /^\s*[{[]/.test(text);
  const limit = isJson ? limits.maxJsonBytes : limits.maxYamlBytes;
  if (bytes.length > limit) {
    return {
      problem: {
        message: `the file has ${bytes.length} bytes; the limit for ${isJson ? 'JSON' : 'YAML'} specifications is ${limit}`,
      },
    };
  }
  const parsed = isJson ? parseJson(text) : parseYaml(text, limits);
  // Some files named .json contain YAML flow style or comments: the YAML reader accepts those.
  const result =
    'problem' in parsed && isJson && bytes.length <= limits.maxYamlBytes
      ? orElse(parseYaml(text, limits), parsed)
      : parsed;
  if ('value' in result && isDeeperThan(result.value, limits.maxDepth)) {
    return { problem: { message: `values are nested more than ${limits.maxDepth} levels deep` } };
  }
  return result;
}

function orElse(second: ParsedSpecText, first: ParsedSpecText): ParsedSpecText {
  return 'value' in second && typeof second.value === 'object' ? second : first;
}

function parseJson(text: string): ParsedSpecText {
  try {
    return { value: JSON.parse(text) as Json };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const line = /line (\d+)/.exec(message)?.[1];
    return { problem: { message: `not JSON: ${message}`, ...(line === undefined ? {} : { line: Number(line) }) } };
  }
}

/**
 * Parses the text as written, or, if that fails, with the lines of quoted text indented. Issues refer to the text as
 * written.
 */
function parseYaml(text: string, limits: SpecLimits): ParsedSpecText {
  const parsed = parseStrictYaml(text, limits);
  if ('value' in parsed) return parsed;
  const indented = indentQuoted(text);
  return indented === text ? parsed : orElse(parseStrictYaml(indented, limits), parsed);
}

function parseStrictYaml(text: string, limits: SpecLimits): ParsedSpecText {
  const { LineCounter, parseDocument } = loadYaml();
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(text, {
      merge: false,
      uniqueKeys: false,
      logLevel: 'silent',
      lineCounter,
      version: '1.2',
    });
    const [error] = document.errors;
    if (error !== undefined)
      return {
        problem: { message: `not YAML: ${error.message.split('\n')[0]}`, line: lineCounter.linePos(error.pos[0]).line },
      };
    return { value: document.toJS({ maxAliasCount: limits.maxYamlAliases }) as Json };
  } catch (error) {
    // `yaml` throws for alias bombs and, being recursive, for documents that are nested too deeply for the stack.
    return { problem: { message: error instanceof Error ? error.message : String(error) } };
  }
}

/**
 * Whether a value is nested more deeply than a limit. Doesn't use recursion; a YAML anchor that contains itself is
 * deeper than any limit.
 */
export function isDeeperThan(value: Json, limit: number): boolean {
  let level: Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    const next = new Set<Json>();
    for (const node of level) {
      if (typeof node !== 'object' || node === null) continue;
      for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) next.add(child);
    }
    level = [...next];
  }
  return false;
}
