import { createHash } from 'node:crypto';
import * as certificates from '../../modules/publishing/certificates/store.ts';
import * as deletions from '../../modules/operations/retention/owned-rows-store.ts';
import * as activations from '../../modules/publishing/deployments/activation-store.ts';
import * as passwords from '../../modules/publishing/deployments/preview-password-store.ts';
import * as names from '../../modules/publishing/deployments/site-names-store.ts';
import * as sites from '../../modules/publishing/deployments/site-store.ts';
import * as specs from '../../modules/publishing/deployments/spec-store.ts';
import * as deployments from '../../modules/publishing/deployments/store.ts';
import * as polls from '../../modules/publishing/deployments/pull-request-poll-store.ts';
import * as deploymentRetention from '../../modules/publishing/deployments/retention-store.ts';
import * as served from '../../modules/publishing/deployments/served-site-store.ts';
import * as takedowns from '../../modules/publishing/deployments/takedown-store.ts';
import * as domains from '../../modules/publishing/domains/store.ts';
import * as access from '../../modules/readers/edge/access-store.ts';
import * as edge from '../../modules/readers/edge/store.ts';
import * as searchChecks from '../../modules/readers/search-checks/store.ts';
import * as vectors from '../../modules/readers/section-vectors/store.ts';
import * as bundles from '../../modules/building/site-bundles/store.ts';
import * as storage from '../../modules/identity/storage/store.ts';
import * as retention from '../../modules/operations/retention/site-store.ts';
import { daysAgo, mayReadMore, now, type Place, type Samples, type SamplesOf } from './sample.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const domainOf = (at: Place): string => `docs${at.n}.example.com`;
const allDomains = 'one edge node at a time reads the domains of the installation, a few thousand rows';
const later = new Date(now.getTime() + 3_600_000);

const certificateSamples: SamplesOf<typeof certificates> = {
  lockOrders: (db) => certificates.lockOrders(db),
  followClaims: mayReadMore(allDomains, (db) => certificates.followClaims(db, now)),
  selectOrders: (db) => certificates.selectOrders(db, daysAgo(7)),
  postponeDue: mayReadMore(allDomains, async (db, at) => {
    await certificates.postponeDue(db, { now, until: later, reason: 'x', organizationId: at('org') });
    await certificates.postponeDue(db, { now, until: later, reason: 'x', organizationId: null });
  }),
  takeDue: mayReadMore(allDomains, (db) => certificates.takeDue(db, { now, heldUntil: later, except: [] })),
  insertOrder: (db, at) => certificates.insertOrder(db, { organizationId: at('org'), domain: 'd', now }),
  updateCertificate: (db, at) =>
    certificates.updateCertificate(db, { domain: domainOf(at), project_id: at('proj') }, { reason: 'x' }),
  selectCertificate: (db, at) => certificates.selectCertificate(db, domainOf(at)),
  selectStates: (db, at) => certificates.selectStates(db, at('proj')),
  insertChallenge: (db, at) =>
    certificates.insertChallenge(db, {
      token: 'new',
      domain: domainOf(at),
      keyAuthorization: 'k',
      now,
      expiresAt: later,
    }),
  selectChallenge: (db, at) => certificates.selectChallenge(db, { token: at('token'), domain: domainOf(at), now }),
  selectChallenges: mayReadMore('all open orders, which are few', (db) => certificates.selectChallenges(db, now)),
  selectSealed: mayReadMore('a command encrypts every certificate again', (db) => certificates.selectSealed(db)),
  selectAccounts: (db) => certificates.selectAccounts(db),
  keepAccount: (db) => certificates.keepAccount(db, 'directory', 'sealed'),
  replaceAccount: (db) => certificates.replaceAccount(db, 'directory', 'sealed'),
  deleteAccount: (db) => certificates.deleteAccount(db, 'directory'),
};

