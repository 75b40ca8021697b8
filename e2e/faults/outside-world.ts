/** Everything around the service that a fault may affect: a code host, a model provider, a webhook receiver. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { startScriptedModels } from '../../packages/server/src/platform/models/testing/scripted-models.ts';
import { startGitHubWithApp, type GitHubWithApp } from '../code-hosts/github-with-app.ts';
import { guardBranch, type ApiAnswer, type GuardedBranch } from './guarded-branch.ts';

export interface ReportedTurn {
  readonly messageId: string;
  readonly type: string;
  readonly jobId: string;
  readonly turns: number;
}

/** Requests that the code host carries out without a response. */
export type LostAnswer = 'push' | 'pull-request' | 'update of a pull-request';

export interface OutsideWorld {
  /** Settings of every process, as environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  readonly github: GitHubWithApp;
  readonly mainBranch: Pick<GuardedBranch, 'require' | 'pass'>;
  readonly modelBaseUrl: string;
  readonly webhookUrl: string;
  webhookSecret: string;
  /** Every accepted webhook, with its signature verified. */
  readonly reported: readonly ReportedTurn[];
  /** Returns how often each answer was requested from the model, by a name such as `Fault 7, answer 2`. */
  modelAnswers(): ReadonlyMap<string, number>;
  /** Loses the response to the next request of this kind; the request itself is carried out. */
  loseAnswer(to: LostAnswer): void;
  /** Adds a commit to the context repository. `act` is called when git requests the commit, before git receives it. */
  onNextContextFetch(act: () => Promise<void>): void;
  /** Makes the given number of requests to the code host's API or the receiver fail with 503. */
  refuse(what: 'api' | 'webhook', times: number): void;
  close(): Promise<void>;
}

const docs = fileURLToPath(new URL('../../examples/docs-site', import.meta.url));

/** @param note is called with each webhook that was accepted or refused */
export async function startOutsideWorld(note: (line: string) => void): Promise<OutsideWorld> {
  const [github, models] = await Promise.all([startGitHubWithApp(docs), startScriptedModels()]);
  const lost: Record<LostAnswer, number> = { push: 0, 'pull-request': 0, 'update of a pull-request': 0 };
  const refused = { api: 0, webhook: 0 };
  const reported: ReportedTurn[] = [];
  const world = { webhookSecret: '' };
  const mainBranch = guardBranch((...args) => github.git(...args));
  let onContextFetch: (() => Promise<void>) | undefined;
  github.interceptGit((request, response) => {
    if (request.method === 'POST' && (request.url ?? '').endsWith('/octocat/code.git/git-upload-pack'))
      return peek(request).then((start) => {
        // Git compresses only long requests; requests for lists of branches are short.
        const isFetch = request.headers['content-encoding'] !== undefined || start.includes('command=fetch');
        if (!isFetch) return undefined;
        const act = onContextFetch;
        onContextFetch = undefined;
        return act?.();
      });
    if (lost.push === 0 || request.method !== 'POST' || !(request.url ?? '').endsWith('/git-receive-pack'))
      return undefined;
    lost.push -= 1;
    breakOff(response);
    return undefined;
  });
  const api = await listen(async (request, response) => {
    if (take(refused, 'api')) return void response.writeHead(503).end('{}');
    const isCreate = request.method === 'POST' && (request.url ?? '').endsWith('/pulls');
    const isUpdate = request.method === 'PATCH' && /\/pulls\/\d+$/.test(request.url ?? '');
    if (isCreate && take(lost, 'pull-request')) breakOff(response);
    if (isUpdate && take(lost, 'update of a pull-request')) breakOff(response);
    await forward(github.apiUrl, request, { response, instead: (asked) => mainBranch.answer(asked) });
  });
  const receiver = await listen(async (request, response) => {
    const body = await readText(request);
    if (take(refused, 'webhook')) {
      note('a webhook is refused with 503');
      return void response.writeHead(503).end();
    }
    const headers = request.headers as Record<string, string>;
    const event = new Webhook(world.webhookSecret).verify(body, headers) as {
      type: string;
      data: { id?: string; jobId?: string; deploymentId?: string; turns?: number };
    };
    const { id, jobId, deploymentId, turns } = event.data;
    note(`webhook ${event.type} of ${id ?? jobId ?? deploymentId ?? ''}`);
    reported.push({
      messageId: headers['webhook-id'] ?? '',
      type: event.type,
      jobId: id ?? jobId ?? deploymentId ?? '',
      turns: turns ?? 1,
    });
    response.end();
  });
  const model = models.add('faults', 'openai-compatible', ({ body }) => answerAsModel(body));
  const origins = (hosts: readonly string[]) => hosts.map((host) => `http://${host}`).join(',');
  return Object.assign(world, {
    environment: {
      ...toEnvironment(github.settings),
      DOCWRIGHT_GITHUB_API_URL: api.url,
      DOCWRIGHT_PRIVATE_GIT_HOSTS: origins([...github.hosts, api.host]),
      DOCWRIGHT_PRIVATE_MODEL_HOSTS: origins([models.host]),
      DOCWRIGHT_PRIVATE_WEBHOOK_HOSTS: origins([receiver.host]),
    },
    github,
    mainBranch,
    modelBaseUrl: model.baseUrl,
    webhookUrl: `${receiver.url}/hook`,
    reported,
    modelAnswers: () => countAnswers(models.requestsOf('faults').map(({ body }) => body)),
    loseAnswer: (to: LostAnswer) => {
      lost[to] += 1;
    },
    onNextContextFetch: (act: () => Promise<void>) => {
      github.moveCode();
      onContextFetch = act;
    },
    refuse: (what: 'api' | 'webhook', times: number) => {
      refused[what] += times;
    },
    close: async () => {
      for (const { server } of [api, receiver]) await stop(server);
      await models[Symbol.asyncDispose]();
      await github.close();
    },
  });
}

