import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APICallError } from 'ai';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { describeImage } from '../images/shown-images.ts';
import type { JobImage, JobImages } from '../ports.ts';
import { createRulesModel } from '../rules/create-rules-model.ts';
import { runTestTurn, testTurn } from '../testing/run-turn.ts';
import { scriptedModel, type ScriptedAnswer } from '../testing/scripted-model.ts';
import { memoryJournal } from '../testing/memory-journal.ts';
import { runAgentTurn } from './run-agent-turn.ts';

const png = (text: string): Uint8Array => Buffer.from(`\x89PNG\r\n\x1a\n${text}`, 'latin1');
const files = { 'docs.json': '{}', 'index.mdx': '---\ntitle: Home\n---\n\nHi.\n', 'images/a.png': png('a') };
const capacity = { contextTokens: 100_000, outputTokens: 8_000, seesImages: true };
const done: ScriptedAnswer = [{ tool: 'finish', input: { outcome: 'no_changes', summary: 'It is already so.' } }];
const view: ScriptedAnswer = [{ tool: 'view_image', input: { path: 'images/a.png' } }];

/** Images in memory, and how often each was read. */
function memoryImages(): JobImages & { readonly stored: Map<string, Uint8Array>; readonly reads: string[] } {
  const stored = new Map<string, Uint8Array>();
  const reads: string[] = [];
  return {
    stored,
    reads,
    read: (digest) => {
      reads.push(digest);
      return Promise.resolve(stored.get(digest));
    },
    save: (image, bytes) => Promise.resolve(void stored.set(image.digest, bytes)),
  };
}

function attach(images: ReturnType<typeof memoryImages>, name: string, bytes: Uint8Array): JobImage {
  const image = describeImage(name, bytes);
  assert.ok(image);
  images.stored.set(image.digest, bytes);
  return image;
}

/** The images of a request, their bytes as text, and the text of all its user messages. */
function seen({ prompt }: LanguageModelV4CallOptions): { readonly images: string[]; readonly text: string } {
  const parts = prompt.flatMap(({ role, content }) => (role === 'user' ? content : []));
  const images = parts.flatMap((part) => {
    if (part.type !== 'file' || part.data.type !== 'data' || typeof part.data.data === 'string') return [];
    return [Buffer.from(part.data.data).toString('latin1').slice(8)];
  });
  return { images, text: parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n') };
}

const refusal = (statusCode: number): APICallError =>
  new APICallError({ message: 'images are not supported', url: 'http://model', requestBodyValues: {}, statusCode });

test('a model receives attached images with its first request, and viewed images with later requests', async () => {
  const images = memoryImages();
  const attached = [attach(images, 'error.png', png('attached'))];
  const model = scriptedModel([view, done]);
  await runTestTurn({ model, files, capacity, images, attached });
  assert.deepEqual(
    model.requests.map((request) => seen(request).images),
    [['attached'], ['attached', 'a']],
  );
  assert.match(seen(model.requests[0] as never).text, /"error\.png" \(image\/png, 16 bytes\)\n?$/);
  assert.deepEqual(images.reads.length, 2, 'an image is read once');
});

test('a model that can’t see images receives their names, and has no tools for them', async () => {
  const images = memoryImages();
  const attached = [attach(images, 'error.png', png('attached'))];
  const model = scriptedModel([done]);
  await runTestTurn({ model, files, images, attached });
  const [request] = model.requests;
  assert.ok(request);
  assert.deepEqual(seen(request).images, []);
  assert.match(seen(request).text, /"error\.png".*: you cannot see this image/);
  assert.ok(request.tools?.every(({ name }) => !name.startsWith('view_')));
});

test('the rules engine does not read the names of images as statements', async () => {
  const images = memoryImages();
  const attached = [attach(images, 'Rename the page index to start', png('x'))];
  const model = createRulesModel();
  const outcome = await runTestTurn({ model, files, images, attached, prompt: 'Replace "Hi" with "Hello".' });
  assert.deepEqual([...outcome.overlay.keys()], ['index.mdx']);
});

for (const status of [400, 404]) {
  test(`a request that the provider rejects with ${status} is repeated without images`, async () => {
    const images = memoryImages();
    const attached = [attach(images, 'error.png', png('attached'))];
    const model = scriptedModel((_, call) => (call === 1 ? refusal(status) : call === 2 ? view : done));
    const outcome = await runTestTurn({ model, files, capacity, images, attached });
    assert.equal(outcome.result, 'no_changes');
    assert.deepEqual(
      model.requests.map((request) => seen(request).images.length),
      [1, 0, 0],
    );
    assert.match(JSON.stringify(model.requests[2]?.prompt), /not_shown.*accepts no images/);
  });
}

test('a conversation that is too long is first shortened, then repeated without images', async () => {
  const images = memoryImages();
  const attached = [attach(images, 'error.png', png('attached'))];
  const model = scriptedModel((_, call) => (call < 3 ? refusal(413) : done));
  await runTestTurn({ model, files, capacity, images, attached });
  assert.deepEqual(
    model.requests.map((request) => seen(request).images.length),
    [1, 1, 0],
  );
});

test('an image that hasn’t changed isn’t shown a second time', async () => {
  const model = scriptedModel([view, view, done]);
  await runTestTurn({ model, files, capacity, images: memoryImages() });
  assert.deepEqual(
    model.requests.map((request) => seen(request).images),
    [[], ['a'], ['a']],
  );
  assert.match(JSON.stringify(model.requests[2]?.prompt), /already seen this image/);
});

test('a request without images that the provider rejects is not repeated', async () => {
  const model = scriptedModel([refusal(400)]);
  await assert.rejects(runTestTurn({ model, files, capacity, images: memoryImages() }), { code: 'model_bad_request' });
  assert.equal(model.requests.length, 1);
});

test('a turn that continues in another process sends the same images', async () => {
  const images = memoryImages();
  const journal = memoryJournal();
  journal.crashAt = { count: 3, when: 'after' };
  const parts = { files, capacity, images, journal };
  await assert.rejects(runTestTurn({ ...parts, model: scriptedModel([view]) }));
  const model = scriptedModel([done]);
  await runTestTurn({ ...parts, model });
  assert.deepEqual(
    model.requests.map((request) => seen(request).images),
    [['a']],
  );
});

test('an image whose bytes were deleted isn’t sent to the model', async () => {
  const images = memoryImages();
  const attached = [attach(images, 'error.png', png('attached'))];
  images.stored.clear();
  const model = scriptedModel([done]);
  await runTestTurn({ model, files, capacity, images, attached });
  assert.deepEqual(seen(model.requests[0] as never).images, []);
});

test('files that aren’t images, and too many or too large images, are refused', async () => {
  const large = Buffer.concat([png(''), Buffer.alloc(3_500_000)]);
  const site = { ...files, 'fake.png': 'no image', 'large.png': large };
  const call = (path: string): { tool: string; input: object } => ({ tool: 'view_image', input: { path } });
  const each = Array.from({ length: 21 }, (_, n) => [call(n < 20 ? `images/${n}.png` : 'images/0.png')]);
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`images/${n}.png`, png(String(n))]));
  const model = scriptedModel([
    [call('fake.png'), call('large.png'), call('docs.json'), call('none.png')],
    ...each,
    done,
  ]);
  const turn = testTurn({ model, files: { ...site, ...many }, capacity, images: memoryImages() });
  await runAgentTurn(turn, new AbortController().signal);
  const [first, ...rest] = turn.journal.records.filter(({ kind }) => kind === 'tool_results');
  assert.match(JSON.stringify(first), /not_image.*not_shown.*3500008 bytes.*not_image.*not_found/);
  assert.match(JSON.stringify(rest.at(-2)), /at most 20 images/);
});