const deletionSamples: SamplesOf<typeof deletions> = {
  hasProjectRows: async (db, at) => {
    await deletions.hasProjectRows(db, at('proj'));
    await deletions.hasProjectRows(db, 'deleted_1');
    for (const rows of deletions.projectRows) await rows.deleteSome(db, at('proj'), 500);
    for (const rows of deletions.organizationRows) await rows.deleteSome(db, at('org'), 500);
  },
};

const passwordSamples: SamplesOf<typeof passwords> = {
  findPreviewPasswords: (db, at) => passwords.findPreviewPasswords(db, at('proj')),
  upsertPassword: (db, at) =>
    passwords.upsertPassword(db, { id: 'new', project_id: at('proj'), label: 'readers', hash: 'h' }),
  deletePasswordRow: (db, at) => passwords.deletePasswordRow(db, at('proj'), 'readers'),
};

const nameSamples: SamplesOf<typeof names> = {
  selectSiteNames: (db, at) => names.selectSiteNames(db, at('proj')),
};

const siteSamples: SamplesOf<typeof sites> = {
  selectPreviewByLabel: (db) => sites.selectPreviewByLabel(db, 'topic-2500--site'),
  updateOpened: (db, at) => sites.updateOpened(db, at('env')),
  notifySite: (db, at) => sites.notifySite(db, at('proj')),
  unpublishSites: (db, at) => sites.unpublishSites(db, at('org')),
  deleteOldChanges: (db) => sites.deleteOldChanges(db),
  findSite: (db, at) => sites.findSite(db, at('proj')),
  selectSites: (db, at) =>
    sites.selectSites(db, { organizationId: at('org'), projectIds: null, after: undefined, limit: 50 }),
  lockSite: (db, at) => sites.lockSite(db, at('proj')),
  takeSlug: (db, at) => sites.takeSlug(db, at('site'), at('proj')),
  insertSite: (db, at) => sites.insertSite(db, { project_id: 'new', organization_id: at('org'), slug: 'new' }),
  updateSiteRow: (db, at) => sites.updateSiteRow(db, at('proj'), { previews: true }),
  setAccessMode: (db, at) => sites.setAccessMode(db, at('proj'), { mode: 'members', signInOptional: false }),
  setPrimaryDomain: (db, at) => sites.setPrimaryDomain(db, at('proj'), { domain: domainOf(at), leadsHere: true }),
  setDefaultSite: (db, at) => sites.setDefaultSite(db, at('proj')),
  insertEnvironment: (db, at) =>
    sites.insertEnvironment(db, {
      id: 'new',
      organization_id: at('org'),
      project_id: at('proj'),
      kind: 'preview',
      branch: 'new',
      label: 'new--site',
      pull_request: null,
    }),
  findEnvironment: async (db, at) => {
    await sites.findEnvironment(db, at('proj'), null);
    await sites.findEnvironment(db, at('proj'), 'topic-1');
  },
  findEnvironmentById: (db, at) => sites.findEnvironmentById(db, at('env')),
  holdProject: (db, at) => sites.holdProject(db, at('proj')),
  lockSiteOf: (db, at) => sites.lockSiteOf(db, at('proj')),
  lockEnvironment: (db, at) => sites.lockEnvironment(db, at('env')),
  selectPreviews: mayReadMore('reads the previews of one project, which are deleted when they are unused', (db, at) =>
    sites.selectPreviews(db, at('proj'), 50),
  ),
  listForkPreviews: mayReadMore('reads the previews of one project', (db, at) =>
    sites.listForkPreviews(db, at('proj'), 20),
  ),
  deleteEnvironment: (db, at) => sites.deleteEnvironment(db, at('env')),
  selectKnownBranches: (db, at) => sites.selectKnownBranches(db, at('proj'), ['topic-1', 'main']),
  insertEndedAt: (db, at) => sites.insertEndedAt(db, { projectId: at('proj'), branch: 'new', commit: 'c' }),
  selectEndedAt: (db, at) => sites.selectEndedAt(db, at('proj'), 'topic-1'),
  deleteOldEnds: mayReadMore('reads the ended previews of one project, whose number this function limits', (db, at) =>
    sites.deleteOldEnds(db, at('proj')),
  ),
  takeProjectsWithoutSite: mayReadMore('compares two indexes, once a minute', (db) =>
    sites.takeProjectsWithoutSite(db, 20),
  ),
  takeEnvironmentsToPoll: (db) => sites.takeEnvironmentsToPoll(db, { limit: 20, everySeconds: 60, maxSeconds: 900 }),
  pollOften: (db, at) => sites.pollOften(db, at('env')),
  pollLater: (db, at) => sites.pollLater(db, at('env'), 60),
};

