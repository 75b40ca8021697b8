import * as intake from '../../modules/agent/agent-jobs/intake/store.ts';
import * as images from '../../modules/agent/agent-jobs/image-store.ts';
import * as overlay from '../../modules/agent/agent-jobs/overlay-store.ts';
import * as merges from '../../modules/agent/agent-jobs/merges/store.ts';
import * as publish from '../../modules/agent/agent-jobs/publish/store.ts';
import * as jobs from '../../modules/agent/agent-jobs/store.ts';
import * as context from '../../modules/agent/context-repositories/store.ts';
import * as turn from '../../modules/agent/agent-jobs/turn/store.ts';
import { daysAgo, mayReadMore, sendsNothing, type Place, type Samples, type SamplesOf } from './sample.ts';

const md5OfN = (n: number): string => `tree-${n}`;
const jobOf = (at: Place) => ({ organizationId: at('org'), projectId: at('proj'), id: at('job') });
const jobPage = {
  projectIds: null,
  search: undefined,
  status: undefined,
  pullRequest: undefined,
  after: undefined,
  limit: 50,
};

const intakeSamples: SamplesOf<typeof intake> = {
  insertAgentJob: (db, at) =>
    intake.insertAgentJob(db, {
      id: 'job_new',
      organization_id: at('org'),
      project_id: at('proj'),
      status: 'active',
      model: 'm',
      repository: 'r',
      prompt: 'p',
      base_branch: 'main',
      as_draft: true,
      usage: '{}',
    }),
  insertTurn: (db, at) => intake.insertTurn(db, { jobId: at('job'), turn: 9, prompt: 'p', comments: [] }),
  isAgentJobOf: (db, at) => intake.isAgentJobOf(db, at('org'), at('job')),
  selectAgentJobs: [
    async (db, at) => {
      const page = { ...jobPage, organizationId: at('org') };
      const ofProject = { ...page, projectIds: [at('proj')] };
      for (const filter of [page, ofProject]) {
        await intake.selectAgentJobs(db, filter);
        for (const status of ['active', 'completed', 'failed', 'archived'] as const)
          await intake.selectAgentJobs(db, { ...filter, status });
        for (const pullRequest of ['open', 'merged', 'closed'] as const)
          await intake.selectAgentJobs(db, { ...filter, pullRequest });
        await intake.selectAgentJobs(db, { ...filter, after: at('job') });
        await intake.selectAgentJobs(db, { ...filter, skip: 1 });
      }
      await intake.selectAgentJobs(db, { ...page, search: 'neverseen' });
    },
    mayReadMore(
      'a common word: the newest jobs are found by time; jobs with rare words, by the index of words',
      async (db, at) => {
        const page = { ...jobPage, organizationId: at('org'), search: 'page' };
        await intake.selectAgentJobs(db, page);
        await intake.selectAgentJobs(db, { ...page, projectIds: [at('proj')] });
      },
    ),
  ],
  selectEvents: (db, at) => intake.selectEvents(db, at('job'), 0, 100),
};

const image = { digest: 'd'.repeat(64), mediaType: 'image/png', sizeBytes: 1, name: 'a.png' } as const;

const imageSamples: SamplesOf<typeof images> = {
  selectImage: (db, at) => images.selectImage(db, at('job'), image.digest),
  selectImageFacts: (db, at) => images.selectImageFacts(db, at('job')),
  insertImage: (db, at) =>
    images.insertImage(db, { id: at('job'), organization_id: at('org') }, { image, bytes: new Uint8Array(1) }),
  saveImage: async (db, at) => {
    await images.saveImage(db, { id: at('job'), attempt: 0 }, { image, bytes: new Uint8Array(1) });
  },
  sumImageBytes: mayReadMore('once an hour, for the storage quota: the images of one organization', (db, at) =>
    images.sumImageBytes(db, at('org')),
  ),
};

const overlaySamples: SamplesOf<typeof overlay> = {
  contentOf: sendsNothing,
  movedFrom: sendsNothing,
  imageOf: sendsNothing,
  readOverlay: (db, at) => overlay.readOverlay(db, at('job')),
  selectOverlayEntry: (db, at) => overlay.selectOverlayEntry(db, at('job'), 'docs/page.mdx'),
  readOverlayImages: (db, at) =>
    overlay.readOverlayImages(db, at('job'), new Map([['docs/a.png', { kind: 'image', ...image }]])),
  saveOverlayChange: async (db, at) => {
    await overlay.saveOverlayChange(db, at('job'), { path: 'docs/new.mdx', entry: null });
    await overlay.saveOverlayChange(db, at('job'), {
      path: 'docs/new.mdx',
      entry: { kind: 'write', content: 'x' } as never,
    });
  },
};

