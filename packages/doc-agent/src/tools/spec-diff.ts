import { Type } from 'typebox';
import { compareSpecs } from '../specs/compare-specs.ts';
import { readSpec } from '../specs/read-spec.ts';
import { repositoryName, requireCode } from './code-input.ts';
import { readSpecText } from './openapi.ts';
import { defineTool } from './tool.ts';

const maxChanges = 200;
const maxDetails = 30;

export const specDiffTool = defineTool({
  name: 'spec_diff',
  description:
    'Compares an OpenAPI or Swagger description of a context repository between two commits of code_log: operations that were added, removed or changed, breaking changes first. `to` defaults to the commit that you read.',
  input: Type.Object({
    repository: repositoryName,
    path: Type.String({ maxLength: 500 }),
    from: Type.String({ maxLength: 40 }),
    to: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  async run({ repository: name, path, from, to }, context) {
    const { code, repository } = requireCode(context, name);
    const { signal } = context;
    const before = await code.requireCommit(repository, from, signal);
    const after = to === undefined ? repository.commit : await code.requireCommit(repository, to, signal);
    const read = async (commit: string) =>
      readSpec(await readSpecText(context, { repository: name, path, commit }), path);
    const changes = compareSpecs(await read(before), await read(after));
    const count = (kind: string): number => changes.filter((change) => change.kind === kind).length;
    return {
      from: before,
      to: after,
      added: count('added'),
      removed: count('removed'),
      changed: count('changed'),
      breaking: changes.filter(({ breaking }) => breaking).length,
      changes: changes.slice(0, maxChanges).map(({ details, ...change }) => ({
        ...change,
        ...(details === undefined ? {} : { details: details.slice(0, maxDetails) }),
      })),
    };
  },
});