const specSamples: SamplesOf<typeof specs> = {
  takeSitesOfSpecs: mayReadMore('reads the live sites that refer to specifications, in rounds', (db, at) =>
    specs.takeSitesOfSpecs(db, { ids: [at('env')], olderThanSeconds: 60 }),
  ),
  selectSitesOfSpecs: mayReadMore('reads the live sites that refer to specifications, in rounds', (db) =>
    specs.selectSitesOfSpecs(db, { limit: 20, olderThanSeconds: 60, without: [] }),
  ),
};

const lease = (at: Place) => ({ id: at('deployment'), attempt: 0 });
const deploymentPage = {
  kind: undefined,
  branch: undefined,
  status: undefined,
  withSkipped: true,
  after: undefined,
  limit: 50,
};

const deploymentSamples: SamplesOf<typeof deployments> = {
  insertDeployment: (db, at) =>
    deployments.insertDeployment(db, {
      id: 'new',
      organization_id: at('org'),
      project_id: at('proj'),
      environment_id: at('env'),
      branch: 'main',
      source: 'push',
      author: null,
      commit: null,
      keeps_promotion: false,
    }),
  copyToProduction: (db, at) =>
    deployments.copyToProduction(db, { of: at('deployment'), id: 'new', environmentId: at('env'), author: 'x' }),
  skipQueued: (db, at) => deployments.skipQueued(db, at('env'), at('deployment')),
  selectQueued: (db, at) => deployments.selectQueued(db, at('env')),
  selectDeployment: (db, at) => deployments.selectDeployment(db, at('org'), at('deployment')),
  findDeployment: (db, at) => deployments.findDeployment(db, at('deployment')),
  selectDeployments: [
    async (db, at) => {
      const page = { ...deploymentPage, projectId: at('proj') };
      await deployments.selectDeployments(db, page);
      await deployments.selectDeployments(db, { ...page, after: at('deployment') });
      for (const status of ['queued', 'in_progress', 'success', 'failure', 'skipped'] as const)
        await deployments.selectDeployments(db, { ...page, status });
      await deployments.selectDeployments(db, { ...page, branch: 'none' });
    },
    mayReadMore('reads the deployments of one project', async (db, at) => {
      for (const kind of ['production', 'preview'] as const)
        await deployments.selectDeployments(db, { ...deploymentPage, projectId: at('proj'), kind });
    }),
  ],
  claimDeployment: (db, at) => deployments.claimDeployment(db, at('deployment')),
  updateDeployment: (db, at) => deployments.updateDeployment(db, lease(at), { commitMessage: 'x' }),
  fixPromoted: (db, at) =>
    deployments.fixPromoted(db, lease(at), { environmentId: at('env'), branch: 'main', commit: 'c' }),
  observeHead: (db, at) =>
    deployments.observeHead(db, lease(at), { environmentId: at('env'), branch: 'main', commit: 'c' }),
  endDeploymentRow: (db, at) =>
    deployments.endDeploymentRow(db, { id: at('deployment'), status: 'success', summary: 'x' }),
  setActive: (db, at) =>
    deployments.setActive(
      db,
      { id: at('env'), project_id: at('proj') },
      { deploymentId: at('deployment'), observation: 1, pinnedCommit: null },
    ),
  selectInProgress: (db, at) => deployments.selectInProgress(db, at('env')),
  selectUnread: (db, at) => deployments.selectUnread(db, at('env')),
  selectSuccessOf: (db, at) => deployments.selectSuccessOf(db, at('env'), 'none'),
  listUnbuiltForks: (db, at) => deployments.listUnbuiltForks(db, at('proj')),
  selectLastBuilt: (db, at) => deployments.selectLastBuilt(db, at('env')),
  selectReported: (db, at) =>
    deployments.selectReported(db, {
      id: at('env'),
      project_id: at('proj'),
      kind: 'production',
      branch: null,
    } as never),
  selectForgotten: (db) => deployments.selectForgotten(db),
  setDurations: (db, at) => deployments.setDurations(db, at('deployment'), { waiting: 1 }),
};

