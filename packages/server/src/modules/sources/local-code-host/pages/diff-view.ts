import { parseDiff, type DiffLine, type FileDiff, type Hunk } from '@docwright/highlight/parse-diff';
import type { Diff, FileChange } from '../../../../platform/git/index.ts';
import { markup, type SafeHtml } from './html.ts';

/** A file with more changed lines starts collapsed, so that it doesn't bury the others. */
const FOLDED_LINES = 800;
const MAX_LINE_CHARACTERS = 4_000;

export function diffView(diff: Diff, maxFiles: number): SafeHtml {
  const patches = parseDiff(diff.patch);
  const shown = diff.files.slice(0, maxFiles);
  const isCut = diff.truncated || shown.length < diff.files.length;
  return markup`${shown.map((file, index) => fileView({ file, index, patch: patches[index] }))}
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
}

function fileView({ file, index, patch }: ShownFile): SafeHtml {
  const isFolded = file.added + file.removed > FOLDED_LINES;
  return markup`<details class="file" id="file-${index + 1}" ${isFolded ? markup`` : markup` open`}>
    <summary><span class="path">${fileName(file)}</span> ${counts(file)}</summary>
    ${patchView(file, patch)}
  </details>`;
}

function patchView(file: FileChange, patch: FileDiff | undefined): SafeHtml {
  if (file.binary || patch?.isBinary === true) return markup`<p class="empty">A binary file.</p>`;
  if (patch === undefined) return markup`<p class="empty">Not shown: the change is too large.</p>`;
  if (patch.hunks.length === 0) {
    return markup`<p class="empty">${file.change === 'renamed' ? 'Renamed without changes.' : 'An empty file.'}</p>`;
  }
  return markup`<div class="patch" tabindex="0" role="region" aria-label="Changes of ${file.path}">
    <table>
      <tbody>
        ${patch.hunks.map(hunkView)}
      </tbody>
    </table>
  </div>`;
}

function hunkView(hunk: Hunk): SafeHtml {
  return markup`<tr class="hunk">
      <td colspan="3">@@ line ${hunk.newStart} @@ ${hunk.heading}</td>
    </tr>
    ${hunk.lines.map(lineView)}`;
}

const SIGNS = { added: '+', removed: '-', same: ' ' } as const;
const CLASSES = { added: 'added', removed: 'removed', same: 'context' } as const;

function lineView(line: DiffLine): SafeHtml {
  const row = rowView(CLASSES[line.kind], [line.oldNumber, line.newNumber], [SIGNS[line.kind], line.text]);
  return line.isUnterminated
    ? markup`${row}${rowView('note', [undefined, undefined], ['\\', 'No newline at end of file'])}`
    : row;
}

type Pair<T> = readonly [T, T];

function rowView(kind: string, [left, right]: Pair<number | undefined>, [sign, text]: Pair<string>): SafeHtml {
  const code = markup`<span class="sign">${sign}</span>${text.slice(0, MAX_LINE_CHARACTERS)}`;
  return markup`<tr class="${kind}"><td class="number">${left}</td><td class="number">${right}</td><td class="code">${code}</td></tr>\n`;
}

function fileName({ path, oldPath }: FileChange): SafeHtml {
  return oldPath === undefined ? markup`${path}` : markup`${oldPath} → ${path}`;
}

function counts({ added, removed, binary }: FileChange): SafeHtml {
  if (binary) return markup`<span class="counts">binary</span>`;
  return markup`<span class="counts"><span class="plus">+${added}</span> <span class="minus">−${removed}</span></span>`;
}
