/** Phrases that an answer must or must not contain, in addition to the rules for all answers. */
export interface AnswerFacts {
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
}

export interface Answer {
  readonly result: string;
  readonly summary: string;
  /** Requests that the answer offers. */
  readonly options: readonly string[];
}

/** Placeholders from the manual, which aren't valid requests, and phrases from the hints that used to contain them. */
const placeholders = /\b(?:PATH|KEY|PAGE|LABEL|TEXT|CHANGES)\b|["“`][A-Z]["”`]|nearest form|understands these forms/g;

/**
 * Finds faults in the wording of an answer: a placeholder instead of a value, an offered value that isn't in the
 * request, or a missing quotation of the words that weren't understood.
 */
export function findWordingFaults(prompts: readonly string[], answer: Answer, facts: AnswerFacts = {}): string[] {
  const { result, summary, options } = answer;
  const promptText = prompts.join('\n');
  const normalized = normalize(promptText);
  const faults: string[] = [];
  for (const [found] of summary.matchAll(placeholders))
    if (!promptText.includes(found)) faults.push(`the placeholder ${found}`);
  if (result === 'needs_model') {
    const quotes = [...summary.matchAll(/^- "(.+?)(?:…)?"(?: \(.*\))?$/gm)].map(([, words = '']) => normalize(words));
    if (!quotes.some((words) => words !== '' && normalized.includes(words)))
      faults.push('the words that were not understood are not quoted');
    for (const option of options)
      for (const [, value = ''] of option.matchAll(/"((?:[^"\\]|\\.)*)"/g))
        if (!normalized.includes(normalize(value.replace(/\\(.)/g, '$1'))))
          faults.push(`offers ${value}, which is not in the request`);
  }
  for (const text of facts.has ?? []) if (!summary.includes(text)) faults.push(`doesn't say ${JSON.stringify(text)}`);
  for (const text of facts.lacks ?? []) if (summary.includes(text)) faults.push(`says ${JSON.stringify(text)}`);
  return faults;
}

/** Replaces quotes, slashes and whitespace with single spaces, because an answer shows the words on one line. */
const normalize = (text: string): string => text.replace(/[\s"“”„«»'‘’`\\/]+/g, ' ').trim();