const takedownSamples: SamplesOf<typeof takedowns> = {
  lockSiteBySlug: (db, at) => takedowns.lockSiteBySlug(db, `site-${at.n}`),
  selectTakenDown: (db) => takedowns.selectTakenDown(db, 100),
  setTakedown: (db, at) => takedowns.setTakedown(db, at('proj'), null),
};

const domainSamples: SamplesOf<typeof domains> = {
  insertDomain: (db, at) =>
    domains.insertDomain(db, {
      id: 'new',
      organization_id: at('org'),
      project_id: at('proj'),
      domain: 'new.example.com',
      created_at: now,
      next_check_at: now,
    }),
  selectDomains: (db, at) => domains.selectDomains(db, at('proj')),
  selectDomain: (db, at) => domains.selectDomain(db, at('proj'), domainOf(at)),
  lockName: (db, at) => domains.lockName(db, domainOf(at)),
  selectClaim: (db, at) => domains.selectClaim(db, domainOf(at)),
  updateDomain: (db, at) => domains.updateDomain(db, at('domain'), { status: 'pending', reason: null } as never),
  deleteDomain: (db, at) => domains.deleteDomain(db, at('domain')),
  takeDueDomains: (db, at) => domains.takeDueDomains(db, { ids: [at('domain')], now: later, holdMs: 1 }),
  selectDueDomains: (db) => domains.selectDueDomains(db, { now: later, limit: 20, without: [] }),
};

const accessSamples: SamplesOf<typeof access> = {
  insertCode: (db, at) =>
    access.insertCode(db, {
      sha256: sha256('new'),
      environmentId: at('env'),
      sessionId: at('session'),
      challenge: 'c',
      seconds: 60,
    }),
  takeCode: (db, at) => access.takeCode(db, { sha256: sha256(at('code')), environmentId: at('env'), challenge: 'x' }),
  insertUsedToken: (db, at) => access.insertUsedToken(db, { projectId: at('proj'), digest: 'new', expiresAt: later }),
  deleteExpiredTokens: mayReadMore('deletes up to a thousand rows at once', (db) => access.deleteExpiredTokens(db)),
  insertEndedSession: (db, at) => access.insertEndedSession(db, { id: 'new', projectId: at('proj'), expiresAt: later }),
  deleteExpiredEndings: mayReadMore('deletes up to a thousand rows at once', (db) => access.deleteExpiredEndings(db)),
  selectEndedSessions: mayReadMore(
    'one edge reads the sessions that ended on all sites in the last few seconds',
    (db) => access.selectEndedSessions(db, now),
  ),
};

const activationSamples: SamplesOf<typeof activations> = {
  holdDeployment: (db, at) => activations.holdDeployment(db, at('deployment')),
  selectFirstActivations: mayReadMore('reads the deployments of one project, which retention limits', (db, at) =>
    activations.selectFirstActivations(db, at('proj'), [daysAgo(2)]),
  ),
};

const servedSamples: SamplesOf<typeof served> = {
  selectServedSite: async (db, at) => {
    await served.selectServedSite(db, { kind: 'default' });
    await served.selectServedSite(db, { kind: 'label', label: `site-${at.n}` });
    await served.selectServedSite(db, { kind: 'label', label: 'topic-2500--site' });
    await served.selectServedSite(db, { kind: 'domain', domain: domainOf(at) });
    await served.selectServedSite(db, { kind: 'domain', domain: 'nobodys.example.com' });
  },
  selectFormer: (db, at) => served.selectFormer(db, at('env'), daysAgo(0.05)),
  selectChanges: async (db) => {
    await served.selectChanges(db, undefined);
    await served.selectChanges(db, '999999');
  },
};

