import { Type } from 'typebox';
import { defineTool, oneOf, type AgentTool } from './tool.ts';
import { ToolError } from '../errors.ts';

export const finishName = 'finish';

const maxSources = 50;

const input = {
  outcome: oneOf(['changes', 'no_changes', 'answer', 'needs_input', 'blocked_by_policy', 'needs_model']),
  title: Type.Optional(
    Type.String({ description: 'One line for the pull request, in the imperative, at most 72 characters.' }),
  ),
  summary: Type.String({ description: 'What was done and why, for the reviewer; or the answer. Markdown.' }),
  sources: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String({ maxLength: 1000 }),
        from: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
        to: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      }),
      { maxItems: maxSources, description: 'Only for "answer": the lines of the site that support it.' },
    ),
  ),
};

export const finishTool = defineTool({
  name: finishName,
  description:
    'Ends the work. outcome: "changes" (files were changed and are ready for review), "no_changes" (nothing needs changing), "answer" (the person asked a question and wants no changes; the summary is the answer, and `sources` are required), "needs_input" (the summary asks what you must know), "blocked_by_policy" (a tool refused a path that the request needs), "needs_model" (the request is beyond this engine). The changes are checked first; findings come back for repair.',
  input: Type.Object(input),
  // The loop handles this call itself (loop/finish-turn.ts), because that requires the turn's state.
  run: () => Promise.reject(new ToolError('finish_refused', 'finish was called at the wrong time')),
});

/** Variant of the tool for jobs with context repositories. */
export const citingFinishTool: AgentTool = {
  ...finishTool,
  description: `${finishTool.description} With \`citations\`, name the lines of code that support each claim about the product.`,
  input: Type.Object({
    ...input,
    citations: Type.Optional(
      Type.Array(
        Type.Object({
          claim: Type.String({
            minLength: 1,
            maxLength: 500,
            description: 'One sentence. Names in backticks are checked: the lines must contain them.',
          }),
          location: Type.String({
            maxLength: 800,
            description: 'A location from code_read: repository@commit:path#L10-L20',
          }),
          page: Type.Optional(Type.String({ maxLength: 500, description: 'The changed page that makes the claim.' })),
        }),
        { maxItems: 50 },
      ),
    ),
  }),
};
