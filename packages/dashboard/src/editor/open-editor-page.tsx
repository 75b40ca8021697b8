import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { projectQuery } from '../project-data/queries.ts';

const route = getRouteApi('/signed-in/projects/$projectId/editor');

/** Opens the editor on the deployment branch. */
export default function OpenEditorPage(): ReactElement {
  const { projectId } = route.useParams();
  const query = useQuery(projectQuery(useClient(), projectId));
  return (
    <Loaded query={query} title="Editor">
      {({ branch }) => (
        <Navigate to="/projects/$projectId/editor/$branch/$" params={{ projectId, branch, _splat: '' }} replace />
      )}
    </Loaded>
  );
}
