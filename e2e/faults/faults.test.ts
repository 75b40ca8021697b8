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
    rule: 'pushes once when the worker dies after the push, before it is recorded',
    fault: atPoint('agent.push-answered', { kills: 1 }),
    always: true,
  },
  {
    rule: 'makes the pull request of a branch that a lost worker had pushed',
    fault: atPoint('agent.pushed', { kills: 1 }),
  },
  {
    rule: 'renders again what a lost worker had half rendered, into the same bundle',
    fault: atPoint('export.rendering', { kills: 1, time: halfOfExample }),
    always: true,
  },
  {
    rule: 'makes a deployment live once when its worker dies before the activation',
    fault: atPoint('deployment.activating', { kills: 1 }),
    always: true,
  },
  {
    rule: 'doesn’t ask a model again for an answer that is in the journal',
    fault: atPoint('agent.journaled', { kills: 1, place: 'remote', time: 2 }),
  },
  {
    rule: 'merges the pull request of an automation once when the worker dies before the merge is recorded',
    fault: atPoint('automation.merge-answered', { kills: 1 }),
    always: true,
  },
  {
    rule: 'merges once when the worker that postponed the merge dies while checks run',
    fault: whileChecksRun(),
  },
  {
    rule: 'suggests a change to a draft once when the worker dies between the edits and the suggestions',
    fault: atPoint('agent.completing', { kills: 1, of: 'ask' }),
    always: true,
  },
  {
    rule: 'reads a context repository whose fetch a lost worker had started',
    fault: whileContextIsFetched(),
  },
  {
    rule: 'sends a webhook again that the receiver took from a worker that then died, as the same event',
    fault: atPoint('webhook.answered', { kills: 1 }),
    always: true,
  },
  {
    rule: 'makes one pull request although the code host’s answer to it was lost',
    fault: answerLost('pull-request'),
  },
  { rule: 'SIGTERM gives the work on hand to the next worker, and the worker ends with 0', fault: drain() },
  {
    rule: 'after a kill of API, worker and database at once the next start ends all jobs',
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
