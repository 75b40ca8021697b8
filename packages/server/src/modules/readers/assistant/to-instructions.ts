import type { AssistantSettings, AssistantTone } from '@docwright/contract';

const tones: Readonly<Record<AssistantTone, string>> = {
  neutral: '',
  friendly: 'Write in a friendly tone, as to a colleague.',
  formal: 'Write in a formal tone.',
};

/** Returns the project's instructions for a model. */
export const toInstructions = ({ tone, instructions }: Pick<AssistantSettings, 'tone' | 'instructions'>): string =>
  [tones[tone], instructions].filter((text) => text !== '').join('\n');
