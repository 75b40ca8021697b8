import * as codeHostEvents from '../../modules/agent/code-host-events/store.ts';
import * as codeHosts from '../../modules/sources/code-hosts/store.ts';
import * as statuses from '../../modules/sources/local-code-host/status-store.ts';
import * as localCodeHost from '../../modules/sources/local-code-host/store.ts';
import * as pullRequests from '../../modules/publishing/pull-requests/store.ts';
import * as webhooks from '../../modules/project-config/webhooks/store.ts';
import { mayReadMore, now, sendsNothing, type Place, type Samples, type SamplesOf } from './sample.ts';

const codeHostEventSamples: SamplesOf<typeof codeHostEvents> = {
  selectProjectsWithEvents: (db, at) => codeHostEvents.selectProjectsWithEvents(db, [at('proj')]),
  insertHook: (db, at) =>
    codeHostEvents.insertHook(db, {
      id: 'new',
      organization_id: at('org'),
      project_id: at('proj'),
      kind: 'github',
      secret: 's',
      follow_ups: 'mention',
      mention: 'docwright',
      created_by: at('user'),
    }),
  selectHooks: (db, at) => codeHostEvents.selectHooks(db, at('proj')),
  selectHook: (db, at) => codeHostEvents.selectHook(db, at('hook')),
  lockHooksAfter: (db) => codeHostEvents.lockHooksAfter(db, ''),
  updateSeal: (db, at) => codeHostEvents.updateSeal(db, at('hook'), 's'),
  deleteHookRow: (db, at) => codeHostEvents.deleteHookRow(db, at('proj'), at('hook')),
  saveInstall: (db, at) => codeHostEvents.saveInstall(db, at('hook'), { hostHookId: null, problem: null }),
  touchHook: (db, at) => codeHostEvents.touchHook(db, at('hook')),
  insertHostEvent: (db, at) =>
    codeHostEvents.insertHostEvent(db, {
      id: 'new',
      hook_id: at('hook'),
      delivery_id: 'new',
      subject: 'new',
      data: '{}',
    }),
  deleteOldEvents: (db, at) => codeHostEvents.deleteOldEvents(db, at('hook'), 400),
  selectWaiting: (db, at) => codeHostEvents.selectWaiting(db, at('event')),
  lockWaiting: (db, at) => codeHostEvents.lockWaiting(db, at('event')),
  updateJobOfEvent: (db, at) => codeHostEvents.updateJobOfEvent(db, at('event'), 'aj_1'),
  endHostEvent: (db, at) =>
    codeHostEvents.endHostEvent(db, at('event'), { outcome: 'noted', reason: null, agentJobId: null }),
  selectHostEvents: (db, at) => codeHostEvents.selectHostEvents(db, at('hook'), 50),
};

const requestOf = (at: Place) => ({
  state_digest: at('state'),
  verifier_digest: 'x',
  organization_id: at('org'),
  actor_id: 'x',
});

const codeHostSamples: SamplesOf<typeof codeHosts> = {
  selectCodeHosts: (db, at) => codeHosts.selectCodeHosts(db, at('org')),
  selectCodeHost: (db, at) => codeHosts.selectCodeHost(db, at('org'), at('host')),
  lockCodeHostsOf: (db, at) => codeHosts.lockCodeHostsOf(db, at('org')),
  insertCodeHost: (db, at) =>
    codeHosts.insertCodeHost(db, {
      id: 'new',
      organization_id: at('org'),
      kind: 'github',
      name: 'New',
      web_url: 'https://github.com',
      api_url: null,
      account: 'new',
      credential_kind: 'token',
      app_id: null,
      app_slug: null,
      credential: 'x',
      key_id: 'key-now',
      check_result: null,
      created_by: at('user'),
    }),
  updateCodeHostRow: (db, at) =>
    codeHosts.updateCodeHostRow(db, { id: at('host'), organization_id: at('org') }, { name: 'New' }),
  deleteCodeHostRow: (db, at) => codeHosts.deleteCodeHostRow(db, at('org'), at('host')),
  lockSealedWithOtherKey: mayReadMore('a command encrypts every credential again', (db) =>
    codeHosts.lockSealedWithOtherKey(db, 'key-now', ''),
  ),
  insertAppRequest: (db, at) =>
    codeHosts.insertAppRequest(db, {
      ...requestOf(at),
      state_digest: 'new',
      web_url: 'https://github.com',
      api_url: null,
      account: '',
      app_name: 'New',
      expires_at: now,
    }),
  deleteOldAppRequests: (db) => codeHosts.deleteOldAppRequests(db, now),
  countAppRequests: mayReadMore('counts the requests of one organization, which are few', (db, at) =>
    codeHosts.countAppRequests(db, at('org')),
  ),
  selectAppRequest: (db, at) => codeHosts.selectAppRequest(db, at('state'), now),
  takeAppRequest: (db, at) => codeHosts.takeAppRequest(db, { ...requestOf(at), now }),
};

