import { parseDiff } from '@docwright/highlight/parse-diff';
import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { ChangedFiles } from '../agent-jobs/changed-files.tsx';
import { DiffLayoutSwitch } from '../agent-jobs/diff-layout-switch.tsx';
import type { DiffLayout } from '../agent-jobs/diff-layout.ts';
import { ColorContext, useLoadedColors } from '../agent-jobs/use-colors.ts';
import { Row, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';

const NARROW_PX = 1100;

export interface PatchViewProps {
  readonly patch: string;
  readonly isTruncated: boolean;
  /** Key under which the files marked as viewed are stored for this diff. */
  readonly viewedKey: string;
  /** Shown if the patch is empty. */
  readonly empty: ReactElement;
  readonly actions?: ReactNode;
}

/** The changed lines in files. */
export function PatchView({ patch, isTruncated, viewedKey, empty, actions }: PatchViewProps): ReactElement {
  const files = useMemo(() => parseDiff(patch), [patch]);
  const colors = useLoadedColors();
  const [layout, setLayout] = useState<DiffLayout>(() => (innerWidth < NARROW_PX ? 'unified' : 'split'));
  if (files.length === 0) return empty;
  return (
    <Stack>
      {isTruncated && <Notice tone="warn">The changes are too large to show in full.</Notice>}
      <Row>
        <DiffLayoutSwitch value={layout} onChange={setLayout} />
        {actions}
      </Row>
      <ColorContext value={colors}>
        <ChangedFiles files={files} layout={layout} viewedKey={viewedKey} job={undefined} />
      </ColorContext>
    </Stack>
  );
}
