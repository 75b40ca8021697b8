import { useId, useMemo, useState, type ReactElement } from 'react';
import { useDraft } from '../browser/use-draft.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Checkbox } from '../ui/field.tsx';
import { formatCount } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { DiffLayout } from './diff-layout.ts';
import { DiffTable } from './diff-table.tsx';
import styles from './diff-view.module.css';
import { toFileTree } from './file-tree.ts';
import { FileTreeView } from './file-tree.tsx';
import type { FileDiff } from '@docwright/highlight/parse-diff';
import { JobImages } from './job-images.tsx';
import type { JobIds } from './queries.ts';
import type { SentImage } from './sent-images.ts';
import { markOf, readMarks, withMark } from './viewed-files.ts';

/**
 * Files with more changed lines are initially collapsed, because they are rarely of interest and take the longest to
 * render.
 */
const LONG_FILE_LINES = 500;

export interface ChangedFilesProps {
  readonly files: readonly FileDiff[];
  readonly layout: DiffLayout;
  /** Identifies the diff in the list of viewed files. */
  readonly viewedKey: string;
  /** The job from which hidden lines are fetched. Without a job, they stay hidden. */
  readonly job: JobIds | undefined;
  /** Images of the job by path. Other images aren't shown. */
  readonly images?: ReadonlyMap<string, SentImage>;
}

/** All files. For two or more files, also a tree of links to them. */
export function ChangedFiles({ files, layout, viewedKey, job, images }: ChangedFilesProps): ReactElement {
  const id = useId();
  const tree = useMemo(() => toFileTree(files), [files]);
  const marks = useMemo(() => new Map(files.map((file) => [file, markOf(file)])), [files]);
  const [stored, setStored] = useDraft(`viewed.${viewedKey}`);
  const viewed = readMarks(stored);
  const isViewed = (file: FileDiff) => viewed.includes(marks.get(file) ?? '');
  const jump = (file: FileDiff) => {
    const head = document.getElementById(`${id}-${files.indexOf(file)}`);
    head?.focus({ preventScroll: true });
    head?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className={classNames(styles['changes'], files.length > 1 && styles['withTree'])}>
      {files.length > 1 && <FileTreeView tree={tree} isViewed={isViewed} onJump={jump} />}
      <div className={styles['files']}>
        {files.map((file, index) => (
          <DiffFile
            key={`${file.from ?? ''} ${file.path}`}
            headId={`${id}-${index}`}
            file={file}
            layout={layout}
            job={job}
            image={images?.get(file.path)}
            isViewed={isViewed(file)}
            onView={(next) => setStored(withMark(viewed, marks.get(file) ?? '', next))}
          />
        ))}
      </div>
    </div>
  );
}

const changeTones = { added: 'good', deleted: 'bad', renamed: 'info', modified: 'neutral' } as const;

interface DiffFileProps {
  readonly headId: string;
  readonly file: FileDiff;
  readonly layout: DiffLayout;
  readonly job: JobIds | undefined;
  readonly image: SentImage | undefined;
  readonly isViewed: boolean;
  readonly onView: (isViewed: boolean) => void;
}

function DiffFile({ headId, file, layout, job, image, isViewed, onView }: DiffFileProps): ReactElement {
  const isLong = file.added + file.removed > LONG_FILE_LINES;
  // Until the user opens or closes it, a viewed file is collapsed.
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? !(isLong || isViewed);
  const id = useId();
  const view = (next: boolean) => {
    setChosen(undefined);
    onView(next);
  };
  return (
    <section className={styles['file']} aria-label={file.path}>
      <div className={styles['head']}>
        <button
          type="button"
          id={headId}
          className={styles['toggle']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setChosen(!isOpen)}
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
        <div className={styles['view']}>
          <Checkbox label="Viewed" isChecked={isViewed} onChange={view} />
        </div>
      </div>
      <div id={id}>
        {isOpen ? (
          <FileContent file={file} layout={layout} job={job} image={image} />
        ) : (
          isLong &&
          !isViewed && (
            <div className={styles['note']}>
              {formatCount(file.added + file.removed, 'changed line')}.{' '}
              <Button isSmall onClick={() => setChosen(true)}>
                Show lines
              </Button>
            </div>
          )
        )}
      </div>
    </section>
  );
}

function FileContent({
  file,
  layout,
  job,
  image,
}: Pick<DiffFileProps, 'file' | 'layout' | 'job' | 'image'>): ReactElement {
  if (image !== undefined && job !== undefined && file.isBinary)
    return (
      <div className={styles['note']}>
        <JobImages ids={job} images={[image]} />
      </div>
    );
  if (file.isBinary) return <div className={styles['note']}>Binary file not shown.</div>;
  if (file.hunks.length === 0) {
    const text = file.change === 'renamed' ? 'Moved without changes.' : 'The file is empty.';
    return <div className={styles['note']}>{text}</div>;
  }
  return <DiffTable file={file} layout={layout} job={job} />;
}
