/**
 * GitHub at a single address, like an Enterprise Server: `emulate` serves its API, and git's own server serves its
 * repositories. The two aren't connected, so heads are copied from git into the API's responses, and git performs the
 * merges.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator } from 'emulate';
import { serveGit } from '../../packages/server/src/platform/git/testing/git-server.ts';
import { makeBareRepository, type RunGit } from './make-bare-repository.ts';

export interface EmulatedEnterprise {
  readonly url: string;
  readonly host: string;
  /** A classic token of `octocat`, who owns `octocat/docs`. */
  readonly token: string;
  close(): Promise<void>;
}

interface Pull {
  readonly head: { readonly ref: string; sha: string };
}

const token = 'ghp_firstTenMinutes';
const repository = 'octocat/docs';
const mergePath = new RegExp(`^(/repos/${repository}/pulls/\\d+)/merge$`);

/** @param docs folder for the repository's first commit */
export async function startEmulatedEnterprise(docs: string): Promise<EmulatedEnterprise> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-github-'));
  const root = join(folder, 'repositories');
  const git = makeBareRepository(docs, { work: join(folder, 'work'), bare: join(root, `${repository}.git`) });
  const emulator = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: { [token]: { login: 'octocat', scopes: ['repo'] } },
      github: { users: [{ login: 'octocat' }], repos: [{ owner: 'octocat', name: 'docs', auto_init: true }] },
    },
  });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `http://${host}`;
  const api: Api = { emulator: emulator.url, url, git };
  server.on('request', (request, response) => {
    if (!(request.url ?? '').startsWith('/api/v3/')) return serveGit(root, request, response);
    answerApi(api, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return {
    url,
    host,
    token,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Api {
  readonly emulator: string;
  readonly url: string;
  readonly git: RunGit;
}

async function answerApi({ emulator, url, git }: Api, request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '').slice('/api/v3'.length);
  const { authorization = '' } = request.headers;
  const text = Buffer.concat((await request.toArray()) as Buffer[]).toString();
  const ask = (method: string, at: string, body?: string): Promise<Response> =>
    fetch(emulator + at, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
  const [, pull] = mergePath.exec(path) ?? [];
  let body = text === '' ? undefined : text;
  if (request.method === 'PUT' && pull !== undefined) {
    const { sha, ...rest } = JSON.parse(text) as { readonly sha: string };
    const { head } = (await (await ask('GET', pull)).json()) as Pull;
    if (git('rev-parse', `refs/heads/${head.ref}`) !== sha)
      return void response
        .writeHead(409)
        .end('{"message":"Head branch was modified. Review and try the merge again."}');
    const tree = git('merge-tree', '--write-tree', 'main', sha);
    const commit = git('commit-tree', '-p', 'main', '-p', sha, '-m', `Merge ${head.ref}`, tree);
    git('update-ref', 'refs/heads/main', commit);
    // The emulator's commits have other IDs, so it must not check the SHA.
    body = JSON.stringify(rest);
  }
  const answer = await ask(request.method ?? 'GET', path, body);
  const translated = (await answer.text()).replaceAll(`${emulator}/`, `${url}/`);
  const scopes = answer.headers.get('x-oauth-scopes');
  response
    .writeHead(answer.status, {
      'content-type': 'application/json',
      ...(scopes !== null && { 'x-oauth-scopes': scopes }),
    })
    .end(
      /^\/repos\/[^/]+\/[^/]+\/pulls(?:\/\d+)?(?:\?|$)/.test(path) && answer.ok
        ? withHeads(translated, git)
        : translated,
    );
}

/** Replaces the heads of pull requests in a response with those that were pushed. */
function withHeads(translated: string, git: RunGit): string {
  const answer = JSON.parse(translated) as Pull | readonly Pull[];
  for (const { head } of [answer].flat()) head.sha = git('rev-parse', `refs/heads/${head.ref}`);
  return JSON.stringify(answer);
}
