import { Type } from 'typebox';
import { quoteCode, requireCodePath } from '../code/code-library.ts';
import { formatLocation } from '../code/citation.ts';
import { splitLines } from '../text/diff-lines.ts';
import { repositoryName, requireCode } from './code-input.ts';
import { numberLines, takeLines } from './read-file.ts';
import { defineTool } from './tool.ts';

export const codeReadTool = defineTool({
  name: 'code_read',
  description:
    'Reads a text file of a context repository, with the line number and a tab before each line: at most 400 lines or 32 KB per call, starting at line `from`. `commit` selects another commit of code_log. The result’s `location` cites the lines.',
  input: Type.Object({
    repository: repositoryName,
    path: Type.String({ maxLength: 500 }),
    from: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    lines: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    commit: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  async run({ repository: name, path: written, from = 1, lines, commit: asked }, context) {
    const { code, repository } = requireCode(context, name);
    const { workspace, signal } = context;
    const path = requireCodePath(written);
    const commit = asked === undefined ? repository.commit : await code.requireCommit(repository, asked, signal);
    const { text, redacted } = quoteCode(await code.requireText(repository, { path, commit }, signal));
    const all = splitLines(text);
    const { readLines, readBytes } = workspace.policy.limits;
    const part = takeLines(all.slice(from - 1, from - 1 + Math.min(lines ?? readLines, readLines)), readBytes);
    const to = from - 1 + part.count;
    return {
      repository: repository.name,
      path,
      from,
      to,
      totalLines: all.length,
      ...(part.count > 0 ? { location: formatLocation({ repository: repository.name, commit, path, from, to }) } : {}),
      content: numberLines(part.text, from),
      ...(redacted > 0 ? { redacted } : {}),
      ...(part.cut ? { note: `a line is longer than ${readBytes} bytes and was cut` } : {}),
    };
  },
});
