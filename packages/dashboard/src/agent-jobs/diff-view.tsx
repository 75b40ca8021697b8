import type { AgentJob } from '@docwright/sdk';
import type { DiffLayout } from './diff-layout.ts';
import { useId, useMemo, useState, type ReactElement } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { EmptyState } from '../ui/states.tsx';
import { DiffTable } from './diff-table.tsx';
import styles from './diff-view.module.css';
import { parseDiff, type FileDiff } from './parse-diff.ts';
import { ReviewPanel } from './review-panel.tsx';
import { ReviewContext, useNewReview } from './review.ts';

/** Files with more changed lines begin closed: they are rarely what one looks for, and cost the most to draw. */
const LONG_FILE_LINES = 500;
const NARROW_PX = 900;

export function DiffView({ diff, job }: { readonly diff: string; readonly job: AgentJob }): ReactElement {
  const files = useMemo(() => parseDiff(diff), [diff]);
  const [layout, setLayout] = useState<DiffLayout>(() => (innerWidth < NARROW_PX ? 'unified' : 'split'));
  const review = useNewReview(job);
  if (files.length === 0) {
    return (
      <EmptyState icon="file" title="No changes">
        The job hasn’t changed any files.
      </EmptyState>
    );
  }
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  return (
    <ReviewContext value={review}>
      <div className={styles['bar']}>
        <span className={styles['counts']}>
          <span>{formatCount(files.length, 'file')}</span>
          <span className={styles['plus']}>+{added}</span>
          <span className={styles['minus']}>−{removed}</span>
        </span>
        <Segmented
          label="Layout of the diff"
          value={layout}
          choices={[
            { value: 'unified', label: 'Unified' },
            { value: 'split', label: 'Split' },
          ]}
          onChange={setLayout}
        />
      </div>
      <div className={styles['files']}>
        {files.map((file) => (
          <DiffFile key={`${file.from ?? ''} ${file.path}`} file={file} layout={layout} />
        ))}
      </div>
      {review !== undefined && <ReviewPanel review={review} />}
    </ReviewContext>
  );
}

const changeTones = { added: 'good', deleted: 'bad', renamed: 'info', modified: 'neutral' } as const;

function DiffFile({ file, layout }: { readonly file: FileDiff; readonly layout: DiffLayout }): ReactElement {
  const isLong = file.added + file.removed > LONG_FILE_LINES;
  const [isOpen, setIsOpen] = useState(!isLong);
  const id = useId();
  return (
    <section className={styles['file']} aria-label={file.path}>
      <button
        type="button"
        className={styles['head']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="right" size={15} />
        <span className={styles['path']}>
          {file.from !== undefined && `${file.from} → `}
          {file.path}
        </span>
        {file.change !== 'modified' && <Badge tone={changeTones[file.change]}>{file.change}</Badge>}
        {file.added + file.removed > 0 && (
          <span className={styles['counts']}>
            <span className={styles['plus']}>+{file.added}</span>
            <span className={styles['minus']}>−{file.removed}</span>
          </span>
        )}
      </button>
      <div id={id}>
        {isOpen ? (
          <FileContent file={file} layout={layout} />
        ) : (
          isLong && (
            <div className={styles['note']}>
              {formatCount(file.added + file.removed, 'changed line')}.{' '}
              <Button isSmall onClick={() => setIsOpen(true)}>
                Show them
              </Button>
            </div>
          )
        )}
      </div>
    </section>
  );
}

function FileContent({ file, layout }: { readonly file: FileDiff; readonly layout: DiffLayout }): ReactElement {
  if (file.isBinary) return <div className={styles['note']}>Binary file not shown.</div>;
  if (file.hunks.length === 0) {
    const text = file.change === 'renamed' ? 'Moved without changes.' : 'The file is empty.';
    return <div className={styles['note']}>{text}</div>;
  }
  return <DiffTable file={file} layout={layout} />;
}
