import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SessionQuestion } from '@docwright/site-builder';
import { digestCode } from '@docwright/site-builder/code-folders';
import { encodeMessage } from '@docwright/site-builder/message-stream';
import type { Sandbox } from '../../../platform/sandbox/index.ts';

/** The builder's compiled code, in a folder to which only trusted runs write. */
export interface CodeCache {
  /** Returns `undefined` before the cache is opened, and if no sandbox can keep it read-only. */
  folder(): string | undefined;
  /** Resolves once the cache exists or can't be created. Never rejects. */
  open(): Promise<void>;
  /** Stops a running fill. */
  close(): Promise<void>;
}

export interface CodeCacheOptions {
  readonly sandbox: Sandbox;
  readonly entry: string;
  /** The folders are kept between starts and may be shared with other processes. The first writable one is used. */
  readonly roots: readonly string[];
  readonly onError: (error: unknown) => void;
}

/**
 * Creates the cache for this builder version's compiled code. The code is compiled if it isn't cached yet.
 *
 * C1  A fill builds only the text in this file, so no tenant's text can be in the code that every process loads.
 * C2  A single rename creates a complete folder, whose name is derived from the sources and Node. The folder never
 *     changes.
 */
export function createCodeCache(options: CodeCacheOptions): CodeCache {
  const stop = new AbortController();
  let folder: string | undefined;
  let opening: Promise<void> | undefined;
  const open = async (): Promise<void> => {
    if (options.sandbox.mode !== 'bwrap') return;
    folder = await findOrFill(options, stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) options.onError(error);
      return undefined;
    });
  };
  return {
    folder: () => folder,
    open: () => (opening ??= open()),
    close: async () => {
      stop.abort(new Error('the code cache is closed'));
      await opening;
    },
  };
}

async function findOrFill({ sandbox, entry, roots }: CodeCacheOptions, signal: AbortSignal): Promise<string> {
  const name = digestCode(`${sandbox.runtime}\0${entry}`).slice(0, 32);
  for (const root of roots) if (await isThere(join(root, name))) return join(root, name);
  const filling = await createFilling(roots, name);
  const root = dirname(filling);
  const folder = join(root, name);
  try {
    const codeCache = { folder: filling, access: 'fill' } as const;
    const run = sandbox.spawn(entry, { stdin: trustedQuestions(), signal, codeCache, limits: fillLimits });
    run.stdout.resume();
    const exit = await run.exited;
    signal.throwIfAborted();
    if (exit.end !== 'finished') throw new Error(`the builder's code was not compiled: ${exit.end} (${exit.stderr})`);
    // Another process may have been faster. Its folder is equivalent.
    await rename(filling, folder).catch(async (error: unknown) => {
      if (!(await isThere(folder))) throw error;
    });
  } finally {
    await rm(filling, { recursive: true, force: true });
  }
  await removeOthers(root, name);
  return folder;
}

async function createFilling([root = '', ...others]: readonly string[], name: string): Promise<string> {
  const filling = join(root, `${name}.${randomUUID()}${fillingSuffix}`);
  try {
    await mkdir(filling, { recursive: true, mode: 0o700 });
    return filling;
  } catch (error) {
    if (others.length > 0) return createFilling(others, name);
    throw error;
  }
}

const fillingSuffix = '.filling';
const fillLimits = { cpuSeconds: 60, wallMs: 120_000 };
/** Age at which a killed process's leftovers are removed. */
const abandonedMs = 3_600_000;
/**
 * Age at which other versions are removed. It is high, because a version that is being replaced is still in use until
 * then.
 */
const replacedMs = 24 * abandonedMs;

/** Removes other versions. Processes of an older version continue without their folder and only start more slowly. */
async function removeOthers(root: string, name: string): Promise<void> {
  for (const other of await readdir(root)) {
    if (other === name) continue;
    const path = join(root, other);
    const keptMs = other.endsWith(fillingSuffix) ? abandonedMs : replacedMs;
    const changedMs = await stat(path).then(
      (entry) => entry.mtimeMs,
      () => 0,
    );
    if (changedMs < Date.now() - keptMs) await rm(path, { recursive: true, force: true });
  }
}

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

/** Parses, checks, and builds one page, so that the code that most sites need is compiled. */
function* questions(): Generator<readonly [SessionQuestion, string?]> {
  const config = { name: 'Warm-up', colors: { primary: '#0a7d5a' }, navigation: { pages: ['index'] } };
  yield [{ type: 'file', path: 'docs.json' }, JSON.stringify(config)];
  yield [{ type: 'file', path: 'index.mdx' }, page];
  yield [{ type: 'parse-page', id: 1, path: 'index.mdx', content: page }];
  yield [{ type: 'check', id: 2, settings: {}, changes: {} }];
  yield [{ type: 'build', id: 3, settings: {}, existing: [] }];
}

async function* trustedQuestions(): AsyncGenerator<Uint8Array> {
  for (const [question, body] of questions()) {
    yield body === undefined ? encodeMessage(question) : encodeMessage(question, new TextEncoder().encode(body));
  }
}

const page = `---
title: Warm-up
---

## Section

Text with a [link](/index), \`code\` and {1 + 1}.

<Note>A note.</Note>

<CardGroup cols={2}>
  <Card title="Card" icon="star" href="/index">Text</Card>
</CardGroup>

<Tabs>
  <Tab title="One">Text</Tab>
</Tabs>

<Steps>
  <Step title="First">Text</Step>
</Steps>

| a | b |
| - | - |
| 1 | 2 |

\`\`\`ts
const answer: number = 42;
\`\`\`
`;
