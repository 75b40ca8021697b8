import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand } from '../../testing/run-command.ts';
import { agentJob } from '../../testing/samples.ts';

const draft = { branch: 'docs/new', file: 'a.mdx', hasQuote: true, suggestions: ['cmt_1', 'cmt_2'], leftOut: [] };
const job = { ...agentJob, prLink: null, draft };

test('draft ask sends the selected part of the draft, and shows the number of suggestions', async () => {
  const sent: unknown[] = [];
  await using service = await startFakeService({
    'POST /v1/projects/proj_1/drafts/docs%2Fnew/ask': (body) => {
      sent.push(body);
      return { status: 201, body: job };
    },
  });
  const ask = ['draft', 'ask', 'Shorten this.', '--file', 'a.mdx', '--quote', 'long text', '--from', '4'];
  const { stdout } = await runCommand([...ask, '--project', 'proj_1', '--branch', 'docs/new'], { env: service.env });
  assert.deepEqual(sent, [{ prompt: 'Shorten this.', file: 'a.mdx', quote: 'long text', from: 4 }]);
  assert.match(stdout, /^Draft +a\.mdx on docs\/new, 2 suggestions$/m);
});
