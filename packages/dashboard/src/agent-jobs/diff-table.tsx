import { Fragment, type ReactElement, type ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { DiffLayout } from './diff-layout.ts';
import styles from './diff-view.module.css';
import { findChange, pairLines, type Parts } from './pair-lines.ts';
import type { DiffLine, FileDiff, Hunk } from './parse-diff.ts';

export function DiffTable({ file, layout }: { readonly file: FileDiff; readonly layout: DiffLayout }): ReactElement {
  return (
    <div className={styles['scroll']}>
      <table
        className={classNames(styles['table'], layout === 'split' && styles['split'])}
        aria-label={`Diff of ${file.path}`}
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
          {file.hunks.map((hunk, index) => (
            // Hunks of one diff never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={index}>
              {(index > 0 || hunk.heading !== '') && (
                <tr className={styles['hunk']}>
                  <td colSpan={layout === 'split' ? 4 : 3}>⋯ {hunk.heading}</td>
                </tr>
              )}
              {layout === 'split' ? <SplitRows hunk={hunk} /> : <UnifiedRows hunk={hunk} />}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function UnifiedRows({ hunk }: { readonly hunk: Hunk }): ReactNode {
  const marks = markChanges(hunk);
  return hunk.lines.map((line) => (
    <tr key={`${line.oldNumber ?? ''}-${line.newNumber ?? ''}`}>
      <NumberCell line={line} side="old" />
      <NumberCell line={line} side="new" />
      <TextCell line={line} parts={marks.get(line)} />
    </tr>
  ));
}

function SplitRows({ hunk }: { readonly hunk: Hunk }): ReactNode {
  const marks = markChanges(hunk);
  return pairLines(hunk.lines).map(({ before, after }) => (
    <tr key={`${before?.oldNumber ?? ''}-${after?.newNumber ?? ''}`}>
      <NumberCell line={before} side="old" />
      <TextCell line={before} parts={before && marks.get(before)} />
      <NumberCell line={after} side="new" />
      <TextCell line={after} parts={after && marks.get(after)} />
    </tr>
  ));
}

/** Where a line differs from the one that it replaced or that replaced it. */
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
  line,
  side,
}: {
  readonly line: DiffLine | undefined;
  readonly side: 'old' | 'new';
}): ReactElement {
  return (
    <td className={classNames(styles['number'], kindClass(line))}>
      {side === 'old' ? line?.oldNumber : line?.newNumber}
    </td>
  );
}

const signs = { added: '+', removed: '−', same: undefined } as const;

function TextCell({
  line,
  parts,
}: {
  readonly line: DiffLine | undefined;
  readonly parts: Parts | undefined;
}): ReactElement {
  if (line === undefined) return <td className={styles['none']} />;
  return (
    <td className={classNames(styles['text'], kindClass(line))} data-sign={signs[line.kind] ?? ' '}>
      {parts === undefined ? (
        line.text
      ) : (
        <>
          {parts[0]}
          {parts[1] !== '' && <mark>{parts[1]}</mark>}
          {parts[2]}
        </>
      )}
      {line.isUnterminated && <span title="The file ends here without a line end"> ⊘</span>}
    </td>
  );
}
