import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { englishPatterns } from './english-patterns.ts';
import { findRawCounts } from './find-raw-counts.ts';

/**
 * A comment is for developers; everything else may be read by users. A `sample` is a string of a test other than its
 * title: often a page or a prompt for the tested code, which may use any spelling.
 */
export type TextKind = 'comment' | 'text' | 'sample';

export interface TextPiece {
  readonly kind: TextKind;
  /** Offset in the file. */
  readonly start: number;
  readonly text: string;
}

export interface EnglishFinding {
  readonly path: string;
  readonly line: number;
  readonly kind: TextKind;
  readonly phrase: string;
  readonly say: string;
}

const sourceFile = /\.(?:ts|tsx|mts|mjs)$/;
const proseFile = /\.(?:md|mdx)$/;
const testFile = /\.test\.tsx?$|\/testing\/|-fixture\.ts$|^e2e\//;
/** Generated files, test data, words as readers type them, and the file with the patterns. */
const ignored =
  /\.generated\.|\/fixtures\/|\/vendor\/|(?:^|\/)(?:english-patterns|check-english\.test|synonyms)\.ts$|^packages\/site-builder\/src\/openapi\/samples\/data\//;

/**
 * The patterns without their anchors, for whole files: if part of a file matches a pattern, the whole file matches one
 * of these.
 */
const looseMatches = englishPatterns.map(
  ({ pattern }) => new RegExp(wrapped(pattern.source.replace(/^\^/, '')), pattern.flags),
);

/** Lists the paths that the check reads, from the root of the repository. */
export function listEnglishFiles(root: string): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
    .split('\n')
    .filter((path) => (sourceFile.test(path) || proseFile.test(path)) && !ignored.test(path));
}

export function checkFile(root: string, path: string): EnglishFinding[] {
  return checkText(path, readFileSync(join(root, path), 'utf8'));
}

export function checkText(path: string, content: string): EnglishFinding[] {
  const counts = hasCounts(path, content) ? findCounts(path, content) : [];
  // Most files contain no such phrase, so they aren't parsed.
  if (!looseMatches.some((pattern) => pattern.test(content))) return counts;
  const pieces = proseFile.test(path) ? readProse(content) : readSource(path, content);
  const phrases = pieces.flatMap(({ kind, start, text }) =>
    englishPatterns
      .filter(({ commentsOnly }) => commentsOnly !== true || kind === 'comment')
      .filter(({ spelling }) => spelling !== true || kind !== 'sample')
      .flatMap(({ pattern, say }) =>
        Array.from(text.matchAll(new RegExp(bounded(pattern), `${pattern.flags}g`)), ({ 0: phrase, index }) => ({
          path,
          line: lineOf(content, start + index),
          kind,
          phrase: phrase.trim().replaceAll(/\s*\n[\s*]*/g, ' '),
          say,
        })),
      ),
  );
  return [...phrases, ...counts];
}

/** Finds numbers before a noun that may be 1. Tests and their helpers are skipped, because their numbers are fixed. */
const findCounts = (path: string, content: string): EnglishFinding[] =>
  findRawCounts(path, content).map(({ start, phrase, say }) => ({
    path,
    line: lineOf(content, start),
    kind: 'text' as const,
    phrase,
    say,
  }));

const hasCounts = (path: string, content: string): boolean =>
  /^packages\/.*\.tsx?$/.test(path) && !testFile.test(path) && /\}\s[a-z -]+s\b|'[a-z ]*s'/.test(content);

/**
 * Restricts a pattern to whole words, so that a phrase isn't found inside a name: `.panel-beside`, `licence.md`,
 * `{beside}`.
 */
const bounded = ({ source }: RegExp): string => `(?<![-.#{_/])(?:${wrapped(source)})(?![-_.]\\w)`;

/** Allows line breaks: each space of a pattern also matches the end of a line in a comment or a paragraph. */
function wrapped(source: string): string {
  return source.replaceAll(' ', String.raw`(?: |[ \t]*\n[ \t]*\*? *(?!\n))`);
}

const lineOf = (content: string, offset: number): number => content.slice(0, offset).split('\n').length;

/**
 * Reads comments, and string literals, templates and JSX text that contain a space, which identifiers and keys don't.
 */
function readSource(path: string, content: string): TextPiece[] {
  const { program, comments, errors } = parseSync(path, content);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} can't be parsed: ${error.message}`);
  const pieces = comments.map(({ value, start }): TextPiece => {
    const lead = /^[\s*]*/.exec(value)?.[0].length ?? 0;
    return { kind: 'comment', start: start + 2 + lead, text: value.slice(lead) };
  });
  const titles = testFile.test(path) ? new Set(findTitles(program)) : undefined;
  collectStrings(program, (node, start, text) => {
    const kind = titles === undefined || titles.has(node) ? 'text' : 'sample';
    if (/\S\s\S/.test(text)) pieces.push({ kind, start, text });
  });
  return pieces;
}

/** Finds the first arguments of `test(…)`, `it(…)`, `describe(…)` and `test.skip(…)`, with the parts of templates. */
function findTitles(node: unknown): unknown[] {
  if (Array.isArray(node)) return node.flatMap(findTitles);
  if (typeof node !== 'object' || node === null) return [];
  const { type, callee, arguments: args } = node as { type?: unknown; callee?: Callee; arguments?: readonly Title[] };
  const isTest = type === 'CallExpression' && titled.has(callee?.name ?? callee?.object?.name ?? '');
  const title = isTest ? args?.[0] : undefined;
  return [title, ...(title?.quasis ?? []), ...Object.values(node).flatMap(findTitles)];
}

const titled: ReadonlySet<string> = new Set(['test', 'it', 'describe']);

interface Callee {
  readonly name?: string;
  readonly object?: { readonly name?: string };
}

interface Title {
  readonly quasis?: readonly unknown[];
}

function collectStrings(node: unknown, found: (node: unknown, start: number, text: string) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) collectStrings(one, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, start, value } = node as { type?: unknown; start?: unknown; value?: unknown };
  if (typeof start === 'number') {
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') found(node, start, value);
    if (type === 'TemplateElement' && typeof value === 'object' && value !== null && 'cooked' in value)
      found(node, start, String(value.cooked));
  }
  for (const child of Object.values(node)) collectStrings(child, found);
}

/** Reads the prose of a Markdown file, without fenced and inline code. */
function readProse(content: string): TextPiece[] {
  const blanked = content
    .replace(/^( *)(```+|~~~+)[^\n]*\n[^]*?^\1\2[^\n]*$/gm, (code) => code.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]+`/g, (code) => '`'.padEnd(code.length, '`'));
  return [{ kind: 'text', start: 0, text: blanked }];
}
