export interface PromptTemplate {
  readonly label: string;
  readonly prompt: string;
  /** Whether the template requires a model. */
  readonly needsModel: boolean;
}

/** Prompt templates. Placeholders are in capitals, so that they are easy to see. */
export const promptTemplates: readonly PromptTemplate[] = [
  { label: 'Fix broken links', prompt: 'fix broken links', needsModel: false },
  { label: 'Fix spelling', prompt: 'fix spelling', needsModel: false },
  { label: 'Replace a term', prompt: 'replace "OLD TERM" with "NEW TERM"', needsModel: false },
  { label: 'Move a page', prompt: 'move page OLD/PATH to NEW/PATH', needsModel: false },
  { label: 'Add a section', prompt: 'append section "TITLE" to PAGE: "TEXT"', needsModel: false },
  {
    label: 'Describe a change',
    prompt:
      'This changed in the product: WHAT CHANGED.\nFind every page that is now wrong or incomplete, and update it. Keep what is still true.',
    needsModel: true,
  },
  {
    label: 'Write a page',
    prompt:
      'Write a page about SUBJECT for readers who want to GOAL. Start with the steps, then explain. Add it to the navigation after PAGE.',
    needsModel: true,
  },
  {
    label: 'Make a page clearer',
    prompt:
      'Make PAGE easier to follow: shorter sentences, steps in order, one idea per paragraph. Don’t change any facts.',
    needsModel: true,
  },
];

/** Replaces an empty prompt or an unchanged template; appends to text that the user has written. */
export function withTemplate(written: string, prompt: string): string {
  const isOwn = written.trim() !== '' && promptTemplates.every((each) => each.prompt !== written.trim());
  return isOwn ? `${written.trimEnd()}\n${prompt}` : prompt;
}
