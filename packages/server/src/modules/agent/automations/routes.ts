import { operations, type Automation } from '@docwright/contract';
import { readPage, unknownCursor, type OperationRoutes } from '../../../platform/http/index.ts';
import { dryRun, type DryRunDeps } from './dry-run.ts';
import { runNotFound } from './errors.ts';
import { countWaiting } from './events-store.ts';
import { withCurrentStates } from './refresh-runs.ts';
import { runNow } from './run-now.ts';
import { selectLastRuns, selectRun, selectRuns } from './runs-store.ts';
import {
  changeAutomation,
  createAutomation,
  removeAutomation,
  requireAutomation,
  requireProject,
  rotateSecret,
  type AutomationRequest,
  type Saved,
  type SaveDeps,
} from './save-automation.ts';
import { selectSource } from './sources-store.ts';
import { selectAutomations } from './store.ts';
import type { AutomationRow } from './tables.ts';
import { toAutomation, toRun } from './to-automation.ts';

export interface AutomationRouteDeps extends SaveDeps, DryRunDeps {
  readonly database: SaveDeps['database'];
  readonly baseUrl: string;
  readonly repositoryUrl: (stored: string) => string;
}

export function registerAutomationRoutes(routes: OperationRoutes, deps: AutomationRouteDeps): void {
  const show = createShow(deps);
  const showOne = async (row: AutomationRow): Promise<Automation> => {
    const [shown] = await show([row]);
    if (shown === undefined) throw new Error(`the automation ${row.id} is not shown`);
    return shown;
  };
  const showSaved = async ({ row, secret }: Saved) => ({ ...(await showOne(row)), secret });
  routes.handle(operations.createAutomation, async ({ principal, params: { projectId }, body }) =>
    showSaved(await createAutomation(deps, { principal, projectId, body })),
  );
  routes.handle(operations.listAutomations, async ({ principal, params: { projectId } }) => {
    const project = await requireProject(deps, principal, projectId);
    const rows = await selectAutomations(deps.database.kysely, project.organization_id, project.id);
    const source = await selectSource(deps.database.kysely, project.id);
    return { automations: await show(rows), problems: [...(source?.problems ?? [])] };
  });
  routes.handle(operations.getAutomation, async ({ principal, params }) =>
    showOne(await requireVisible(deps, { principal, ...params })),
  );
  routes.handle(operations.updateAutomation, async ({ principal, params, body }) =>
    showSaved(await changeAutomation(deps, { principal, ...params, body })),
  );
  routes.handle(operations.deleteAutomation, async ({ principal, params }) => {
    await removeAutomation(deps, { principal, ...params });
  });
  routes.handle(operations.rotateAutomationSecret, async ({ principal, params }) =>
    showSaved(await rotateSecret(deps, { principal, ...params })),
  );
  registerRuns(routes, deps);
}

function registerRuns(routes: OperationRoutes, deps: AutomationRouteDeps): void {
  const db = deps.database.kysely;
  routes.handle(operations.runAutomation, async ({ principal, params, signal }) => {
    const { automationId, runId } = await runNow(deps, { principal, ...params, asWorkflow: false }, signal);
    const run = await selectRun(db, automationId, runId);
    if (run === undefined) throw runNotFound(runId);
    return toRun(run);
  });
  routes.handle(operations.dryRunAutomation, async ({ principal, params, body, signal }) =>
    dryRun(deps, { principal, ...params, body }, signal),
  );
  routes.handle(operations.triggerWorkflow, async ({ principal, params, signal }) => {
    const { projectId, automationId: id } = params;
    const { runId, job } = await runNow(deps, { principal, projectId, id, asWorkflow: true }, signal);
    return { schemaId: id, instanceId: runId, jobId: job?.id ?? null };
  });
  routes.handle(operations.listAutomationRuns, async ({ principal, params, query }) => {
    const { id: automationId } = await requireVisible(deps, { principal, ...params });
    const { cursor, state } = query;
    const after = cursor === undefined ? undefined : await selectRun(db, automationId, cursor);
    if (cursor !== undefined && after === undefined) throw unknownCursor(cursor);
    const { rows, nextCursor } = await readPage(
      query.limit,
      (limit) => selectRuns(db, { automationId, state, after, limit }),
      ({ id }) => id,
    );
    return { runs: (await withCurrentStates(db, rows)).map(toRun), nextCursor };
  });
  routes.handle(operations.getAutomationRun, async ({ principal, params }) => {
    const { id: automationId } = await requireVisible(deps, { principal, ...params });
    const run = await selectRun(db, automationId, params.runId);
    if (run === undefined) throw runNotFound(params.runId);
    const [current = run] = await withCurrentStates(db, [run]);
    return { ...toRun(current), evidence: [...run.evidence] };
  });
}

async function requireVisible(deps: AutomationRouteDeps, request: AutomationRequest): Promise<AutomationRow> {
  await requireProject(deps, request.principal, request.projectId);
  return requireAutomation(deps, request);
}

/** Creates a function that shows automations with their waiting events and last runs. */
function createShow(deps: AutomationRouteDeps): (rows: readonly AutomationRow[]) => Promise<Automation[]> {
  const db = deps.database.kysely;
  const { baseUrl, repositoryUrl } = deps;
  return async (rows) => {
    const ids = rows.map(({ id }) => id);
    const waiting = await countWaiting(db, ids);
    const lastRuns = await withCurrentStates(db, await selectLastRuns(db, ids));
    return rows.map((row) =>
      toAutomation(row, {
        baseUrl,
        repositoryUrl,
        waiting: waiting.get(row.id) ?? 0,
        lastRun: lastRuns.find((run) => run.automation_id === row.id),
      }),
    );
  };
}
