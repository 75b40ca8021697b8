import { Fragment, useMemo, useRef, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { CodeText } from './code-text.tsx';
import { colorHunk, type ColoredLines } from '@docwright/highlight/colored-lines';
import type { DiffLayout } from './diff-layout.ts';
import styles from './diff-view.module.css';
import { GapRow } from './gap-row.tsx';
import { LineComments } from './line-comments.tsx';
import { LineCommentForm } from './line-comment-form.tsx';
import { findChange, pairLines, type Parts } from '@docwright/highlight/pair-lines';
import type { DiffLine, FileDiff, Hunk } from '@docwright/highlight/parse-diff';
import type { JobIds } from './queries.ts';
import { nameLines, sideOf } from './review-comments.ts';
import { useReview } from './review.ts';
import { useColors } from './use-colors.ts';
import { useContextLines } from './use-context-lines.ts';

interface DiffTableProps {
  readonly file: FileDiff;
  readonly layout: DiffLayout;
  readonly job: JobIds | undefined;
}

export function DiffTable({ file, layout, job }: DiffTableProps): ReactElement {
  const table = useRef<HTMLTableElement>(null);
  const { pieces, ...context } = useContextLines(job, file, table);
  const columns = layout === 'split' ? 4 : 3;
  return (
    <div className={styles['scroll']}>
      <table
        ref={table}
        // When the button that fetched the last hidden lines disappears, the keyboard focus moves here.
        tabIndex={-1}
        className={classNames(styles['table'], layout === 'split' && styles['split'])}
        aria-label={`Diff of ${file.path}`}
        onKeyDown={moveAmongLines}
      >
        {layout === 'split' && (
          <colgroup>
            <col className={styles['number']} />
            <col />
            <col className={styles['number']} />
            <col />
          </colgroup>
        )}
        <tbody>
          {pieces.map(({ gap, hunk }) => {
            if (gap !== undefined) {
              const heading = file.hunks[gap.at]?.heading;
              return (
                <GapRow
                  key={`gap ${gap.at}`}
                  isLast={gap.at === file.hunks.length}
                  canFetch={job !== undefined}
                  {...{ gap, heading, columns, context }}
                />
              );
            }
            const Rows = layout === 'split' ? SplitRows : UnifiedRows;
            return <Rows key={`hunk ${nameHunk(hunk)}`} file={file} hunk={hunk} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Returns a key derived from a changed line, which is in the hunk regardless of how many context lines are shown. */
const nameHunk = ({ lines }: Hunk): string => {
  const line = lines.find(({ kind }) => kind !== 'same');
  return `${line?.oldNumber}-${line?.newNumber}`;
};

/** Moves the focus between a file's lines with the arrow keys. The lines are one tab stop. */
function moveAmongLines(event: KeyboardEvent<HTMLTableElement>): void {
  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (move === undefined || !(event.target instanceof HTMLElement) || !event.target.matches('[data-line]')) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')];
  buttons[buttons.indexOf(event.target) + move]?.focus();
  event.preventDefault();
}

interface RowsProps {
  readonly file: FileDiff;
  readonly hunk: Hunk;
}

function UnifiedRows({ file, hunk }: RowsProps): ReactNode {
  const looks = useLooks(file, hunk);
  return hunk.lines.map((line) => (
    <Fragment key={`${line.oldNumber ?? ''}-${line.newNumber ?? ''}`}>
      <tr>
        <NumberCell file={file} line={line} side="old" />
        <NumberCell file={file} line={line} side="new" />
        <TextCell line={line} looks={looks} />
      </tr>
      <CommentRow file={file} hunk={hunk} line={line} columns={3} />
    </Fragment>
  ));
}

function SplitRows({ file, hunk }: RowsProps): ReactNode {
  const looks = useLooks(file, hunk);
  return pairLines(hunk.lines).map(({ before, after }) => (
    <Fragment key={`${before?.oldNumber ?? ''}-${after?.newNumber ?? ''}`}>
      <tr>
        <NumberCell file={file} line={before} side="old" />
        <TextCell line={before} looks={looks} />
        <NumberCell file={file} line={after} side="new" />
        <TextCell line={after} looks={looks} />
      </tr>
      {before !== after && <CommentRow file={file} hunk={hunk} line={before} columns={4} />}
      <CommentRow file={file} hunk={hunk} line={after} columns={4} />
    </Fragment>
  ));
}

/** The comments below a line, and the form if the line is selected. */
function CommentRow({
  file,
  hunk,
  line,
  columns,
}: RowsProps & { readonly line: DiffLine | undefined; readonly columns: number }): ReactElement | null {
  const review = useReview();
  if (line === undefined || review === undefined) return null;
  const place = { path: file.path, line };
  const comments = review.commentsOn(place);
  const sent = review.sentOn(place);
  const isWriting = review.isOpen && review.isChosen(place);
  if (comments.length + sent.length === 0 && !isWriting) return null;
  const focusLine = (table: HTMLElement) =>
    (table.querySelector<HTMLElement>(`[data-line="${nameLine(line)}"]`) ?? table).focus();
  return (
    <tr>
      <td colSpan={columns} className={styles['comment']}>
        <LineComments
          sent={sent}
          comments={comments}
          onRemove={(comment, table) => {
            review.remove(comment);
            focusLine(table);
          }}
        />
        {isWriting && (
          <LineCommentForm
            review={review}
            place={place}
            hunk={hunk}
            onDone={() => document.querySelector<HTMLElement>('[data-line][aria-expanded="true"]')?.focus()}
          />
        )}
      </td>
    </tr>
  );
}

/** A line's decoration in addition to its text. */
interface Looks {
  readonly marks: ReadonlyMap<DiffLine, Parts>;
  readonly colors: ColoredLines;
}

const noColors: ColoredLines = new Map();

function useLooks(file: FileDiff, hunk: Hunk): Looks {
  const color = useColors();
  const marks = useMemo(() => markChanges(hunk), [hunk]);
  const colors = useMemo(() => (color ? colorHunk(hunk, file, color) : noColors), [file, hunk, color]);
  return { marks, colors };
}

/** Finds the ranges in which lines differ from their counterparts. */
function markChanges(hunk: Hunk): ReadonlyMap<DiffLine, Parts> {
  const marks = new Map<DiffLine, Parts>();
  for (const { before, after } of pairLines(hunk.lines)) {
    if (before?.kind !== 'removed' || after?.kind !== 'added') continue;
    const change = findChange(before.text, after.text);
    if (change === undefined) continue;
    marks.set(before, change.before);
    marks.set(after, change.after);
  }
  return marks;
}

const kindClass = (line: DiffLine | undefined): string | undefined =>
  line === undefined ? styles['none'] : line.kind === 'same' ? undefined : styles[line.kind];

function NumberCell({
  file,
  line,
  side,
}: {
  readonly file: FileDiff;
  readonly line: DiffLine | undefined;
  readonly side: 'old' | 'new';
}): ReactElement {
  const number = side === 'old' ? line?.oldNumber : line?.newNumber;
  const isOwn = line !== undefined && (side === 'old') === (line.kind === 'removed');
  return (
    <td className={classNames(styles['number'], kindClass(line))}>
      {isOwn ? <LineNumber file={file} line={line} /> : number}
    </td>
  );
}

/** Names the line's position in its file. */
const nameLine = (line: DiffLine): string => `${sideOf(line).side} ${sideOf(line).number}`;

/** A line's number; a button if the line can be commented on. */
function LineNumber({ file, line }: { readonly file: FileDiff; readonly line: DiffLine }): ReactNode {
  const review = useReview();
  const { side, number } = sideOf(line);
  if (review?.isOpen !== true) return number;
  const place = { path: file.path, line };
  const isChosen = review.isChosen(place);
  const isCommented = review.commentsOn(place).length + review.sentOn(place).length > 0;
  return (
    <button
      type="button"
      data-line={nameLine(line)}
      className={classNames(styles['pick'], isCommented && styles['commented'])}
      tabIndex={line === file.hunks[0]?.lines[0] ? 0 : -1}
      aria-expanded={isChosen}
      aria-label={`Comment on ${nameLines({ side, from: number, to: number })}${isCommented ? ' (has a comment)' : ''}`}
      onClick={() => review.choose(isChosen ? undefined : place)}
    >
      {number}
    </button>
  );
}

const signs = { added: '+', removed: '−', same: undefined } as const;

function TextCell({
  line,
  looks: { marks, colors },
}: {
  readonly line: DiffLine | undefined;
  readonly looks: Looks;
}): ReactElement {
  if (line === undefined) return <td className={styles['none']} />;
  return (
    <td className={classNames(styles['text'], kindClass(line))} data-sign={signs[line.kind] ?? ' '}>
      <CodeText text={line.text} runs={colors.get(line)} parts={marks.get(line)} />
      {line.isUnterminated && <span title="No newline at end of file"> ⊘</span>}
    </td>
  );
}