const publishSamples: SamplesOf<typeof publish> = {
  pullRequestFields: sendsNothing,
  claimPullRequestCheck: (db, at) => publish.claimPullRequestCheck(db, { id: at('job'), pr_checked_at: null }),
  updatePullRequestState: (db, at) => publish.updatePullRequestState(db, at('job'), 'merged'),
  replaceMergeRequest: (db, at) => publish.replaceMergeRequest(db, at('job'), null),
  claimMergeRecord: (db, at) => publish.claimMergeRecord(db, at('job')),
  selectJobWithTree: (db, at) =>
    publish.selectJobWithTree(db, { id: at('job'), projectId: at('proj'), baseBranch: 'main', tree: md5OfN(at.n) }),
  upsertTreeHold: (db, at) =>
    publish.upsertTreeHold(db, { jobId: at('job'), projectId: at('proj'), baseBranch: 'main', tree: md5OfN(at.n) }, 60),
  deleteTreeHolds: (db, at) => publish.deleteTreeHolds(db, at('job')),
  selectJobOfPullRequest: async (db, at) => {
    await publish.selectJobOfPullRequest(db, { projectId: at('proj'), number: at.n });
    await publish.selectJobOfPullRequest(db, {
      organizationId: at('org'),
      repository: `local:docs-${at.n}`,
      number: at.n,
    });
  },
  updateTurnSummary: (db, at) => publish.updateTurnSummary(db, { id: at('job'), turns: 1 }, 'summary'),
  selectEarlierTurns: (db, at) => publish.selectEarlierTurns(db, { id: at('job'), turns: 2 }),
};

const mergeSamples: SamplesOf<typeof merges> = {
  insertMergeCheck: (db, at) => merges.insertMergeCheck(db, at('job')),
  selectDueMergeChecks: (db) => merges.selectDueMergeChecks(db, new Date(Date.now() + 60_000), 50),
  selectCheckedJob: (db, at) => merges.selectCheckedJob(db, at('job')),
  updateMergeCheck: (db, at) => merges.updateMergeCheck(db, at('job'), new Date()),
  deleteMergeCheck: (db, at) => merges.deleteMergeCheck(db, at('job')),
  updateMergeFigures: (db, at) =>
    merges.updateMergeFigures(db, at('job'), { head: 'a'.repeat(40), unchanged: true, linesBefore: 0, lines: 3 }),
  updateChangedAfter: (db, at) => merges.updateChangedAfter(db, at('job'), { linesAfter: 1, measuredAt: new Date() }),
};

const jobSamples: SamplesOf<typeof jobs> = {
  selectJobOutcomes: (db, at) => jobs.selectJobOutcomes(db, [at('job')]),
  selectAgentJob: (db, at) => jobs.selectAgentJob(db, jobOf(at)),
  selectAgentJobForUpdate: (db, at) => jobs.selectAgentJobForUpdate(db, jobOf(at)),
  updateAgentJob: (db, at) => jobs.updateAgentJob(db, at('job'), { title: 'New' }),
  updateActiveAgentJob: (db, at) => jobs.updateActiveAgentJob(db, { id: at('job'), attempt: 0 }, { title: 'New' }),
  insertEvent: (db, at) => jobs.insertEvent(db, at('job'), { type: 'job.created', data: {} }),
  selectLastEnd: (db, at) => jobs.selectLastEnd(db, at('job')),
  selectTurn: (db) => jobs.selectTurn(db, 'job_0', 1),
  hasActiveJob: (db, at) => jobs.hasActiveJob(db, at('proj')),
  deleteJobsOlderThan: (db) => jobs.deleteJobsOlderThan(db, 365, 500),
};

const turnSamples: SamplesOf<typeof turn> = {
  claimAgentJob: (db, at) => turn.claimAgentJob(db, at('job'), 1),
  selectActiveTurn: (db, at) => turn.selectActiveTurn(db, at('job')),
  selectJournal: (db, at) => turn.selectJournal(db, at('job')),
  hasTurnBegun: (db, at) => turn.hasTurnBegun(db, at('job'), 1),
  appendToJournal: (db, at) =>
    turn.appendToJournal(
      db,
      { id: at('job'), attempt: 0 },
      { record: { turn: 1, seq: 9, step: 1, kind: 'note', data: {} }, changes: [], eventType: undefined },
    ),
};

const contextSamples: SamplesOf<typeof context> = {
  watchAnchors: (db, at) => context.watchAnchors(db, { projectId: at('proj'), organizationId: at('org') }),
  takeDueChecks: (db) => context.takeDueChecks(db, { now: daysAgo(400), until: new Date(), limit: 10 }),
  saveCheck: (db, at) => context.saveCheck(db, at('proj'), { stale: [], at: new Date(), dueAt: new Date() }),
  saveFault: (db, at) => context.saveFault(db, at('proj'), { fault: 'f', dueAt: new Date() }),
  selectAnchorCheck: (db, at) => context.selectAnchorCheck(db, at('proj')),
};

export const agentSamples: Readonly<Record<string, Samples>> = {
  'modules/agent/agent-jobs/intake/store.ts': intakeSamples,
  'modules/agent/agent-jobs/image-store.ts': imageSamples,
  'modules/agent/agent-jobs/overlay-store.ts': overlaySamples,
  'modules/agent/agent-jobs/merges/store.ts': mergeSamples,
  'modules/agent/agent-jobs/publish/store.ts': publishSamples,
  'modules/agent/agent-jobs/store.ts': jobSamples,
  'modules/agent/agent-jobs/turn/store.ts': turnSamples,
  'modules/agent/context-repositories/store.ts': contextSamples,
};