const edgeSamples: SamplesOf<typeof edge> = {
  notifyProof: (db) => edge.notifyProof(db, 'channel', 'token'),
};

const searchCheckSamples: SamplesOf<typeof searchChecks> = {
  selectQuestions: (db, at) => searchChecks.selectQuestions(db, at('proj')),
  saveQuestions: (db, at) => searchChecks.saveQuestions(db, at('proj'), []),
  selectComparison: (db, at) => searchChecks.selectComparison(db, at('deployment')),
  saveComparison: (db, at) =>
    searchChecks.saveComparison(db, {
      deploymentId: at('deployment'),
      projectId: at('proj'),
      comparedWith: 'x',
      queries: 1,
      complete: true,
      changes: [],
    }),
  deleteOldComparisons: (db) => searchChecks.deleteOldComparisons(db, 365),
};

const forQuota = 'sums the rows of one organization, hourly and before a request is refused for its quota';

const wanting = (at: Place) => ({ bundleId: at('bundle'), projectId: at('proj'), model: 'm' });

const vectorSamples: SamplesOf<typeof vectors> = {
  selectSitesWithoutVectors: mayReadMore(
    'compares the live sites with their vectors, four times a minute',
    async (db) => {
      await vectors.selectSitesWithoutVectors(db, { installationModel: undefined, limit: 5 });
      await vectors.selectSitesWithoutVectors(db, { installationModel: 'other', limit: 5 });
    },
  ),
  claimVectors: (db, at) => vectors.claimVectors(db, wanting(at), 5),
  sumVectorBytes: mayReadMore(forQuota, (db, at) => vectors.sumVectorBytes(db, at('org'))),
  selectEarlierVectors: (db, at) => vectors.selectEarlierVectors(db, wanting(at)),
  saveVectors: (db, at) => vectors.saveVectors(db, wanting(at), { sha256: 's', sizeBytes: 1, sections: 1, asked: 1 }),
  saveProblem: (db, at) => vectors.saveProblem(db, { bundleId: at('bundle'), problem: 'x', again: true }),
};

const bundleSamples: SamplesOf<typeof bundles> = {
  sumBundleBytes: mayReadMore(forQuota, (db, at) => bundles.sumBundleBytes(db, at('org'))),
  selectBundleByIdentity: (db, at) =>
    bundles.selectBundleByIdentity(db, { projectId: at('proj'), identity: at('identity') }),
  findBundle: (db, at) => bundles.findBundle(db, at('bundle')),
  selectBundlesOfFiles: mayReadMore('the bundles of one project, which retention limits', (db, at) =>
    bundles.selectBundlesOfFiles(db, at('proj'), [`bundles/b${at.n}.tar.gz`]),
  ),
  insertBundle: (db, at) =>
    bundles.insertBundle(db, {
      id: 'new',
      organization_id: at('org'),
      project_id: at('proj'),
      identity: 'new',
      commit: 'c',
      base_path: '',
      blob_key: 'bundles/new.tar.gz',
      sha256: 's',
      size_bytes: 1,
      page_count: 1,
      issues: '[]',
      issue_count: 0,
      issue_counts: '{}',
      error_count: 0,
      expected_pages: 1,
      missing: '[]',
      missing_count: 0,
      specifications: null,
    }),
  retireBundle: (db, at) => bundles.retireBundle(db, at('bundle')),
  lockBundles: (db, at) => bundles.lockBundles(db, [at('bundle')]),
  deleteBundles: (db, at) => bundles.deleteBundles(db, [at('bundle')]),
};

/** The first two batches of environments: a round covers all environments in batches of a hundred. */
const environmentsOf = (at: Place): string[] => [at('env'), 'env_1', 'env_2'];

