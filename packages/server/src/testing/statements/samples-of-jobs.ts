import * as agentSettings from '../../modules/project-config/agent-settings/store.ts';
import * as budgets from '../../modules/project-config/budgets/store.ts';
import * as exports from '../../modules/publishing/exports/store.ts';
import * as modelSettings from '../../modules/project-config/model-settings/store.ts';
import * as overview from '../../modules/operations/overview/store.ts';
import * as deletedProjects from '../../modules/project-config/projects/deleted-store.ts';
import * as projects from '../../modules/project-config/projects/store.ts';
import * as suggestions from '../../modules/readers/suggestions/store.ts';
import * as usage from '../../modules/operations/usage/store.ts';
import * as queue from '../../platform/job-engine/store.ts';
import { daysAgo, mayReadMore, sendsNothing, type Place, type Samples, type SamplesOf } from './sample.ts';

const nameOf = (at: Place) => ({ organizationId: at('org'), projectId: at('proj') });

const agentSettingsSamples: SamplesOf<typeof agentSettings> = {
  selectAgentSettings: (db, at) => agentSettings.selectAgentSettings(db, nameOf(at)),
  upsertAgentSettings: (db, at) => agentSettings.upsertAgentSettings(db, nameOf(at), {}),
};

const exportPage = {
  domain: undefined,
  project: undefined,
  status: undefined,
  projectIds: null,
  after: undefined,
  limit: 50,
};
const findings = {
  issues: [],
  issueCount: 0,
  issueCounts: {},
  expected: 1,
  missing: [],
  missingCount: 0,
  durationMs: 1,
};

const exportSamples: SamplesOf<typeof exports> = {
  selectExportedFiles: mayReadMore('the newest completed exports of one project, among all of its exports', (db, at) =>
    exports.selectExportedFiles(db, at('proj'), 10),
  ),
  hasUnfinishedExport: (db, at) => exports.hasUnfinishedExport(db, at('proj')),
  deleteOldExports: (db) => exports.deleteOldExports(db, { count: 20, days: 400, limit: 100 }),
  insertExportJob: (db, at) =>
    exports.insertExportJob(db, {
      id: 'new',
      organization_id: at('org'),
      project_id: at('proj'),
      status: 'queued',
      base_path: '',
      strict: false,
    } as never),
  findExport: (db, at) => exports.findExport(db, at('org'), at('export')),
  selectUnendedExport: (db, at) => exports.selectUnendedExport(db, at('proj')),
  selectLastErrorCode: (db, at) => exports.selectLastErrorCode(db, at('proj')),
  selectExportJobs: async (db, at) => {
    const page = { ...exportPage, organizationId: at('org') };
    for (const filter of [page, { ...page, project: at('proj') }, { ...page, projectIds: [at('proj')] }]) {
      await exports.selectExportJobs(db, filter);
      await exports.selectExportJobs(db, { ...filter, after: at('export') });
      for (const status of ['queued', 'running', 'completed', 'failed'] as const)
        await exports.selectExportJobs(db, { ...filter, status });
    }
    await exports.selectExportJobs(db, { ...page, domain: `docs${at.n}.example.com` });
    await exports.selectExportJobs(db, { ...page, domain: 'none.example.com' });
  },
  claimExportJob: (db, at) => exports.claimExportJob(db, at('export')),
  updateRunningExport: (db, at) =>
    exports.updateRunningExport(db, { id: at('export'), attempt: 0 }, { commit: 'c', progress: 1 }),
  completeExportJob: (db, at) =>
    exports.completeExportJob(
      db,
      { id: at('export'), attempt: 0 },
      { ...findings, pageCount: 1, totalPages: 1, sha256: 's', sizeBytes: 1, blobKey: 'bundles/new.tar.gz' },
    ),
  failExportJob: (db, at) => exports.failExportJob(db, { id: at('export'), code: 'x', message: 'x' }),
};

