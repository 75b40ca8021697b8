import * as events from '../../modules/agent/automations/events-store.ts';
import * as runs from '../../modules/agent/automations/runs-store.ts';
import * as sources from '../../modules/agent/automations/sources-store.ts';
import * as automations from '../../modules/agent/automations/store.ts';
import { mayReadMore, type Place, type Samples, type SamplesOf } from './sample.ts';

const nameOf = (at: Place) => ({ organizationId: at('org'), projectId: at('proj'), id: at('automation') });

const automationSamples: SamplesOf<typeof automations> = {
  lockAutomationsOf: (db, at) => automations.lockAutomationsOf(db, at('proj')),
  insertAutomation: (db, at) =>
    automations.insertAutomation(db, {
      id: 'automation_new',
      organization_id: at('org'),
      project_id: at('proj'),
      name: 'n',
      kind: 'custom',
      trigger_type: 'event',
      trigger: '{}',
      context_repositories: '[]',
      limits: '{}',
      created_by: 'u',
    }),
  countAutomations: mayReadMore('the automations of one project, which are limited', (db, at) =>
    automations.countAutomations(db, at('proj')),
  ),
  selectAutomations: (db, at) => automations.selectAutomations(db, at('org'), at('proj')),
  selectAutomation: (db, at) => automations.selectAutomation(db, nameOf(at)),
  selectAutomationById: (db, at) => automations.selectAutomationById(db, at('automation')),
  lockAutomation: (db, at) => automations.lockAutomation(db, at('automation')),
  updateAutomation: (db, at) => automations.updateAutomation(db, at('automation'), { name: 'm' }),
  deleteAutomationRow: (db, at) => automations.deleteAutomationRow(db, at('automation')),
  selectMembersByEmail: mayReadMore('the members of one organization, after a run that needs attention', (db, at) =>
    automations.selectMembersByEmail(db, at('org'), ['ada@example.com']),
  ),
  updateWaitingFor: (db, at) => automations.updateWaitingFor(db, at('automation'), 'x'),
  updateHeads: (db, at) => automations.updateHeads(db, at('automation'), { 'local:docs main': 'c1' }),
  takeDue: (db) => automations.takeDue(db, new Date(), 50),
  updateDue: (db, at) => automations.updateDue(db, at('automation'), new Date()),
  hastenFollowers: (db, at) =>
    automations.hastenFollowers(db, { organizationId: at('org'), repository: 'local:docs', now: new Date() }),
  lockSecretsAfter: mayReadMore('a command of the operator reads all of them', (db) =>
    automations.lockSecretsAfter(db, ''),
  ),
  updateSeal: (db, at) => automations.updateSeal(db, at('automation'), 'sealed'),
};

const eventSamples: SamplesOf<typeof events> = {
  insertEvent: (db, at) =>
    events.insertEvent(db, {
      id: 'event_new',
      automationId: at('automation'),
      subject: 'new',
      evidence: [],
      depth: 1,
      mostWaiting: 500,
    }),
  isKnownEvent: (db, at) => events.isKnownEvent(db, at('automation'), 'x'),
  countWaiting: (db, at) => events.countWaiting(db, [at('automation')]),
  selectWaiting: (db, at) => events.selectWaiting(db, at('automation')),
  takeWaiting: (db, at) => events.takeWaiting(db, at('automation'), at('run')),
  discardWaiting: (db, at) => events.discardWaiting(db, at('automation')),
  selectStartable: mayReadMore('once a minute, by one worker: all waiting automations are woken', (db) =>
    events.selectStartable(db, 500),
  ),
  returnEvents: (db, at) => events.returnEvents(db, at('run')),
  deleteOldEvents: (db) => events.deleteOldEvents(db, 30),
};

