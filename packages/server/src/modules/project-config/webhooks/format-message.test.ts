import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhookEventTypes, webhookFormats } from '@docwright/contract';
import { describeEvent } from './describe-event.ts';
import { formatMessage } from './format-message.ts';
import { composePayload } from './publish-event.ts';
import { showAddress } from './show-address.ts';

const at = new Date('2026-11-22T00:00:00Z');
const prLink = 'https://github.com/acme/docs/pull/7?a=1|2&b=<3>';
const hostile = '<!channel> @everyone <@U1> [x](https://evil.example) **b** `c` & "\0\u202e';
const completed = composePayload('agent.job.completed', at, { title: hostile, summary: hostile, prLink });
const read = (format: 'slack' | 'discord' | 'teams', payload = completed) => JSON.parse(formatMessage(format, payload));

test('a server receives the event itself', () => {
  assert.equal(formatMessage('standard', completed), completed);
});

test('Slack gets plain text without mentions', () => {
  const { text, blocks } = read('slack');
  assert.equal(
    text,
    'Agent job completed: &lt;!channel&gt; @everyone &lt;@U1&gt; [x](https://evil.example) **b** `c` &amp; "',
  );
  assert.deepEqual(
    blocks.map((block: { text: { type: string } }) => block.text.type),
    ['plain_text', 'plain_text', 'mrkdwn'],
  );
  assert.equal(
    blocks[2].text.text,
    '<https://github.com/acme/docs/pull/7?a=1%7C2&amp;b=%3C3%3E|Open the pull request>',
  );
});

test('Discord gets text with escaped markup, and no one is mentioned', () => {
  const { embeds, allowed_mentions: mentions } = read('discord');
  assert.deepEqual(mentions, { parse: [] });
  assert.match(embeds[0].description, /^\\<!channel\\> \\@everyone .*\\\[x\\\]\\\(https\\:/);
  assert.equal(embeds[0].timestamp, '2026-11-22T00:00:00.000Z');
});

test('Teams gets plain text runs and a button', () => {
  const [{ contentType, content }] = read('teams').attachments;
  assert.equal(contentType, 'application/vnd.microsoft.card.adaptive');
  assert.ok(content.body.every(({ type }: { type: string }) => type === 'RichTextBlock'));
  assert.equal(content.actions[0].url, new URL(prLink).href);
});

test('a malformed link, or one with another scheme, is omitted', () => {
  for (const link of [null, 7, 'javascript:alert(1)', 'https://', 'pull/7']) {
    const payload = composePayload('agent.job.failed', at, { title: 'A', error: { message: 'No.' }, prLink: link });
    assert.deepEqual(describeEvent(payload), {
      title: 'Agent job failed: A',
      text: 'No.',
      link: undefined,
      tone: 'bad',
      at: '2026-11-22T00:00:00.000Z',
    });
  }
});

test('every event type has its own title, and can be formatted with and without its optional fields', () => {
  const titles = new Set<string>();
  for (const type of [...webhookEventTypes, 'webhook.test' as const]) {
    const full = { title: 'T', domain: 'd.example', branch: 'main', commit: '0123456789abc', path: '/a', pageCount: 3 };
    titles.add(describeEvent(composePayload(type, at, full)).title);
    for (const data of [full, {}, { title: null, prompt: 'x'.repeat(5_000), summary: '😀'.repeat(5_000) }])
      for (const format of webhookFormats) {
        const body = formatMessage(format, composePayload(type, at, data));
        assert.ok(Buffer.byteLength(body) < 28_000 || format === 'standard', `${type} ${format}`);
        assert.doesNotMatch(body, /undefined|null,"text"|[\ud800-\udbff](?![\udc00-\udfff])/u);
      }
  }
  assert.equal(titles.size, webhookEventTypes.length + 1);
  assert.ok(titles.has('Deployment live: main at 0123456'));
  const exported = (pageCount: number) =>
    describeEvent(composePayload('static-export.job.completed', at, { pageCount }));
  assert.deepEqual([exported(1).text, exported(21).text], ['1 page.', '21 pages.']);
});

test('titles and descriptions stay within the limits of Slack and Discord', () => {
  const split = composePayload('agent.job.completed', at, { prompt: `${'x'.repeat(98)}😀😀` });
  assert.equal(describeEvent(split).title, `Agent job completed: ${'x'.repeat(98)}…`);
  const long = composePayload('agent.job.completed', at, {
    title: '*'.repeat(9_000),
    summary: '😀'.repeat(9_000),
    prLink,
  });
  assert.ok(read('slack', long).blocks[0].text.text.length <= 150);
  assert.ok(read('slack', long).blocks[1].text.text.length <= 3_000);
  assert.ok(read('discord', long).embeds[0].title.length <= 256);
  assert.ok(read('discord', long).embeds[0].description.length <= 4_096);
});

test('only the host and end of a chat’s address are shown', () => {
  const url = 'https://hooks.slack.com/services/T000/B000/secretXYZ1';
  assert.equal(showAddress({ url, format: 'standard' }), url);
  assert.equal(showAddress({ url, format: 'slack' }), 'https://hooks.slack.com/…XYZ1');
});
