import { colorLines } from '@docwright/highlight/color-lines';
import { colorHunk, splitRuns, type ColoredLines, type Run } from '@docwright/highlight/colored-lines';
import { findChange, pairLines, type Parts } from '@docwright/highlight/pair-lines';
import { parseDiff, type DiffLine, type FileDiff, type Hunk } from '@docwright/highlight/parse-diff';
import type { FileChange, Patch } from '../../../../platform/git/index.ts';
import { markup, type SafeHtml } from './html.ts';

/** A file with more changed lines is initially collapsed, so that it doesn't hide the others. */
const FOLDED_LINES = 800;
const MAX_LINE_CHARACTERS = 4_000;
/** Changed words aren't marked in longer lines, because comparing them takes too long. */
const MAX_MARKED_CHARACTERS = 1_000;
/** A page's first lines are colored, which takes about 20 ms. The end of a huge diff isn't highlighted. */
const MAX_COLORED_CHARACTERS = 200_000;

export interface Diff extends Patch {
  readonly files: readonly FileChange[];
}

export function diffView(diff: Diff, maxFiles: number): SafeHtml {
  const patches = parseDiff(diff.patch);
  const shown = diff.files.slice(0, maxFiles);
  const budget = { characters: MAX_COLORED_CHARACTERS };
  const isCut = diff.truncated || shown.length < diff.files.length;
  return markup`${shown.map((file, index) => fileView({ file, index, patch: patches[index], budget }))}
  ${isCut && markup`<p class="notice">The change is too large to show completely. Fetch the branch to see all of it.</p>`}`;
}

/** The list of files at the top of the diff. */
export function fileList(files: readonly FileChange[], maxFiles: number): SafeHtml {
  return markup`<ol class="files">
    ${files.slice(0, maxFiles).map(
      (file, index) =>
        markup`<li>
          <span class="change ${file.change}" title="${file.change}">${CHANGE_LETTERS[file.change]}</span>
          <a href="#file-${index + 1}">${fileName(file)}</a> ${counts(file)}
        </li>`,
    )}
  </ol>`;
}

const CHANGE_LETTERS = { added: 'A', modified: 'M', deleted: 'D', renamed: 'R' } as const;

interface ShownFile {
  readonly file: FileChange;
  readonly index: number;
  /** `undefined` if the patch was truncated before this file. */
  readonly patch: FileDiff | undefined;
  readonly budget: Budget;
}

/** The page's remaining budget. */
interface Budget {
  characters: number;
}

function fileView({ file, index, patch, budget }: ShownFile): SafeHtml {
  const isFolded = file.added + file.removed > FOLDED_LINES;
  return markup`<details class="file" id="file-${index + 1}" ${isFolded ? markup`` : markup` open`}>
    <summary><span class="path-name">${fileName(file)}</span> ${counts(file)}</summary>
    ${patchView(file, patch, budget)}
  </details>`;
}

function patchView(file: FileChange, patch: FileDiff | undefined, budget: Budget): SafeHtml {
  if (file.binary || patch?.isBinary === true) return markup`<p class="empty">A binary file.</p>`;
  if (patch === undefined) return markup`<p class="empty">Not shown: the change is too large.</p>`;
  if (patch.hunks.length === 0) {
    return markup`<p class="empty">${file.change === 'renamed' ? 'Renamed without changes.' : 'An empty file.'}</p>`;
  }
  return markup`<div class="patch" tabindex="0" role="region" aria-label="Changes of ${file.path}">
    <table>
      <tbody>
        ${patch.hunks.map((hunk) => hunkView(hunk, file, budget))}
      </tbody>
    </table>
  </div>`;
}

/** The colors of a hunk's lines, as far as the page's budget allows. */
function colorsOf(hunk: Hunk, { path, oldPath }: FileChange, budget: Budget): ColoredLines {
  const size = hunk.lines.reduce((sum, { text }) => sum + text.length, 0);
  if (size > budget.characters) return new Map();
  budget.characters -= size;
  return colorHunk(hunk, { path, from: oldPath }, colorLines);
}

/** Maps each line that replaces another or is replaced to the parts that differ. */
function marksOf(hunk: Hunk): ReadonlyMap<DiffLine, Parts> {
  const marks = new Map<DiffLine, Parts>();
  for (const { before, after } of pairLines(hunk.lines)) {
    if (before === undefined || after === undefined || before === after) continue;
    if (Math.max(before.text.length, after.text.length) > MAX_MARKED_CHARACTERS) continue;
    const change = findChange(before.text, after.text);
    if (change === undefined) continue;
    marks.set(before, change.before);
    marks.set(after, change.after);
  }
  return marks;
}

function hunkView(hunk: Hunk, file: FileChange, budget: Budget): SafeHtml {
  const colors = colorsOf(hunk, file, budget);
  const marks = marksOf(hunk);
  return markup`<tr class="hunk">
      <td colspan="3">@@ line ${hunk.newStart} @@ ${hunk.heading}</td>
    </tr>
    ${hunk.lines.map((line) => lineView(line, codeText(line, colors.get(line), marks.get(line))))}`;
}

const SIGNS = { added: '+', removed: '-', same: ' ' } as const;
const CLASSES = { added: 'added', removed: 'removed', same: 'context' } as const;

/** A line in the colors of its language, with the changed words marked. */
function codeText({ text }: DiffLine, runs: readonly Run[] | undefined, parts: Parts | undefined): SafeHtml {
  if (runs === undefined && parts === undefined) return markup`${text.slice(0, MAX_LINE_CHARACTERS)}`;
  const [start = [], changed = [], end = []] = splitRuns(runs ?? [{ text, token: '' }], parts ?? [text, '', '']);
  return markup`${spans(start)}${changed.length > 0 && markup`<mark>${spans(changed)}</mark>`}${spans(end)}`;
}

const spans = (runs: readonly Run[]): readonly (SafeHtml | string)[] =>
  runs.map(({ text, token }) => (token === '' ? text : markup`<span class="t-${token}">${text}</span>`));

function lineView(line: DiffLine, code: SafeHtml): SafeHtml {
  const row = rowView(CLASSES[line.kind], [line.oldNumber, line.newNumber], SIGNS[line.kind], code);
  return line.isUnterminated
    ? markup`${row}${rowView('note', [undefined, undefined], '\\', markup`No newline at end of file`)}`
    : row;
}

type Pair<T> = readonly [T, T];

function rowView(kind: string, [left, right]: Pair<number | undefined>, sign: string, text: SafeHtml): SafeHtml {
  const code = markup`<span class="sign">${sign}</span>${text}`;
  return markup`<tr class="${kind}"><td class="number">${left}</td><td class="number">${right}</td><td class="code">${code}</td></tr>\n`;
}

function fileName({ path, oldPath }: FileChange): SafeHtml {
  return oldPath === undefined ? markup`${path}` : markup`${oldPath} → ${path}`;
}

function counts({ added, removed, binary }: FileChange): SafeHtml {
  if (binary) return markup`<span class="counts">binary</span>`;
  return markup`<span class="counts"><span class="plus">+${added}</span> <span class="minus">−${removed}</span></span>`;
}
