import type { AutomationKind } from '@docwright/contract';

interface Kind {
  /** Adds to its open pull request instead of opening another one. */
  readonly grows: boolean;
  /** Undefined: the instructions are the whole prompt. */
  readonly prompt: string | undefined;
}

export const kinds: Readonly<Record<AutomationKind, Kind>> = {
  custom: { grows: false, prompt: undefined },
  'update-from-code': {
    grows: true,
    prompt: [
      "The product's code has changed: the commits and changes are quoted in a separate message. Update the documentation so that a reader who follows it neither fails nor misses something because of these changes.",
      'Read the changed code before you write about it. Look for every page that describes what changed: names, options, defaults, routes, environment variables, messages, versions and examples. Change only what these commits make wrong or incomplete, keep the structure and wording of the pages otherwise, and describe new behavior where a reader would look for it.',
      "If nothing that readers see has changed, finish without changes and say why. Don't document internal details, tests or refactoring, and don't announce the change unless the site has a changelog.",
    ].join('\n\n'),
  },
};

/** What the agent is asked; evidence is never part of it. */
export function composePrompt(automation: { readonly kind: AutomationKind; readonly instructions: string }): string {
  const { prompt } = kinds[automation.kind];
  const instructions = automation.instructions.trim();
  if (prompt === undefined) return instructions;
  return instructions === '' ? prompt : `${prompt}\n\nInstructions of this project's team:\n\n${instructions}`;
}