function take<Name extends string>(counts: Record<Name, number>, name: Name): boolean {
  if (counts[name] === 0) return false;
  counts[name] -= 1;
  return true;
}

const toEnvironment = (settings: GitHubWithApp['settings']): Record<string, string> => ({
  DOCWRIGHT_GITHUB_URL: settings['githubUrl'] ?? '',
  DOCWRIGHT_GITHUB_APP_ID: settings['githubAppId'] ?? '',
  DOCWRIGHT_GITHUB_APP_PRIVATE_KEY: settings['githubAppPrivateKey'] ?? '',
});

/** Makes the response close the connection instead of being sent. The request is still carried out. */
function breakOff(response: ServerResponse): void {
  response.writeHead = () => response;
  response.write = () => true;
  response.end = () => response.destroy();
}

/** Returns the model's next answer: first a page for the prompt's number, then `finish`. */
function answerAsModel(body: Readonly<Record<string, unknown>>) {
  const { fault, step } = readPosition(body);
  if (step === 1) {
    const content = `---\ntitle: "Fault ${fault}"\n---\n\nSurvived ${fault}.\n`;
    return [{ name: 'write', input: { path: `fault-${fault}.mdx`, content } }];
  }
  return [{ name: 'finish', input: { outcome: 'changes', title: `Fault ${fault}`, summary: `Survived ${fault}.` } }];
}

/**
 * Returns a request's prompt, and the number of the requested answer. A follow-up's messages start with the first
 * turn's messages.
 */
function readPosition(body: Readonly<Record<string, unknown>>): { readonly fault: string; readonly step: number } {
  const messages = body['messages'] as readonly { readonly role: string }[];
  const isPrompt = (message: { readonly role: string }): boolean =>
    message.role === 'user' && /section \\"Fault \d+/.test(JSON.stringify(message));
  const at = messages.findLastIndex(isPrompt);
  const fault = /Fault (\d+)/.exec(JSON.stringify(messages[at]))?.[1] ?? '0';
  return { fault, step: messages.slice(at).filter(({ role }) => role === 'assistant').length + 1 };
}

function countAnswers(bodies: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const body of bodies) {
    const { fault, step } = readPosition(body);
    const name = `Fault ${fault}, answer ${step}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

async function forward(
  target: string,
  request: IncomingMessage,
  { response, instead }: { readonly response: ServerResponse; readonly instead: GuardedBranch['answer'] },
): Promise<void> {
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const [method, path] = [request.method ?? 'GET', request.url ?? ''];
  let type = 'application/json';
  const ask = async (body: string): Promise<ApiAnswer> => {
    const init = { method, headers: headers as Record<string, string>, ...(body !== '' && { body }) };
    const answer = await fetch(target + path, init);
    type = answer.headers.get('content-type') ?? 'text/plain';
    return { status: answer.status, body: await answer.text() };
  };
  const body = await readText(request);
  const { status, body: text } = (await instead({ method, path, body, forward: ask })) ?? (await ask(body));
  response.writeHead(status, { 'content-type': type });
  response.end(text);
}

/** Returns the start of a request's body, which can still be read afterward. */
async function peek(request: IncomingMessage): Promise<string> {
  await once(request, 'readable');
  const start = (request.read() ?? Buffer.alloc(0)) as Buffer;
  request.unshift(start);
  return start.toString('latin1');
}

const readText = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat((await request.toArray()) as Buffer[]).toString();

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, host, url: `http://${host}` };
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
