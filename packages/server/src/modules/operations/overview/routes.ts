import { operations } from '@docwright/contract';
import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { ApiError, mayUseProject, requireSameSite, type OperationRoutes } from '../../../platform/http/index.ts';
import { isMember, requireSession, type AccountContext } from '../../identity/accounts/index.ts';
import { findProject, projectNotFound, type ProjectTables } from '../../project-config/projects/index.ts';
import { describeOverview } from './describe-overview.ts';
import { markFirstSteps, selectFirstSteps, selectProgress, type OverviewTables } from './store.ts';

const periodDays = 30;

interface OverviewDeps {
  readonly database: Database<OverviewTables & ProjectTables>;
  readonly clock: Clock;
}

export function registerOverviewRoutes(routes: OperationRoutes, { database, clock }: OverviewDeps): void {
  routes.handle(operations.getOverview, async ({ principal, query: { project } }) => {
    const { organizationId } = principal;
    if (project !== undefined) {
      const isThere =
        mayUseProject(principal, project) && (await findProject(database.kysely, organizationId, project));
      if (!isThere) throw projectNotFound(project);
    }
    return describeOverview(database.kysely, principal, {
      organizationId,
      projectIds: project === undefined ? principal.projectIds : [project],
      since: new Date(clock.now() - periodDays * 86_400_000),
    });
  });
}

interface FirstStepDeps {
  readonly database: Database<OverviewTables>;
  readonly accounts: AccountContext;
  /** Whether projects without their own settings have a model. */
  readonly hasModel: boolean;
}

const Params = Type.Object({ organizationId: Type.String({ minLength: 1, maxLength: 200 }) });
const Body = Type.Object({
  openedExample: Type.Optional(Type.Literal(true)),
  dismissed: Type.Optional(Type.Boolean()),
});
const path = '/auth/first-steps/:organizationId';

/**
 * Routes for the list of first steps in the dashboard. The list is personal, so it belongs to the session endpoints.
 * Completed steps are read from the organization; only the facts that a person has viewed the example or closed the
 * list are stored per person.
 */
export function registerFirstStepRoutes(app: FastifyInstance, deps: FirstStepDeps): void {
  const { database, accounts, hasModel } = deps;
  const { kysely } = database;
  const requireMembership = async (request: Parameters<typeof requireSession>[1], organizationId: string) => {
    const { userId } = await requireSession(accounts, request);
    if (!(await isMember(kysely, { organizationId, userId })))
      throw new ApiError('not_found', `You are not a member of an organization "${organizationId}".`);
    return { organizationId, userId };
  };
  app.get<{ Params: Static<typeof Params> }>(path, { schema: { params: Params } }, async (request) => {
    const name = await requireMembership(request, request.params.organizationId);
    const [progress, own] = await Promise.all([
      selectProgress(kysely, name.organizationId),
      selectFirstSteps(kysely, name),
    ]);
    const { exampleProjectId, exampleJobId, codeHost, repository, model, job, published, members } = progress;
    return {
      exampleProjectId,
      exampleJobId,
      done: {
        example: (own?.opened_example_at ?? null) !== null,
        codeHost,
        repository,
        model: model || hasModel,
        job,
        published,
        members,
      },
      dismissed: (own?.dismissed_at ?? null) !== null,
    };
  });
  app.post<{ Params: Static<typeof Params>; Body: Static<typeof Body> }>(
    path,
    {
      schema: { params: Params, body: Body },
      onRequest: async (request) => requireSameSite(request.headers, accounts.settings.baseUrl),
    },
    async (request, reply) => {
      const name = await requireMembership(request, request.params.organizationId);
      const { openedExample = false, dismissed } = request.body;
      await markFirstSteps(kysely, name, { openedExample, dismissed });
      return reply.code(204).send();
    },
  );
}
