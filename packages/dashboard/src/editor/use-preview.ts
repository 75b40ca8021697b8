import { useEffect, useState } from 'react';
import { useClient } from '../api/api-context.ts';
import { createPreview, type Preview } from './create-preview.ts';
import { isPage } from './docs-tree.ts';
import type { FileIds } from './queries.ts';

const TIMEOUT_MS = 60_000;

/** Provides the preview of a page, rendered on request; `undefined` for files that aren't pages. */
export function usePreview(ids: FileIds): Preview | undefined {
  const client = useClient();
  const [preview] = useState(() =>
    isPage(ids.path)
      ? createPreview({
          render: (content) => {
            const { projectId, branch, path: page } = ids;
            const body = content === undefined ? { page } : { page, content };
            return client.previewDraft({ projectId, branch, ...body }, { timeoutMs: TIMEOUT_MS, retries: 0 });
          },
          schedule: (run, delayMs) => {
            const timer = setTimeout(run, delayMs);
            return () => clearTimeout(timer);
          },
          now: () => Date.now(),
        })
      : undefined,
  );
  useEffect(() => () => preview?.stop(), [preview]);
  return preview;
}
