import { Type } from 'typebox';
import { quoteCode, requireCodePath } from '../code/code-library.ts';
import { repositoryName, requireCode } from './code-input.ts';
import { defineTool } from './tool.ts';

const defaultCommits = 20;
const maxMessageLength = 1000;
const maxPathsListed = 30;

export const codeLogTool = defineTool({
  name: 'code_log',
  description:
    'Lists the newest commits of a context repository, newest first, with their messages and files; a merged pull request is one commit. `path` limits the list to commits that changed this file or folder. Only the last 100 commits are available.',
  input: Type.Object({
    repository: repositoryName,
    path: Type.Optional(Type.String({ maxLength: 500 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  async run({ repository: name, path: written, limit = defaultCommits }, context) {
    const { code, repository } = requireCode(context, name);
    const path = written === undefined ? undefined : requireCodePath(written);
    const isIn = (one: string): boolean => one === path || one.startsWith(`${path}/`);
    const all = await code.log(repository, context.signal);
    const found = all.filter(({ paths }) => path === undefined || paths?.some(isIn) === true);
    let redacted = 0;
    const commits = found.slice(0, limit).map(({ commit, author, date, message, paths }) => {
      const quoted = quoteCode(message.slice(0, maxMessageLength));
      redacted += quoted.redacted;
      const shown = paths?.slice(0, maxPathsListed) ?? [];
      const more = (paths?.length ?? 0) - shown.length;
      return { commit, date, author, message: quoted.text, files: shown, ...(more > 0 ? { moreFiles: more } : {}) };
    });
    return { commits, total: found.length, ...(redacted > 0 ? { redacted } : {}) };
  },
});
