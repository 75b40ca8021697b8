import type { ExportJob } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { SiteFrame } from '../ui/site-frame.tsx';

/** The site in the bundle, served from its own origin. */
export function ExportPreview({ job }: { readonly job: ExportJob }): ReactElement {
  const client = useClient();
  const preview = useQuery({
    queryKey: ['export', job.jobId, 'preview'],
    queryFn: ({ signal }) => client.previewStaticExport({ jobId: job.jobId }, { signal, timeoutMs: 120_000 }),
    staleTime: 10 * 60_000,
  });
  return (
    <Loaded query={preview} lines={10}>
      {({ url }) => <SiteFrame title={`${job.domain ?? 'The site'}, as exported`} url={url} />}
    </Loaded>
  );
}
