import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { threadQuery } from './comments/thread-query.ts';

const route = getRouteApi('/signed-in/projects/$projectId/comments/$threadId');

/** Opens a comment thread, even if its file has been moved. Emails and pull requests link to this page. */
export default function OpenThreadPage(): ReactElement {
  const { projectId, threadId } = route.useParams();
  const query = useQuery(threadQuery(useClient(), { projectId, threadId }));
  return (
    <Loaded query={query} title="Comment">
      {({ branch, file }) => (
        <Navigate
          to="/projects/$projectId/editor/$branch/$"
          params={{ projectId, branch, _splat: file }}
          search={{ comments: 'open', thread: threadId }}
          replace
        />
      )}
    </Loaded>
  );
}
