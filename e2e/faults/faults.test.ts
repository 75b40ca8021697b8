import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isFullRun, sampleRows } from '../../scripts/sample-rows.ts';
import { runFault, type Fault } from './fault.ts';
import { Installation } from './installation.ts';
import {
  answerLost,
  atPoint,
  drain,
  everythingAtOnce,
  halfOfExample,
  whileChecksRun,
  whileContextIsFetched,
} from './list-faults.ts';

interface Row {
  readonly rule: string;
  readonly fault: Fault;
  /** Whether every full run includes the fault: one kill for each kind of job. */
  readonly always?: true;
}

/** A selection of the faults. `npm test` runs two of them; `npm run faults` runs the whole list. */
const faults: readonly Row[] = [
  {
    rule: 'pushes exactly once if the worker dies after the push, before it is recorded',
    fault: atPoint('agent.push-answered', { kills: 1 }),
    always: true,
  },
  {
    rule: 'creates the pull request for a branch that a killed worker had pushed',
    fault: atPoint('agent.pushed', { kills: 1 }),
  },
  {
    rule: 'renders an export again, into the same bundle, if its worker dies halfway',
    fault: atPoint('export.rendering', { kills: 1, time: halfOfExample }),
    always: true,
  },
  {
    rule: 'makes a deployment live exactly once if its worker dies before the activation',
    fault: atPoint('deployment.activating', { kills: 1 }),
    always: true,
  },
  {
    rule: 'doesn’t request a model’s answer again if it is in the journal',
    fault: atPoint('agent.journaled', { kills: 1, place: 'remote', time: 2 }),
  },
  {
    rule: 'merges an automation’s pull request exactly once if the worker dies before the merge is recorded',
    fault: atPoint('automation.merge-answered', { kills: 1 }),
    always: true,
  },
  {
    rule: 'merges exactly once if the worker that postponed the merge dies while checks are running',
    fault: whileChecksRun(),
  },
  {
    rule: 'suggests a change to a draft exactly once if the worker dies between the edits and the suggestions',
    fault: atPoint('agent.completing', { kills: 1, of: 'ask' }),
    always: true,
  },
  {
    rule: 'reads a context repository that a killed worker had started to fetch',
    fault: whileContextIsFetched(),
  },
  {
    rule: 'sends a webhook again as the same event if the worker dies before it records the delivery',
    fault: atPoint('webhook.answered', { kills: 1 }),
    always: true,
  },
  {
    rule: 'creates one pull request even if the code host’s response is lost',
    fault: answerLost('pull-request'),
  },
  {
    rule: 'leaves a worker’s unfinished work to the next worker after SIGTERM, and the first worker exits with 0',
    fault: drain(),
  },
  {
    rule: 'completes all jobs at the next start if API, worker and database are killed at once',
    fault: everythingAtOnce(),
  },
];

describe('a service with killed processes', () => {
  let installation: Installation;
  before(async () => {
    installation = await Installation.create();
  });
  after(() => installation.close());

  async function survives(fault: Fault): Promise<void> {
    const { lost, duplicated, violations, times } = await runFault(installation, fault);
    assert.deepEqual({ lost, duplicated, violations }, { lost: [], duplicated: [], violations: [] });
    assert.ok(times > 0);
  }

  const sample = { name: 'kills', most: 1, always: ({ always }: Row) => isFullRun && always === true, mostInFull: 2 };
  for (const { rule, fault } of sampleRows(faults, sample)) test(rule, () => survives(fault));
});
