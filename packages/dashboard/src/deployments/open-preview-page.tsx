import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, type ReactElement } from 'react';
import { openPreview } from '../accounts/session-endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { PageHeader, Panel } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';

const route = getRouteApi('/signed-in/open-preview');

/** On the way from a preview or a site that only members may read, and back to it. */
export default function OpenPreviewPage(): ReactElement {
  const api = useApi();
  const { site = '', challenge = '', to = '/', base } = route.useSearch();
  const { data, error } = useQuery({
    queryKey: ['open-preview', site, challenge],
    queryFn: () => openPreview(api, { site, challenge, to, ...(base !== undefined && { base }) }),
    // A code is good once.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (data !== undefined) location.replace(data);
  }, [data]);
  return (
    <>
      <PageHeader title="Opening the site" />
      <Panel>{error === null ? <Skeleton lines={1} /> : <ErrorNotice error={error} />}</Panel>
    </>
  );
}
