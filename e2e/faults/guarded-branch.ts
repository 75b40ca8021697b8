/** Features that the emulated GitHub lacks: a branch that requires a check, and merges of the commits in git. */
import type { GitHubWithApp } from '../code-hosts/github-with-app.ts';

export interface GuardedBranch {
  /** Makes the branch `main` require a check, which is running, from now on. */
  require(): void;
  /** Makes the check of every commit pass, from now on. */
  pass(): void;
  /** Returns the code host's response, or `undefined` if the emulated GitHub responds. */
  answer(request: ApiRequest): Promise<ApiAnswer | undefined>;
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** Returns the emulated GitHub's response to the request with a different body. */
  readonly forward: (body: string) => Promise<ApiAnswer>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
}

interface Pull {
  readonly merged: boolean;
  readonly head: { readonly ref: string };
}

const root = '/repos/octocat/docs';
const checkName = 'ci / links';

export function guardBranch(git: GitHubWithApp['git']): GuardedBranch {
  let isRequired = false;
  let isPassed = false;
  /** Heads of merged pull requests by number, because the service may delete their branches. */
  const merged = new Map<string, string>();
  const headOf = (ref: string): string => git('rev-parse', `refs/heads/${ref}`);
  const rules = () => {
    const parameters = { required_status_checks: [{ context: checkName }] };
    return isRequired ? [{ type: 'required_status_checks', parameters }] : [];
  };
  const run = () => ({
    name: checkName,
    status: isPassed ? 'completed' : 'in_progress',
    conclusion: isPassed ? 'success' : null,
  });

  async function readPull(number: string, { forward }: ApiRequest): Promise<ApiAnswer> {
    const { status, body } = await forward('');
    if (status !== 200) return { status, body };
    const pull = JSON.parse(body) as Pull;
    const sha = merged.get(number) ?? headOf(pull.head.ref);
    return ok({ ...pull, head: { ...pull.head, sha } });
  }

  /** Moves `main` forward to the head, if the head is still the expected commit. */
  async function merge(number: string, { body, forward }: ApiRequest): Promise<ApiAnswer> {
    const { sha } = JSON.parse(body) as { readonly sha: string };
    const answer = await forward('{}');
    if (answer.status !== 200) return answer;
    git('merge-base', '--is-ancestor', 'refs/heads/main', sha);
    git('update-ref', 'refs/heads/main', sha);
    merged.set(number, sha);
    return answer;
  }

  return {
    require: () => {
      isRequired = true;
      isPassed = false;
    },
    pass: () => {
      isPassed = true;
    },
    answer: async (request) => {
      const path = request.path.split('?', 1)[0] ?? '';
      if (!path.startsWith(`${root}/`)) return undefined;
      const name = path.slice(root.length);
      if (request.method === 'GET' && name === '/branches/main') return ok({ name: 'main', protected: false });
      if (request.method === 'GET' && name === '/rules/branches/main') return ok(rules());
      if (request.method === 'GET' && /^\/commits\/\w+\/check-runs$/.test(name)) return ok({ check_runs: [run()] });
      if (request.method === 'GET' && /^\/commits\/\w+\/status$/.test(name)) return ok({ statuses: [] });
      const [, number, action] = /^\/pulls\/(\d+)(\/merge)?$/.exec(name) ?? [];
      if (number === undefined) return undefined;
      if (request.method === 'GET' && action === undefined) return readPull(number, request);
      return request.method === 'PUT' && action !== undefined ? merge(number, request) : undefined;
    },
  };
}

const ok = (value: unknown): ApiAnswer => ({ status: 200, body: JSON.stringify(value) });
