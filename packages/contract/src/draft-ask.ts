import { Type, type Static } from 'typebox';
import { maxPromptLength } from './agent-job.ts';
import { maxOffset, maxQuoteLength, Path } from './comment.ts';

export const AskAgentBody = Type.Object(
  {
    prompt: Type.String({
      minLength: 1,
      maxLength: maxPromptLength,
      pattern: String.raw`\S`,
      description: 'What the agent should suggest.',
    }),
    file: Type.Optional(
      Path('Only changes to this file are suggested, relative to the docs folder. Default: all files.'),
    ),
    quote: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxQuoteLength,
        description: 'Only changes to the lines with this text are suggested. Exactly as in the file; requires `file`.',
      }),
    ),
    from: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxOffset,
        description:
          'Where the quoted text starts, in UTF-16 code units. If the text has moved, the nearest occurrence is used. Required if the file contains the text more than once.',
      }),
    ),
  },
  { $id: 'AskAgent' },
);
export type AskAgentBody = Static<typeof AskAgentBody>;