test('the calls of one answer show each image once, and at most 20 images', async () => {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`images/${n}.png`, png(String(n))]));
  const paths = ['images/0.png', ...Object.keys(many)];
  const model = scriptedModel([paths.map((path) => ({ tool: 'view_image', input: { path } })), done]);
  const images = memoryImages();
  await runTestTurn({ model, files: { ...files, ...many }, capacity, images });
  assert.equal(images.stored.size, 20);
  assert.match(JSON.stringify(model.requests[1]?.prompt), /already seen this image.*at most 20 images/);
});

test('a request contains the newest 20 images and 14 MB at most', async () => {
  const images = memoryImages();
  const attached = Array.from({ length: 21 }, (_, n) => attach(images, `${n}.png`, png(String(n))));
  const model = scriptedModel([done]);
  await runTestTurn({ model, files, capacity, images, attached });
  assert.deepEqual(
    seen(model.requests[0] as never).images,
    Array.from({ length: 20 }, (_, n) => String(n + 1)),
  );
  const big = Array.from({ length: 5 }, (_, n) => attach(images, `big${n}.png`, png(`${n}${'x'.repeat(3_400_000)}`)));
  const other = scriptedModel([done]);
  await runTestTurn({ model: other, files, capacity, images, attached: big });
  assert.deepEqual(
    seen(other.requests[0] as never).images.map((text) => text[0]),
    ['1', '2', '3', '4'],
  );
});

test('an image is counted in tokens, not in bytes', async () => {
  const images = memoryImages();
  const attached = [attach(images, 'big.png', png('x'.repeat(3_000_000)))];
  const model = scriptedModel([view, done]);
  await runTestTurn({ model, files, capacity: { ...capacity, contextTokens: 32_000 }, images, attached });
  assert.equal(seen(model.requests[1] as never).images.length, 2);
  assert.doesNotMatch(seen(model.requests[1] as never).text, /replaced by this summary/);
});

test('a page is not shown in a browser if the turn can’t show another image', async () => {
  let taken = 0;
  const takeScreenshot = () =>
    Promise.resolve({ bytes: png(String((taken += 1))), start: 0, end: 1, pageHeight: 1, scale: 1, refusedHosts: [] });
  const calls = Array.from({ length: 22 }, (_, n) => ({ tool: 'view_page', input: { path: 'index', start: n } }));
  const turn = testTurn({
    model: scriptedModel([calls, done]),
    files,
    capacity,
    images: memoryImages(),
    takeScreenshot,
  });
  await runAgentTurn(turn, new AbortController().signal);
  assert.equal(taken, 20);
});
