import type { AgentJob } from '@docwright/sdk';
import { DiffLayoutSwitch } from './diff-layout-switch.tsx';
import type { DiffLayout } from './diff-layout.ts';
import { useMemo, useState, type ReactElement } from 'react';
import { Badge } from '../ui/badge.tsx';
import { formatCount } from '../ui/format.ts';
import { Panel } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { ChangedFiles } from './changed-files.tsx';
import styles from './diff-view.module.css';
import { parseDiff, type FileDiff } from '@docwright/highlight/parse-diff';
import { isOutdated } from './review-comments.ts';
import { ReviewPanel } from './review-panel.tsx';
import { toAddedImages } from './sent-images.ts';
import { SentComments } from './sent-comments.tsx';
import type { SentComment } from './to-timeline.ts';
import { ReviewContext, useNewReview } from './review.ts';
import { ColorContext, useLoadedColors } from './use-colors.ts';

const NARROW_PX = 900;

export interface DiffViewProps {
  readonly diff: string;
  readonly job: AgentJob;
  readonly sent: readonly SentComment[];
}

export function DiffView({ diff, job, sent }: DiffViewProps): ReactElement {
  const files = useMemo(() => parseDiff(diff), [diff]);
  const [layout, setLayout] = useState<DiffLayout>(() => (innerWidth < NARROW_PX ? 'unified' : 'split'));
  const review = useNewReview(job, sent);
  const colors = useLoadedColors();
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
        <DiffLayoutSwitch value={layout} onChange={setLayout} />
      </div>
      <ColorContext value={colors}>
        <ChangedFiles
          files={files}
          layout={layout}
          viewedKey={job.id}
          job={{ projectId: job.projectId, id: job.id }}
          images={toAddedImages(job)}
        />
      </ColorContext>
      {review.canWrite && <ReviewPanel review={review} files={files} />}
      {sent.length > 0 && <SentPanel sent={sent} files={files} />}
    </ReviewContext>
  );
}

/** The comments from all follow-ups; the newest diff may have different lines. */
const SentPanel = ({ sent, files }: Pick<DiffViewProps, 'sent'> & { readonly files: readonly FileDiff[] }) => (
  <div className={styles['sent']}>
    <Panel title="Sent comments" text="These comments were sent to the agent as follow-ups.">
      <SentComments
        comments={sent.map(({ comment }) => comment)}
        note={(comment) => isOutdated(comment, files) && <Badge tone="neutral">lines changed since</Badge>}
      />
    </Panel>
  </div>
);