const deploymentRetentionSamples: SamplesOf<typeof deploymentRetention> = {
  lockEnvironments: (db) => deploymentRetention.lockEnvironments(db, '', 100),
  deleteIdlePreviews: (db, at) => deploymentRetention.deleteIdlePreviews(db, environmentsOf(at), 30),
  deleteOldDeployments: mayReadMore('reads the retained deployments of some environments, once an hour', (db, at) =>
    deploymentRetention.deleteOldDeployments(db, environmentsOf(at), { count: 20, days: 400, previewCount: 3 }),
  ),
};

const pollSamples: SamplesOf<typeof polls> = {
  takePullRequestPolls: (db) => polls.takePullRequestPolls(db, { limit: 20, everySeconds: 60, maxSeconds: 900 }),
  slowPullRequestPolls: (db, at) => polls.slowPullRequestPolls(db, [at('proj')], 900),
  savePullRequestPoll: (db, at) => polls.savePullRequestPoll(db, at('proj'), { tag: null, hasChanged: true }),
  pollPullRequestsSoon: (db, at) => polls.pollPullRequestsSoon(db, at('proj')),
  pollPullRequestsLater: (db, at) => polls.pollPullRequestsLater(db, at('org'), 60),
};

const retentionSamples: SamplesOf<typeof retention> = {
  selectUnusedBundles: [
    mayReadMore('compares all bundles with the rows that use them, once an hour', (db) =>
      retention.selectUnusedBundles(db, { olderThanMinutes: 60, limit: 100 }),
    ),
    mayReadMore('checks again a hundred bundles that were just found unused', (db, at) =>
      retention.selectUnusedBundles(db, { olderThanMinutes: 60, limit: 100, ids: [at('bundle')] }),
    ),
  ],
  selectUnnamed: (db, at) =>
    retention.selectUnnamed(db, [
      { key: `bundles/b${at.n}.tar.gz`, madeFor: at('export') },
      { key: 'bundles/none.tar.gz', madeFor: at('deployment') },
    ]),
};

const measured = { repositories: 1, bundles: 1, records: 1 };
const storageSamples: SamplesOf<typeof storage> = {
  selectStorage: (db, at) => storage.selectStorage(db, at('org')),
  addStoredBytes: (db, at) => storage.addStoredBytes(db, at('org'), { bundles: 1 }),
  saveMeasured: (db, at) => storage.saveMeasured(db, at('org'), { before: measured, measured }),
  saveQuota: (db, at) => storage.saveQuota(db, at('org'), 1),
  selectToMeasure: mayReadMore('reads all organizations, once an hour', (db) => storage.selectToMeasure(db, 10)),
};

export const siteStoreSamples: Readonly<Record<string, Samples>> = {
  'modules/publishing/certificates/store.ts': certificateSamples,
  'modules/operations/retention/owned-rows-store.ts': deletionSamples,
  'modules/publishing/deployments/activation-store.ts': activationSamples,
  'modules/publishing/deployments/preview-password-store.ts': passwordSamples,
  'modules/publishing/deployments/pull-request-poll-store.ts': pollSamples,
  'modules/publishing/deployments/retention-store.ts': deploymentRetentionSamples,
  'modules/publishing/deployments/served-site-store.ts': servedSamples,
  'modules/publishing/deployments/site-names-store.ts': nameSamples,
  'modules/publishing/deployments/site-store.ts': siteSamples,
  'modules/publishing/deployments/spec-store.ts': specSamples,
  'modules/publishing/deployments/store.ts': deploymentSamples,
  'modules/publishing/deployments/takedown-store.ts': takedownSamples,
  'modules/publishing/domains/store.ts': domainSamples,
  'modules/readers/edge/access-store.ts': accessSamples,
  'modules/readers/edge/store.ts': edgeSamples,
  'modules/readers/search-checks/store.ts': searchCheckSamples,
  'modules/readers/section-vectors/store.ts': vectorSamples,
  'modules/building/site-bundles/store.ts': bundleSamples,
  'modules/operations/retention/site-store.ts': retentionSamples,
  'modules/identity/storage/store.ts': storageSamples,
};
