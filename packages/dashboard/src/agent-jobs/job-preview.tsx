import type { AgentJob, AgentJobPreview } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { SelectField } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { SiteFrame } from '../ui/site-frame.tsx';
import { EmptyState } from '../ui/states.tsx';
import styles from './job-preview.module.css';

type View = 'before' | 'both' | 'after';
const NARROW_PX = 900;

/** The changed pages as readers will see them, next to their current state. */
export function JobPreview({ job }: { readonly job: AgentJob }): ReactElement {
  const client = useClient();
  const preview = useQuery({
    // The key changes with the job, so the preview always shows its current changes.
    queryKey: ['job', job.id, 'preview', job.updatedAt],
    queryFn: ({ signal }) =>
      client.previewAgentJob({ projectId: job.projectId, id: job.id }, { signal, timeoutMs: 120_000 }),
    enabled: job.files.length > 0,
    staleTime: 10 * 60_000,
  });
  if (job.files.length === 0) {
    return (
      <EmptyState icon="file" title="No preview yet">
        The job hasn’t changed any pages.
      </EmptyState>
    );
  }
  return (
    <Loaded
      query={preview}
      lines={10}
      label="Rendering the site before and after the change. This can take a minute the first time."
    >
      {({ pages }) =>
        pages.length === 0 ? (
          <EmptyState icon="file" title="No changed pages">
            The job changed only files that aren’t pages. See them in the diff.
          </EmptyState>
        ) : (
          <ChangedPages pages={pages} />
        )
      }
    </Loaded>
  );
}

type PreviewedPage = AgentJobPreview['pages'][number];

function ChangedPages({ pages }: Pick<AgentJobPreview, 'pages'>): ReactElement {
  const [path, setPath] = useState<string>();
  const [view, setView] = useState<View>(() => (innerWidth < NARROW_PX ? 'after' : 'both'));
  const index = Math.max(
    0,
    pages.findIndex((each) => each.path === path),
  );
  const page = pages[index];
  if (page === undefined) return <></>;
  return (
    <>
      <div className={styles['bar']}>
        <PagePicker pages={pages} index={index} onChange={setPath} />
        <Segmented
          label="Versions"
          value={view}
          choices={[
            { value: 'before', label: 'Before' },
            { value: 'both', label: 'Both' },
            { value: 'after', label: 'After' },
          ]}
          onChange={setView}
        />
      </div>
      <PreviewFrames key={page.path} page={page} view={view} />
    </>
  );
}

interface PagePickerProps extends Pick<AgentJobPreview, 'pages'> {
  readonly index: number;
  readonly onChange: (path: string) => void;
}

/** Shows the name of a single page. For several pages, the user selects one from a list or steps through them. */
function PagePicker({ pages, index, onChange }: PagePickerProps): ReactElement {
  const page = pages[index];
  const go = (to: number) => onChange(pages[to]?.path ?? '');
  return (
    <div className={styles['picker']}>
      {pages.length > 1 ? (
        <>
          <div className={styles['pages']}>
            <SelectField
              label="Changed page"
              isLabelHidden
              value={page?.path ?? ''}
              choices={pages.map((each) => ({ value: each.path, label: each.path }))}
              onChange={onChange}
            />
          </div>
          <IconButton icon="back" label="Previous page" disabled={index === 0} onClick={() => go(index - 1)} />
          <IconButton
            icon="right"
            label="Next page"
            disabled={index === pages.length - 1}
            onClick={() => go(index + 1)}
          />
          <span className={styles['soft']}>
            {index + 1} of {pages.length}
          </span>
        </>
      ) : (
        <span className={styles['path']}>{page?.path}</span>
      )}
      {page !== undefined && <Badge tone={changeTones[page.change]}>{page.change}</Badge>}
    </div>
  );
}

const changeTones = { added: 'good', deleted: 'bad', modified: 'neutral' } as const;

/** Both versions of a page, with differences marked; buttons scroll from one change to the next. */
function PreviewFrames({ page, view }: { readonly page: PreviewedPage; readonly view: View }): ReactElement {
  const [at, setAt] = useState(1);
  const { before, after } = page.changes;
  const count = view === 'before' ? before : view === 'after' ? after : Math.max(before, after);
  const shown = Math.min(at, count);
  return (
    <>
      {count > 0 && (
        <div className={styles['changes']} role="group" aria-label="Changes on this page">
          <Button isSmall disabled={shown <= 1} onClick={() => setAt(shown - 1)}>
            Previous change
          </Button>
          <Button isSmall disabled={shown >= count} onClick={() => setAt(shown + 1)}>
            Next change
          </Button>
          <span className={styles['soft']} role="status">
            Change {shown} of {count}
          </span>
        </div>
      )}
      <div className={classNames(styles['frames'], view === 'both' && styles['both'])}>
        {view !== 'after' && (
          <SiteFrame title="Before" url={toChange(page.beforeUrl, shown, before)} emptyText="This page is new." />
        )}
        {view !== 'before' && (
          <SiteFrame title="After" url={toChange(page.afterUrl, shown, after)} emptyText="This page was deleted." />
        )}
      </div>
    </>
  );
}

/** Returns the address of a change. The side with fewer changes stops at its last change. */
const toChange = (url: string | null, at: number, count: number): string | null =>
  url === null || count === 0 ? url : `${url}#docwright-change-${Math.min(at, count)}`;
