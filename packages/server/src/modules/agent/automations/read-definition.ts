import { CreateAutomationBody, type AutomationFileProblem } from '@docwright/contract';
import { isScalar, LineCounter, parseDocument, visit, type Document, type Node, type YAMLMap } from 'yaml';
import { ApiError, requireValid } from '../../../platform/http/index.ts';

export type Definition =
  | { readonly kind: 'valid'; readonly body: CreateAutomationBody; readonly lineOf: (path: string) => number }
  | { readonly kind: 'invalid'; readonly problem: AutomationFileProblem };

/** Maximum size of a file. Longer files aren't read: the instructions have at most 20,000 characters. */
export const maxFileBytes = 64 * 1024;

/** Reads an automation from the text of a YAML file. It has the same fields as the API. */
export function readDefinition(path: string, text: string): Definition {
  const lines = new LineCounter();
  // The library compares each key with every other key, which takes seconds for a file that consists of keys.
  const options = { uniqueKeys: false, logLevel: 'silent', prettyErrors: false } as const;
  const document = parseDocument(text, { ...options, lineCounter: lines });
  const invalid = (line: number, message: string): Definition => ({
    kind: 'invalid',
    problem: { path, line, message },
  });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const [first = ''] = fault.message.split('\n');
    return invalid(lines.linePos(fault.pos[0]).line, `The file is not valid YAML: ${first.replace(/\.?$/, '.')}`);
  }
  const refused = findRefused(document);
  if (refused !== undefined) return invalid(toLine(lines, refused.node), refused.message);
  const lineOf = (pointer: string): number => findLine(document, lines, pointer);
  try {
    const body = requireValid(CreateAutomationBody, document.toJS());
    return { kind: 'valid', body, lineOf };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'invalid', problem: toProblem(path, error, lineOf) };
  }
}

/** Describes an error about a field, with its line and remedy. */
export function toProblem(path: string, error: ApiError, lineOf: (pointer: string) => number): AutomationFileProblem {
  const [detail] = error.details ?? [];
  if (detail === undefined) return { path, line: 1, message: error.message };
  if (error.code === 'invalid_repository') return { path, line: lineOf(detail.path), message: error.message };
  const field = detail.path === '/' ? 'The file' : `\`${detail.path.slice(1).replaceAll('/', '.')}\``;
  const message = detail.message.replace('a field of this request', 'a setting of automations');
  return { path, line: lineOf(detail.path), message: `${field} ${message.replace(/(?<![.?])$/, '.')}` };
}

/**
 * Finds the first alias or repeated key: an alias could expand to a huge value, and only one of two equal keys would be
 * used.
 */
function findRefused(document: Document): { readonly node: Node; readonly message: string } | undefined {
  let found: { readonly node: Node; readonly message: string } | undefined;
  visit(document, {
    Alias(_key, node) {
      found = { node, message: 'Aliases aren’t supported. Write the value again.' };
      return visit.BREAK;
    },
    Map(_key, node) {
      const key = findRepeatedKey(node);
      if (key === undefined) return undefined;
      found = { node: key, message: 'The key occurs twice. Delete one of them.' };
      return visit.BREAK;
    },
  });
  return found;
}

function findRepeatedKey({ items }: YAMLMap): Node | undefined {
  const seen = new Set<unknown>();
  for (const { key } of items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    if (seen.has(name)) return key;
    seen.add(name);
  }
  return undefined;
}

/** Finds the line of a field, or of the closest field around it if it is missing. */
function findLine(document: Document, lines: LineCounter, pointer: string): number {
  const keys = pointer.split('/').slice(1);
  for (let depth = keys.length; depth > 0; depth -= 1) {
    const path = keys.slice(0, depth).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const node = document.getIn(path, true);
    if (isNode(node)) return toLine(lines, node);
  }
  return 1;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'range' in value;

const toLine = (lines: LineCounter, { range }: Node): number => lines.linePos(range?.[0] ?? 0).line;
