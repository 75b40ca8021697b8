import { Type } from 'typebox';
import { defineTool, oneOf } from './tool.ts';
import { ToolError } from '../errors.ts';

export const finishName = 'finish';

export const finishTool = defineTool({
  name: finishName,
  description:
    'Ends the work. outcome: "changes" (files were changed and are ready for review), "no_changes" (nothing needs changing), "needs_input" (the summary asks what you must know), "blocked_by_policy" (a tool refused a path that the request needs), "needs_model" (the request is beyond this engine). The changes are checked first; findings come back for repair.',
  input: Type.Object({
    outcome: oneOf(['changes', 'no_changes', 'needs_input', 'needs_model', 'blocked_by_policy']),
    title: Type.Optional(
      Type.String({ description: 'One line for the pull request, in the imperative, at most 72 characters.' }),
    ),
    summary: Type.String({ description: 'What was done and why, for the reviewer. Markdown.' }),
  }),
  // The loop answers this call itself (loop/finish-turn.ts): it needs the turn's state.
  run: () => Promise.reject(new ToolError('finish_refused', 'finish was called at the wrong time')),
});
