import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { runFault, type Fault } from './fault.ts';
import { Installation } from './installation.ts';
import { answerLost, atPoint, drain, everythingAtOnce, halfOfExample } from './list-faults.ts';

/** A selection for every test run; `npm run faults` runs the whole list. */
describe('a service whose processes are killed', () => {
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

  it('pushes once when the worker dies after the push, before it is recorded', () =>
    survives(atPoint('agent.push-answered', { kills: 1 })));

  it('makes the pull request of a branch that a lost worker had pushed', () =>
    survives(atPoint('agent.pushed', { kills: 1 })));

  it('renders again what a lost worker had half rendered, into the same bundle', () =>
    survives(atPoint('export.rendering', { kills: 1, time: halfOfExample })));

  it('makes a deployment live once when its worker dies before it does', () =>
    survives(atPoint('deployment.activating', { kills: 1 })));

  it('asks a model for no answer again that was journalled', () =>
    survives(atPoint('agent.journaled', { kills: 1, place: 'remote', time: 2 })));

  it('sends a webhook again that the receiver took from a worker that then died, as the same event', () =>
    survives(atPoint('webhook.answered', { kills: 1 })));

  it('makes one pull request although the code host’s answer to it was lost', () =>
    survives(answerLost('pull-request')));

  it('SIGTERM gives the work on hand to the next worker, and the worker ends with 0', () => survives(drain()));

  it('after a kill of API, worker and database at once the next start ends all jobs', () =>
    survives(everythingAtOnce()));
});