const sealed = { models: [], embedding: null, credentials: 'x', key_id: 'key-now' };
const everySeal = 'a command encrypts every credential again';
const modelSettingsSamples: SamplesOf<typeof modelSettings> = {
  selectModelsInUse: (db, at) => modelSettings.selectModelsInUse(db, nameOf(at)),
  selectModels: async (db, at) => {
    await modelSettings.selectModels(db, nameOf(at));
    await modelSettings.selectModels(db, { organizationId: at('org'), projectId: null });
  },
  upsertModels: async (db, at) => {
    await modelSettings.upsertModels(db, { ...sealed, project_id: at('proj'), organization_id: at('org') });
    await modelSettings.upsertModels(db, { ...sealed, project_id: null, organization_id: at('org') });
  },
  deleteModels: async (db, at) => {
    await modelSettings.deleteModels(db, nameOf(at));
    await modelSettings.deleteModels(db, { organizationId: at('org'), projectId: null });
  },
  selectSealedWithOtherKey: mayReadMore(everySeal, (db) => modelSettings.selectSealedWithOtherKey(db, 'key-now', '')),
  selectSharedSealedWithOtherKey: mayReadMore(everySeal, (db) =>
    modelSettings.selectSharedSealedWithOtherKey(db, 'key-now', ''),
  ),
  updateSeal: async (db, at) => {
    const seal = { credentials: 'x', key_id: 'k' };
    await modelSettings.updateSeal(db, nameOf(at), seal);
    await modelSettings.updateSeal(db, { organizationId: at('org'), projectId: null }, seal);
  },
};

const month = (at: Place) => ({ organizationId: at('org'), projectIds: null, since: daysAgo(30) });
const ofMonth = 'figures of one organization and month, up to a number of rows';

const overviewSamples: SamplesOf<typeof overview> = {
  countJobs: mayReadMore(ofMonth, (db, at) => overview.countJobs(db, month(at))),
  countOpenPullRequests: mayReadMore(ofMonth, (db, at) => overview.countOpenPullRequests(db, month(at))),
  countDeployments: mayReadMore(ofMonth, (db, at) => overview.countDeployments(db, month(at))),
  selectNewestDeployments: (db, at) => overview.selectNewestDeployments(db, month(at)),
  selectAssistantSpend: (db, at) => overview.selectAssistantSpend(db, month(at)),
  selectFailures: (db, at) => overview.selectFailures(db, month(at), ['agent_job', 'export', 'deployment']),
  selectProgress: (db, at) => overview.selectProgress(db, at('org')),
  selectFirstSteps: (db, at) => overview.selectFirstSteps(db, { organizationId: at('org'), userId: at('user') }),
  markFirstSteps: (db, at) =>
    overview.markFirstSteps(
      db,
      { organizationId: at('org'), userId: at('user') },
      { openedExample: true, dismissed: true },
    ),
};

const calendarMonth = (at: Place) => ({
  organizationId: at('org'),
  projectIds: null,
  month: daysAgo(0).toISOString().slice(0, 7),
  from: daysAgo(30),
  until: daysAgo(0),
});

const usageSamples: SamplesOf<typeof usage> = {
  countJobs: mayReadMore(ofMonth, (db, at) => usage.countJobs(db, calendarMonth(at))),
  countJobsOfStarters: mayReadMore(ofMonth, (db, at) => usage.countJobsOfStarters(db, calendarMonth(at))),
  selectAssistantCost: (db, at) => usage.selectAssistantCost(db, calendarMonth(at)),
  countExports: mayReadMore(ofMonth, (db, at) => usage.countExports(db, calendarMonth(at))),
  countDeployments: mayReadMore(ofMonth, (db, at) => usage.countDeployments(db, calendarMonth(at))),
};

const budgetOf = (at: Place) => ({ organizationId: at('org'), projectId: at('proj') });
const budgetSamples: SamplesOf<typeof budgets> = {
  selectBudgets: mayReadMore('adds up the month’s spending of each budget', (db, at) =>
    budgets.selectBudgets(db, at('org')),
  ),
  selectStopping: (db, at) => budgets.selectStopping(db, at('org'), at('proj')),
  selectDue: mayReadMore('a worker reads all budgets once a minute', (db) => budgets.selectDue(db)),
  insertAlerts: (db, at) =>
    budgets.insertAlerts(db, {
      ...budgetOf(at),
      scope: at('proj'),
      usd: 1,
      thresholds: [50, 100],
      stopJobs: false,
      month: '2026-02',
      spentUsd: 1,
      unpricedAnswers: 0,
    }),
  selectAlerts: (db, at) => budgets.selectAlerts(db, at('org')),
  upsertBudget: (db, at) => budgets.upsertBudget(db, budgetOf(at), { usd: 1, thresholds: [50], stopJobs: false }),
  deleteOldBudgetRows: (db) => budgets.deleteOldBudgetRows(db, 400),
  deleteBudgetRow: (db, at) => budgets.deleteBudgetRow(db, budgetOf(at)),
};

