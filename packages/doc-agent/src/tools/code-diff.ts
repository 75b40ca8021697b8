import { Type } from 'typebox';
import { quoteCode, requireCodePath } from '../code/code-library.ts';
import { isReadablePath } from '../policy/readable-path.ts';
import { repositoryName, requireCode } from './code-input.ts';
import { ToolError } from '../errors.ts';
import { defineTool } from './tool.ts';

const maxDiffBytes = 24_000;
const maxFilesListed = 300;

export const codeDiffTool = defineTool({
  name: 'code_diff',
  description:
    'Shows the changes between two commits of code_log in a context repository: the changed files, and the unified diff of those in `paths` (default: all, as far as they fit). `to` defaults to the commit that you read, and `from` to the commit before `to`.',
  input: Type.Object({
    repository: repositoryName,
    from: Type.Optional(Type.String({ maxLength: 40 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
    paths: Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { minItems: 1, maxItems: 30 })),
  }),
  async run({ repository: name, from: first, to: second, paths }, context) {
    const { code, repository } = requireCode(context, name);
    const { signal } = context;
    const to = second === undefined ? repository.commit : await code.requireCommit(repository, second, signal);
    const from = first === undefined ? await findBefore(to) : await code.requireCommit(repository, first, signal);
    const wanted = paths?.map(requireCodePath);
    const { files } = await repository.diff({ from, to, maxBytes: 1 }, signal);
    const readable = files.filter((file) => isReadablePath(file.path) && isReadablePath(file.from ?? file.path));
    const isIn = (path: string): boolean => wanted?.some((one) => path === one || path.startsWith(`${one}/`)) ?? true;
    const shown = readable.filter((file) => isIn(file.path) || isIn(file.from ?? file.path)).map(({ path }) => path);
    const { patch, truncated } =
      shown.length === 0
        ? { patch: '', truncated: false }
        : await repository.diff({ from, to, paths: shown, maxBytes: maxDiffBytes }, signal);
    const { text, redacted } = quoteCode(patch);
    return {
      from,
      to,
      total: readable.length,
      files: readable.slice(0, maxFilesListed).map((file) => ({ ...file })),
      diff: text,
      ...(truncated ? { truncated: 'the diff was cut; name fewer paths' } : {}),
      ...(redacted > 0 ? { redacted } : {}),
    };

    async function findBefore(commit: string): Promise<string> {
      const log = await code.log(repository, signal);
      const before = log[log.findIndex((one) => one.commit === commit) + 1]?.commit;
      if (before === undefined) throw new ToolError('not_found', `no commit before ${commit} is known`);
      return before;
    }
  },
});
