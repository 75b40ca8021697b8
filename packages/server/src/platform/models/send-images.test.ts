import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultCapacity, describeImage, runAgentTurn, type JobImage } from '@docwright/doc-agent';
import { connectModel, memoryTurn, settingsFor } from './testing/memory-turn.ts';
import { startProvider } from './testing/scripted-provider.ts';
import { wireFormats, type WireFormat } from './testing/wire-formats.ts';

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const never = new AbortController().signal;
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  Buffer.from(Array.from({ length: 256 }, (_, n) => n)),
]);
const base64 = png.toString('base64');
const dataUrl = `data:image/png;base64,${base64}`;

/** The part of a request that contains the image, in the format of each provider's API. */
const chatPart = { type: 'image_url', image_url: { url: dataUrl } };
const parts: Readonly<Record<WireFormat['provider'], object>> = {
  anthropic: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64 } },
  openai: { type: 'input_image', image_url: dataUrl },
  'openai-chat': chatPart,
  'openai-compatible': chatPart,
  ollama: chatPart,
  lmstudio: chatPart,
  llamacpp: chatPart,
  vllm: chatPart,
  azure: chatPart,
  google: { inlineData: { mimeType: 'image/png', data: base64 } },
  bedrock: { image: { format: 'png', source: { bytes: base64 } } },
};

function describe(name: string): JobImage {
  const image = describeImage(name, png);
  assert.ok(image);
  return image;
}

for (const format of wireFormats) {
  test(`${format.provider}: an attached image is sent as an image, once per request`, async () => {
    const finish = { id: 'call_2', name: 'finish', input: { outcome: 'no_changes', summary: 'Seen.' } };
    const read = { id: 'call_1', name: 'read', input: { path: 'a' } };
    await using provider = await startProvider((_, count) => ({
      body: format.answer([count === 1 ? read : finish], ''),
    }));
    await using connection = connectModel(provider.host, settingsFor(format, provider.baseUrl));
    const image = describe('error.png');
    const outcome = await runAgentTurn(
      {
        ...memoryTurn(connection.model),
        capacity: { ...defaultCapacity, seesImages: true },
        attached: [image],
        images: { read: async (digest) => (digest === image.digest ? png : undefined), save: async () => undefined },
      },
      never,
    );
    assert.equal(outcome.result, 'no_changes');
    assert.equal(provider.requests.length, 2);
    for (const { body } of provider.requests) {
      const text = JSON.stringify(body);
      assert.equal(text.split(base64).length - 1, 1, 'the bytes are sent once');
      assert.ok(contains(body, parts[format.provider]), `not in the format of the API: ${text.slice(0, 3_000)}`);
      assert.match(text, /error\.png/, 'its name is sent as text');
    }
  });
}

test('a model that can’t see images receives only their names', async () => {
  for (const format of wireFormats) {
    const finish = { id: 'call_1', name: 'finish', input: { outcome: 'no_changes', summary: 'Blind.' } };
    await using provider = await startProvider(() => ({ body: format.answer([finish], '') }));
    await using connection = connectModel(provider.host, settingsFor(format, provider.baseUrl));
    const image = describe('error.png');
    const images = { read: async () => png, save: async () => undefined };
    await runAgentTurn({ ...memoryTurn(connection.model), attached: [image], images }, never);
    const text = JSON.stringify(provider.requests[0]?.body);
    assert.ok(!text.includes(base64), format.provider);
    assert.match(text, /error\.png.*you cannot see this image/, format.provider);
  }
});

/** Whether an object anywhere in a request has these fields; it can have others. */
function contains(value: unknown, part: object): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return includes(value, part) || Object.values(value).some((inner) => contains(inner, part));
}

const includes = (value: unknown, part: unknown): boolean =>
  typeof part !== 'object' || part === null
    ? value === part
    : typeof value === 'object' &&
      value !== null &&
      Object.entries(part).every(([name, inner]) => includes((value as Record<string, unknown>)[name], inner));
