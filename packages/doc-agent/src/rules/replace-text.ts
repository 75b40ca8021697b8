import { trimEndOf } from '../links/trim-end.ts';
import { editFiles } from './edit-files.ts';
import type { Instruction } from './instruction.ts';
import type { EngineLimits, Plan, Report, ToolAnswer, ToolRequest } from './plan.ts';
import { clip, readFixes, toReport, toText } from './read-answer.ts';

export function* replaceText(instruction: Extract<Instruction, { kind: 'replace' }>, { maxFiles }: EngineLimits): Plan {
  const paths = new Set<string>();
  for (const place of instruction.where.length === 0 ? [undefined] : instruction.where) {
    const found = yield* findFiles(instruction.old, place);
    if (!Array.isArray(found)) return found;
    for (const path of found) paths.add(path);
  }
  const quoted = JSON.stringify(clip(instruction.old));
  if (paths.size === 0)
    return {
      kind: 'nothing',
      text: `${quoted} does not stand in ${instruction.where.length === 0 ? 'any page' : instruction.where.map((place) => `\`${place}\``).join(', ')}`,
    };
  if (paths.size > maxFiles)
    return {
      kind: 'blocked',
      text: `${quoted} stands in ${paths.size} files; at most ${maxFiles} may be changed: name the pages with \`in\``,
    };
  const edits = [{ old: instruction.old, new: instruction.new, all: true }];
  const problem = yield* editFiles([...paths].map((path) => ({ path, edits })));
  if (problem.report !== undefined) return problem.report;
  return {
    kind: 'done',
    text: `Replaced ${quoted} with ${JSON.stringify(clip(instruction.new))} in ${paths.size} file${paths.size === 1 ? '' : 's'}`,
  };
}

type FindFiles = Generator<readonly ToolRequest[], string[] | Report, readonly ToolAnswer[]>;

/** Files that hold a text, below a place: a page, a folder, a glob, or the whole site. */
function* findFiles(text: string, place: string | undefined): FindFiles {
  const glob = place === undefined ? undefined : toGlob(place);
  if (place !== undefined && glob === undefined) {
    const [page] = yield [{ tool: 'read', input: { path: place, lines: 1 } }];
    if (page?.error !== undefined) {
      // A folder named without its slash.
      const [folder] = yield [
        { tool: 'list', input: { glob: `${trimEndOf(place.replace(/^\/+/, ''), '/')}/**/*.{mdx,md}` } },
      ];
      if (Number(folder?.value['total'] ?? 0) === 0) return toReport(page.error, page.value);
      return yield* findFiles(text, `${place}/`);
    }
    return yield* grepFiles(text, toText(page?.value['path'] ?? place));
  }
  return yield* grepFiles(text, glob);
}

function* grepFiles(text: string, glob: string | undefined): FindFiles {
  const regex = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const [answer] = yield [
    { tool: 'grep', input: { regex, files: true, ...(glob === undefined ? {} : { glob: escapeGlob(glob) }) } },
  ];
  if (answer?.error !== undefined) return toReport(answer.error);
  return readFixes(answer?.value['files']).map((file) => file.path);
}

/** Page names may hold characters that globs give a meaning to; what the person wrote as a glob keeps its stars. */
function escapeGlob(glob: string): string {
  return /[*?{]/.test(glob) ? glob : glob.replace(/[[\]!+@]/g, '?');
}

function toGlob(place: string): string | undefined {
  const path = place.replace(/^\.?\/+/, '');
  if (path.endsWith('/')) return `${path}**/*.{mdx,md}`;
  return /[*?{]/.test(path) ? path : undefined;
}
