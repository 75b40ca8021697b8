import type { AgentJob } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
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
  const [path, setPath] = useState<string>();
  const [view, setView] = useState<View>(() => (innerWidth < NARROW_PX ? 'after' : 'both'));
  const preview = useQuery({
    // Rendered for what the job has changed so far.
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
    <Loaded query={preview} lines={10}>
      {({ pages }) => {
        const page = pages.find((each) => each.path === path) ?? pages[0];
        if (page === undefined) {
          return (
            <EmptyState icon="file" title="No changed pages">
              The job changed only files that aren’t pages. See them in the diff.
            </EmptyState>
          );
        }
        return (
          <>
            <div className={styles['bar']}>
              <SelectField
                label="Changed page"
                value={page.path}
                choices={pages.map((each) => ({ value: each.path, label: `${each.path} (${each.change})` }))}
                onChange={setPath}
              />
              <Segmented
                label="What to show"
                value={view}
                choices={[
                  { value: 'before', label: 'Before' },
                  { value: 'both', label: 'Both' },
                  { value: 'after', label: 'After' },
                ]}
                onChange={setView}
              />
            </div>
            <div className={classNames(styles['frames'], view === 'both' && styles['both'])}>
              {view !== 'after' && <SiteFrame title="Before" url={page.beforeUrl} emptyText="This page is new." />}
              {view !== 'before' && <SiteFrame title="After" url={page.afterUrl} emptyText="This page was deleted." />}
            </div>
          </>
        );
      }}
    </Loaded>
  );
}