const statusSamples: SamplesOf<typeof statuses> = {
  saveStatus: (db, at) =>
    statuses.saveStatus(db, at('repo'), { sha: 'new', context: 'c', state: 'success', description: 'd', url: 'u' }),
  listStatuses: (db, at) => statuses.listStatuses(db, at('repo'), 'none'),
};

const pullRequestOf = (at: Place) => ({ repositoryId: at('repo'), number: at.n + 1 });

const localSamples: SamplesOf<typeof localCodeHost> = {
  insertRepository: (db, at) =>
    localCodeHost.insertRepository(db, { id: 'new', organizationId: at('org'), name: 'new', defaultBranch: 'main' }),
  findRepositoryByName: (db, at) => localCodeHost.findRepositoryByName(db, at('org'), `docs-${at.n}`),
  findRepositoryById: (db, at) => localCodeHost.findRepositoryById(db, at('repo')),
  selectRepositoryIds: (db, at) => localCodeHost.selectRepositoryIds(db, at('org')),
  incrementLinkGeneration: (db, at) => localCodeHost.incrementLinkGeneration(db, at('repo')),
  findRepositoryAt: async (db, at) => {
    await localCodeHost.findRepositoryAt(db, { repository: `docs-${at.n}` });
    await localCodeHost.findRepositoryAt(db, {
      organization: `org-${at.n}`,
      repository: `docs-${at.n}`,
    });
  },
  listRepositoriesOf: [
    (db, at) => localCodeHost.listRepositoriesOf(db, at('org'), { after: undefined, limit: 21 }),
    (db, at) => localCodeHost.listRepositoriesOf(db, at('org'), { after: 'docs-3', limit: 21 }),
  ],
  deleteRepositoryById: (db, at) => localCodeHost.deleteRepositoryById(db, at('repo')),
  takeNumber: (db, at) => localCodeHost.takeNumber(db, at('repo')),
  insertPullRequest: (db, at) =>
    localCodeHost.insertPullRequest(db, {
      repositoryId: at('repo'),
      number: 9_000_000,
      draft: false,
      title: 't',
      body: 'b',
      headBranch: 'new',
      baseBranch: 'main',
      headSha: 'h',
      forkSha: 'f',
    }),
  findPullRequest: (db, at) => localCodeHost.findPullRequest(db, pullRequestOf(at)),
  lockPullRequest: (db, at) => localCodeHost.lockPullRequest(db, pullRequestOf(at)),
  listPullRequestsOf: async (db, at) => {
    const repositoryId = at('repo');
    await localCodeHost.listPullRequestsOf(db, { repositoryId, limit: 50 });
    await localCodeHost.listPullRequestsOf(db, { repositoryId, headBranch: 'none', limit: 50 });
    for (const state of ['open', 'closed', 'merged'] as const)
      await localCodeHost.listPullRequestsOf(db, { repositoryId, state, limit: 50 });
  },
  updatePullRequestRow: (db, at) =>
    localCodeHost.updatePullRequestRow(db, pullRequestOf(at), { title: 'New', updatedAt: now }),
  addPeople: (db, at) => localCodeHost.addPeople(db, pullRequestOf(at), { labels: ['l'], reviewers: [] }),
  insertComment: (db, at) => localCodeHost.insertComment(db, pullRequestOf(at), { author: 'a', body: 'b' }),
  listComments: (db, at) => localCodeHost.listComments(db, pullRequestOf(at)),
  updateCommentRow: (db, at) => localCodeHost.updateCommentRow(db, pullRequestOf(at), { id: '1', body: 'b' }),
};

const keyOf = (at: Place) => ({ project_id: at('proj'), number: at.n + 1 });

const pullRequestSamples: SamplesOf<typeof pullRequests> = {
  selectPullRequest: (db, at) => pullRequests.selectPullRequest(db, at('proj'), at.n + 1),
  lockPullRequest: (db, at) => pullRequests.lockPullRequest(db, at('proj'), at.n + 1),
  saveApproval: (db, at) => pullRequests.saveApproval(db, keyOf(at), { commit: 'c', by: 'x', isBySetting: true }),
  clearApproval: (db, at) => pullRequests.clearApproval(db, keyOf(at)),
  selectWaitingForks: mayReadMore('reads the open pull requests of one project', (db, at) =>
    pullRequests.selectWaitingForks(db, at('proj'), 20),
  ),
  savePullRequest: (db, at) =>
    pullRequests.savePullRequest(
      db,
      { id: at('proj'), organization_id: at('org') },
      {
        number: at.n + 1,
        url: 'u',
        state: 'open',
        draft: false,
        title: 't',
        author: null,
        body: '',
        headBranch: 'topic',
        headSha: 's',
        baseBranch: 'main',
        fromFork: false,
      },
    ),
  selectOpen: async (db, at) => {
    await pullRequests.selectOpen(db, at('proj'));
    await pullRequests.selectOpen(db, at('proj'), 'none');
  },
  selectOpenOf: async (db, at) => {
    await pullRequests.selectOpenOf(db, { project_id: at('proj'), branch: 'topic-1', pull_request: null });
    await pullRequests.selectOpenOf(db, { project_id: at('proj'), branch: null, pull_request: at.n + 1 });
  },
  claimComment: (db, at) => pullRequests.claimComment(db, keyOf(at), 'token'),
  releaseComment: (db, at) => pullRequests.releaseComment(db, keyOf(at), { id: null, digest: null }),
  setProblem: (db, at) => pullRequests.setProblem(db, keyOf(at), 'x'),
  deleteLongEnded: mayReadMore('reads the pull requests of one project, whose number this function limits', (db, at) =>
    pullRequests.deleteLongEnded(db, at('proj')),
  ),
};

