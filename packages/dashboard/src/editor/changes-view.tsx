import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactElement } from 'react';
import { parseDiff } from '@docwright/highlight/parse-diff';
import { ChangedFiles } from '../agent-jobs/changed-files.tsx';
import type { DiffLayout } from '../agent-jobs/diff-layout.ts';
import { ColorContext, useLoadedColors } from '../agent-jobs/use-colors.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Row, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { EmptyState } from '../ui/states.tsx';
import { draftDiffQuery, type DraftIds } from './queries.ts';

const NARROW_PX = 1100;

export interface ChangesViewProps {
  readonly ids: DraftIds;
  readonly draftVersion: number;
}

/** The lines that publishing would change. */
export default function ChangesView({ ids, draftVersion }: ChangesViewProps): ReactElement {
  const query = useQuery(draftDiffQuery(useClient(), ids, draftVersion));
  return (
    <Loaded query={query} lines={8}>
      {({ patch, isTruncated }) => (
        <>
          {isTruncated && <Notice tone="warn">The draft is too large to be shown whole.</Notice>}
          <Changes patch={patch} viewedKey={`${ids.projectId}.${ids.branch}`} />
        </>
      )}
    </Loaded>
  );
}

function Changes({ patch, viewedKey }: { readonly patch: string; readonly viewedKey: string }): ReactElement {
  const files = useMemo(() => parseDiff(patch), [patch]);
  const colors = useLoadedColors();
  const [layout, setLayout] = useState<DiffLayout>(() => (innerWidth < NARROW_PX ? 'unified' : 'split'));
  if (files.length === 0) {
    return (
      <EmptyState icon="file" title="No changes">
        What you change appears here, until it is published.
      </EmptyState>
    );
  }
  return (
    <Stack>
      <Row>
        <Segmented
          label="Diff layout"
          value={layout}
          choices={[
            { value: 'unified', label: 'Unified' },
            { value: 'split', label: 'Split' },
          ]}
          onChange={setLayout}
        />
      </Row>
      <ColorContext value={colors}>
        <ChangedFiles files={files} layout={layout} viewedKey={viewedKey} job={undefined} />
      </ColorContext>
    </Stack>
  );
}
