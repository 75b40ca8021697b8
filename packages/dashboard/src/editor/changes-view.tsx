import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { EmptyState } from '../ui/states.tsx';
import { PatchView } from './patch-view.tsx';
import { draftDiffQuery, type DraftIds } from './queries.ts';

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
        <PatchView
          {...{ patch, isTruncated }}
          viewedKey={`${ids.projectId}.${ids.branch}`}
          empty={
            <EmptyState icon="file" title="No changes">
              Your changes appear here until they are published.
            </EmptyState>
          }
        />
      )}
    </Loaded>
  );
}