const projectFields = (at: Place, id: string) => ({
  id,
  organization_id: at('org'),
  name: 'New',
  repository: 'local:new',
  branch: 'main',
  docs_folder: '',
  deployment_kind: 'cloud' as const,
  model: 'm',
  features: {} as never,
  as_draft: true,
  exclude_orphans: false,
});

const deletedProjectSamples: SamplesOf<typeof deletedProjects> = {
  selectDeletedProject: (db) => deletedProjects.selectDeletedProject(db, 'deleted_1'),
  selectDeletedProjects: (db, at) => deletedProjects.selectDeletedProjects(db, at('org')),
  selectDeletedProjectIds: (db) => deletedProjects.selectDeletedProjectIds(db),
  forgetDeletedProject: (db) => deletedProjects.forgetDeletedProject(db, 'deleted_1'),
  selectProjectToDelete: (db, at) => deletedProjects.selectProjectToDelete(db, at('org')),
};

const projectSamples: SamplesOf<typeof projects> = {
  ofLivingProjects: sendsNothing,
  hasRoomForProject: mayReadMore('counts an organization’s projects, up to its limit, before adding one', (db, at) =>
    projects.hasRoomForProject(db, { organizationId: at('org'), maxProjects: 10_000 }),
  ),
  insertProject: (db, at) => projects.insertProject(db, projectFields(at, 'new')),
  updateProjectRow: (db, at) => projects.updateProjectRow(db, projectFields(at, at('proj'))),
  replaceDomains: (db, at) =>
    projects.replaceDomains(db, { id: at('proj'), organizationId: at('org') }, ['new.example.com']),
  findProject: (db, at) => projects.findProject(db, at('org'), at('proj')),
  findProjectOfAnyOrganization: (db, at) => projects.findProjectOfAnyOrganization(db, at('proj')),
  findProjectByDomain: (db, at) => projects.findProjectByDomain(db, at('org'), `docs${at.n}.example.com`),
  listProjectRepositories: (db, at) => projects.listProjectRepositories(db, at('org')),
  findProjectUsing: mayReadMore('reads the projects of one organization', (db, at) =>
    projects.findProjectUsing(db, at('org'), 'local:none'),
  ),
  selectKnownProjects: (db, at) => projects.selectKnownProjects(db, at('org'), [at('proj'), 'proj_none']),
  selectProjects: async (db, at) => {
    await projects.selectProjects(db, at('org'), { limit: 50, after: undefined, ids: null });
    await projects.selectProjects(db, at('org'), { limit: 50, after: at('proj'), ids: null });
    await projects.selectProjects(db, at('org'), { limit: 50, after: undefined, ids: [at('proj')] });
  },
  lockProject: (db, at) => projects.lockProject(db, at('org'), at('proj')),
  lockProjectToDelete: (db, at) => projects.lockProjectToDelete(db, at('org'), at('proj')),
  setProjectModel: (db, at) => projects.setProjectModel(db, at('proj'), 'm'),
  lockProjectList: (db, at) => projects.lockProjectList(db, at('org')),
  setModelOfProjects: mayReadMore('every project of one organization, whose number is limited', (db, at) =>
    projects.setModelOfProjects(db, at('org'), 'm'),
  ),
  findModelsOwner: (db, at) => projects.findModelsOwner(db, at('proj')),
  selectModelOfOrganization: (db, at) => projects.selectModelOfOrganization(db, at('org')),
  noteUnusedRepository: (db, at) => projects.noteUnusedRepository(db, at('proj'), 'local:x'),
  deleteProjectRow: (db, at) => projects.deleteProjectRow(db, at('proj')),
};

