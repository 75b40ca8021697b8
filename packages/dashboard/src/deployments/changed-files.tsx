import type { Deployment } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { formatNumber } from '../ui/format.ts';
import { Panel, Stack } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import styles from './deployments.module.css';

/** Maximum number of files per kind that the service returns. */
const MOST_PATHS = 500;

export function countFiles({ commit }: Deployment): number | undefined {
  if (commit === null) return undefined;
  const { added, modified, removed } = commit.filesChanged;
  return added.length + modified.length + removed.length;
}

/** The files that differ from the deployment that was previously live in the environment. */
export function ChangedFiles({ deployment }: { readonly deployment: Deployment }): ReactElement {
  const { commit } = deployment;
  if (commit === null || countFiles(deployment) === 0) {
    return (
      <EmptyState icon="file" title="No changed files">
        Files are compared with the deployment that was live when this one started.
      </EmptyState>
    );
  }
  const { added, modified, removed } = commit.filesChanged;
  return (
    <Stack>
      <Paths title="Added" paths={added} />
      <Paths title="Changed" paths={modified} />
      <Paths title="Removed" paths={removed} />
    </Stack>
  );
}

function Paths({ title, paths }: { readonly title: string; readonly paths: readonly string[] }): ReactElement | null {
  if (paths.length === 0) return null;
  const count = formatNumber(paths.length);
  return (
    <Panel title={`${title} · ${paths.length >= MOST_PATHS ? `the first ${count}` : count}`}>
      {/* Focusable, so that a long list can be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles['paths']} tabIndex={0} aria-label={title}>
        {paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
    </Panel>
  );
}
