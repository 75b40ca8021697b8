import { ApiError } from '../platform/http/index.ts';
import { isCodeHostError } from '../platform/code-host/index.ts';
import { isGitError } from '../platform/git/index.ts';
import type { ProjectRow } from '../modules/project-config/projects/index.ts';
import { RenderFailure, type PagePolicy } from '../modules/building/site-rendering/index.ts';
import type { Composition } from './compose.ts';

/** Maximum time for which a request with `paths` waits for the list of pages. */
const timeoutMs = 30_000;

/** Creates a function that lists the published pages at a branch's head commit, for requests that specify pages. */
export function createListPages({ connectRepository, renderer }: Composition) {
  return async (project: ProjectRow, policy: PagePolicy): Promise<readonly string[]> => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const { mirror } = await connectRepository({
        organizationId: project.organization_id,
        repository: project.repository,
      });
      await mirror.fetch({ branches: [project.branch], signal });
      const commit = await mirror.resolveRef(project.branch, { signal });
      const folder = await mirror.loadFolder(commit, project.docs_folder, { signal });
      return await renderer.listPages({ organizationId: project.organization_id, folder, policy }, signal);
    } catch (error) {
      if (error instanceof RenderFailure && error.code === 'site_protected') throw error;
      if (!isGitError(error) && !isCodeHostError(error) && !(error instanceof RenderFailure)) throw error;
      throw new ApiError(
        'invalid_request',
        `The site's pages can't be listed, so "paths" can't be checked: ${error.message}`,
        {
          cause: error,
          details: [{ path: '/paths', message: "can't be checked" }],
        },
      );
    }
  };
}
