import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, type ReactElement } from 'react';
import { openPreview } from '../accounts/session-endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { PageHeader, Panel } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';

const route = getRouteApi('/signed-in/open-preview');

/** The intermediate page of the sign-in to a preview or site for members. */
export default function OpenPreviewPage(): ReactElement {
  const api = useApi();
  const { site = '', challenge = '', to = '/', base } = route.useSearch();
  const { data, error } = useQuery({
    queryKey: ['open-preview', site, challenge],
    queryFn: () => openPreview(api, { site, challenge, to, ...(base !== undefined && { base }) }),
    // A code can be used only once.
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