const webhookSamples: SamplesOf<typeof webhooks> = {
  disableEndpoints: (db, at) => webhooks.disableEndpoints(db, at('org'), 'x'),
  databaseTime: sendsNothing,
  insertEndpoint: (db, at) =>
    webhooks.insertEndpoint(db, {
      id: 'new',
      organization_id: at('org'),
      url: 'u',
      description: '',
      events: null,
      project_ids: null,
      secret: 's',
      created_by: at('user'),
    }),
  lockEndpointsOf: (db, at) => webhooks.lockEndpointsOf(db, at('org')),
  selectEndpoints: (db, at) => webhooks.selectEndpoints(db, at('org')),
  selectEndpoint: (db, at) => webhooks.selectEndpoint(db, at('org'), at('endpoint')),
  lockEndpoint: (db, at) => webhooks.lockEndpoint(db, at('endpoint')),
  lockEndpointsAfter: (db) => webhooks.lockEndpointsAfter(db, ''),
  updateSeals: (db, at) =>
    webhooks.updateSeals(db, at('endpoint'), { secret: 's', previous_secret: null, url: 'u', sealed_url: null }),
  updateEndpointRow: (db, at) => webhooks.updateEndpointRow(db, at('endpoint'), { description: 'New' }),
  deleteEndpointRow: (db, at) => webhooks.deleteEndpointRow(db, at('org'), at('endpoint')),
  selectReachable: (db, at) =>
    webhooks.selectReachable(db, { organizationId: at('org'), projectId: at('proj'), ids: [at('endpoint')] }),
  selectListening: (db, at) =>
    webhooks.selectListening(db, { organizationId: at('org'), projectId: at('proj'), type: 'agent_job.completed' }),
  insertDelivery: (db, at) =>
    webhooks.insertDelivery(db, {
      id: 'new',
      endpoint_id: at('endpoint'),
      organization_id: at('org'),
      message_id: 'm',
      project_id: at('proj'),
      type: 't',
      payload: '{}',
      next_attempt_at: now,
      replay_of: null,
    }),
  selectDue: (db, at) => webhooks.selectDue(db, at('delivery'), 1),
  endAttempt: (db, at) =>
    webhooks.endAttempt(
      db,
      { delivery_id: at('delivery'), attempt: 1 },
      { status: 'succeeded', error: null, nextInMs: null },
    ),
  insertAttempt: (db, at) =>
    webhooks.insertAttempt(db, {
      delivery_id: at('delivery'),
      attempt: 9,
      at: now,
      duration_ms: 1,
      status_code: 200,
      error: null,
      response: null,
    }),
  clearFailing: (db, at) => webhooks.clearFailing(db, at('endpoint')),
  markFailing: (db, at) => webhooks.markFailing(db, at('endpoint')),
  failPending: (db, at) => webhooks.failPending(db, at('endpoint'), 'x'),
  deleteOldDeliveries: (db, at) => webhooks.deleteOldDeliveries(db, at('endpoint'), 400),
  deleteEndedDeliveries: (db) => webhooks.deleteEndedDeliveries(db, 400),
  selectDelivery: (db, at) => webhooks.selectDelivery(db, at('endpoint'), at('delivery')),
  selectDeliveries: async (db, at) => {
    const page = { endpointId: at('endpoint'), status: undefined, after: undefined, limit: 50 };
    await webhooks.selectDeliveries(db, page);
    await webhooks.selectDeliveries(db, { ...page, after: at('delivery') });
    for (const status of ['pending', 'succeeded', 'failed'] as const)
      await webhooks.selectDeliveries(db, { ...page, status });
  },
  selectAttempts: (db, at) => webhooks.selectAttempts(db, at('delivery')),
};

export const connectionSamples: Readonly<Record<string, Samples>> = {
  'modules/agent/code-host-events/store.ts': codeHostEventSamples,
  'modules/sources/code-hosts/store.ts': codeHostSamples,
  'modules/sources/local-code-host/status-store.ts': statusSamples,
  'modules/sources/local-code-host/store.ts': localSamples,
  'modules/publishing/pull-requests/store.ts': pullRequestSamples,
  'modules/project-config/webhooks/store.ts': webhookSamples,
};
