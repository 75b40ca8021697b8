import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptChatVariants } from './accept-chat-variants.ts';

const stream = (text: string) =>
  acceptChatVariants(() => Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } })))(
    'https://model.test',
  ).then((response) => response.text());
const chunk = (input: unknown) =>
  JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: input } }] } }] });

test('tool arguments that are objects become strings, with both line endings and with U+2028 in a string', async () => {
  const input = { path: 'a\u2028b' };
  const expected = chunk(JSON.stringify(input));
  for (const end of ['\n', '\r\n']) {
    const lines = (await stream(`data: ${chunk(input)}${end}${end}data: [DONE]${end}${end}`)).split(/\r?\n/);
    assert.deepEqual(lines, [`data: ${expected}`, '', 'data: [DONE]', '', '']);
  }
});
