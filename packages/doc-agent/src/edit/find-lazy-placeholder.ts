/** What models write instead of text that they did not feel like repeating. */
const phrases = [
  /(?:rest|remainder) of (?:the |this )?(?:file|page|document|content|code|section|text)s?\b.{0,40}(?:unchanged|same|here|omitted|stays|remains|as before|as is|$)/i,
  /\b(?:existing|previous|original|other|remaining) (?:code|content|text|sections?|lines?|frontmatter|imports?)\b.{0,40}(?:unchanged|here|omitted|stays?|remains?|as before|as is|goes here|\.\.\.|…)/i,
  /^(?:content|code|text|sections?|lines?) (?:unchanged|omitted|truncated)\b/i,
  /^(?:unchanged|no changes?|same as (?:before|above)|snip|truncated|omitted)$/i,
  /^(?:keep|leave) (?:the )?(?:rest|everything else|existing|other)\b.{0,60}(?:as (?:it )?is|unchanged|the same)?$/i,
];
const commentMarks =
  /^(?:\{\/\*|<!--|\/\*+|\/\/+|#+(?= ?[.…[])|--|\[|\(|\.{3}|…|\s|\*)+|(?:\*\/\}?|-->|\]|\)|\.{3}|…|\s|\*)+$/g;

/** The first line of `text` that stands for left-out text and does not stand in `before` already. */
export function findLazyPlaceholder(text: string, before: string): string | undefined {
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.length > 160) continue;
    // Prose about an "existing content model" is no placeholder: only marked-off or dotted lines are looked at.
    if (!/^(?:\{\/\*|<!--|\/\*|\/\/|#\s*[.…[(]|\[|\(|\.{3}|…)|(?:\.{3}|…)\s*(?:\*\/\}?|-->|\]|\))?$/.test(trimmed))
      continue;
    const core = trimmed.replace(commentMarks, '');
    if (phrases.some((phrase) => phrase.test(core)) && !before.includes(trimmed)) return trimmed;
    if (/^(?:\{\/\*|<!--|\/\*|\/\/)\s*(?:\.{3}|…)\s*(?:\*\/\}?|-->)?$/.test(trimmed) && !before.includes(trimmed))
      return trimmed;
  }
  return undefined;
}