const suggestionName = (at: Place) => ({
  projectId: at('proj'),
  id: at('suggestion'),
  kind: 'missing_topic' as const,
  subject: 'x',
});

const suggestionSamples: SamplesOf<typeof suggestions> = {
  selectActedSuggestions: (db, at) => suggestions.selectActedSuggestions(db, at('proj'), 50),
  lockSuggestion: (db, at) => suggestions.lockSuggestion(db, suggestionName(at)),
  claimSuggestion: (db, at) => suggestions.claimSuggestion(db, suggestionName(at), { jobId: null, at: new Date() }),
  updateSuggestion: (db, at) => suggestions.updateSuggestion(db, suggestionName(at), { dismissed: true }),
  deleteOldSuggestions: (db) => suggestions.deleteOldSuggestions(db, 365),
};

const idOf = (at: Place): string => `00000000-0000-4000-8000-${String(at.n).padStart(12, '0')}`;

const queueSamples: SamplesOf<typeof queue> = {
  createTables: sendsNothing,
  holdSessionSql: sendsNothing,
  noticeSql: sendsNothing,
  recordClaim: (_, at, db) => queue.recordClaim(db as never, { queue: 'agent-jobs', worker: 1, jobIds: [idOf(at)] }),
  countFailure: (_, at, db) => queue.countFailure(db as never, idOf(at), 'x'),
  countRelease: (_, at, db) => queue.countRelease(db as never, idOf(at)),
  forgetAttempts: (_, at, db) => queue.forgetAttempts(db as never, idOf(at)),
  forbidRetry: (_, at, db) => queue.forbidRetry(db as never, 'agent-jobs', { id: idOf(at), attempt: 1 }),
  delayRetry: (_, at, db) => queue.delayRetry(db as never, 'agent-jobs', idOf(at), 1),
  renewLeases: (_, at, db) => queue.renewLeases(db as never, 'agent-jobs', [{ id: idOf(at), attempt: 1 }]),
  holdAffinity: (_, at, db) => queue.holdAffinity(db as never, at('proj'), 1),
  findHolder: (_, at, db) =>
    queue.findHolder({ executeSql: (text: string, values?: unknown[]) => db.query(text, values) }, at('proj')),
  findAbandoned: (_, _at, db) => queue.findAbandoned(db as never, 1_000, 0),
  nextTurn: mayReadMore('reads the waiting jobs of one queue, but not the ended jobs', (_, at, db) =>
    queue.nextTurn(
      { executeSql: (text: string, values?: unknown[]) => db.query(text, values) },
      'agent-jobs',
      at('org'),
    ),
  ),
  findByKey: (_, at, db) =>
    queue.findByKey(
      { executeSql: (text: string, values?: unknown[]) => db.query(text, values) },
      'agent-jobs',
      `${at('job')}:1`,
    ),
  lockGroup: (_, at, db) =>
    queue.lockGroup({ executeSql: (text: string, values?: unknown[]) => db.query(text, values) }, 'q', at('org')),
  findDueQueues: (_, _at, db) => queue.findDueQueues(db as never, ['agent-jobs', 'exports', 'empty']),
  // The rows of waiting and running jobs in the filled database; all other jobs have ended.
  countJobs: mayReadMore(
    'counts waiting and running jobs, but not ended jobs',
    (_, _at, db) => queue.countJobs(db as never),
    200,
  ),
};

export const jobsSamples: Readonly<Record<string, Samples>> = {
  'modules/project-config/agent-settings/store.ts': agentSettingsSamples,
  'modules/publishing/exports/store.ts': exportSamples,
  'modules/project-config/model-settings/store.ts': modelSettingsSamples,
  'modules/operations/overview/store.ts': overviewSamples,
  // Runs within the statements that record spending.
  'modules/project-config/budgets/ledger-store.ts': { addToLedger: sendsNothing },
  'modules/project-config/budgets/store.ts': budgetSamples,
  'modules/operations/usage/store.ts': usageSamples,
  'modules/project-config/projects/deleted-store.ts': deletedProjectSamples,
  'modules/project-config/projects/store.ts': projectSamples,
  'modules/readers/suggestions/store.ts': suggestionSamples,
  'platform/job-engine/store.ts': queueSamples,
};