const runSamples: SamplesOf<typeof runs> = {
  insertRun: (db, at) =>
    runs.insertRun(db, {
      id: 'run_new',
      automation_id: at('automation'),
      organization_id: at('org'),
      project_id: at('proj'),
      state: 'failed',
      trigger: 'event',
      evidence: '[]',
      events: 1,
    }),
  selectActiveRun: (db, at) => runs.selectActiveRun(db, at('automation')),
  selectRun: (db, at) => runs.selectRun(db, at('automation'), at('run')),
  selectRunById: (db, at) => runs.selectRunById(db, at('run')),
  selectRuns: [
    async (db, at) => {
      const filter = { automationId: at('automation'), state: undefined, after: undefined, limit: 20 };
      await runs.selectRuns(db, filter);
      await runs.selectRuns(db, { ...filter, after: await runs.selectRun(db, at('automation'), at('run')) });
    },
    mayReadMore('a state that few of the automation’s runs have: all of the runs are read', (db, at) =>
      runs.selectRuns(db, { automationId: at('automation'), state: 'closed', after: undefined, limit: 20 }),
    ),
  ],
  selectLastRuns: (db, at) => runs.selectLastRuns(db, [at('automation')]),
  selectOpenRuns: (db, at) => runs.selectOpenRuns(db, at('automation')),
  selectOpenRunsAfter: mayReadMore('once a minute, by one worker: the runs whose pull requests are open', (db) =>
    runs.selectOpenRunsAfter(db, undefined, 1_000),
  ),
  updateRun: (db, at) => runs.updateRun(db, at('run'), { outcome: 'x' }),
  requestMerge: (db, at) => runs.requestMerge(db, at('run')),
  endReview: (db, at) => runs.endReview(db, at('run'), 'closed'),
  selectUnreminded: (db) => runs.selectUnreminded(db, new Date(0), 100),
  takeReminders: (db, at) => runs.takeReminders(db, [at('run')]),
  recordMergeWait: (db, at) => runs.recordMergeWait(db, at('run'), { attempt: 0, waitsFor: 'x' }),
  hasWaitingMerge: (db, at) => runs.hasWaitingMerge(db, at('automation'), new Date(0)),
  decideMerge: (db, at) => runs.decideMerge(db, at('run'), { decision: 'left', outcome: 'x' }),
  endQueuedRun: (db, at) => runs.endQueuedRun(db, at('run'), { state: 'failed', outcome: 'x' }),
  endRunOfJob: (db, at) =>
    runs.endRunOfJob(db, { id: at('job'), turn: 1 }, { state: 'failed', outcome: 'x', totalUsd: 1 }),
  selectRunningRun: (db, at) => runs.selectRunningRun(db, { id: at('job'), turn: 1 }),
  countRuns: mayReadMore('the runs of one automation in a month, at most 500 a day', (db, at) =>
    runs.countRuns(db, at('automation')),
  ),
  selectRunsOfJobs: (db, at) => runs.selectRunsOfJobs(db, at('org'), [at('job')]),
  deleteOldRuns: (db) => runs.deleteOldRuns(db, 365),
};

const sourceSamples: SamplesOf<typeof sources> = {
  upsertSource: (db, at) =>
    sources.upsertSource(db, {
      projectId: at('proj'),
      organizationId: at('org'),
      repository: 'local:docs',
      now: new Date(),
    }),
  selectSource: (db, at) => sources.selectSource(db, at('proj')),
  lockSource: (db, at) => sources.lockSource(db, at('proj')),
  takeDueSources: (db) => sources.takeDueSources(db, new Date(), 50),
  updateSourceDue: (db, at) => sources.updateSourceDue(db, at('proj'), new Date()),
  hastenSources: (db, at) =>
    sources.hastenSources(db, { organizationId: at('org'), repository: 'local:docs', now: new Date() }),
  updateSource: (db, at) => sources.updateSource(db, at('proj'), { commit: 'c1', hasFiles: true, problems: [] }),
  lockAutomationsOfFiles: (db, at) => sources.lockAutomationsOfFiles(db, at('proj')),
};

export const automationsSamples: Readonly<Record<string, Samples>> = {
  'modules/agent/automations/events-store.ts': eventSamples,
  'modules/agent/automations/runs-store.ts': runSamples,
  'modules/agent/automations/sources-store.ts': sourceSamples,
  'modules/agent/automations/store.ts': automationSamples,
};
