/** Built-in models, which are named by their function. */
const builtIn: Readonly<Record<string, string>> = {
  'builtin/rules-1': 'Built-in rules',
  'builtin/extracts-1': 'Quoted passages',
};

/** Returns a model's display name: `Built-in rules`, `anthropic/claude-sonnet-4`. */
export const modelLabel = (model: string): string => builtIn[model] ?? model;
