/** Placeholders that models write instead of repeating text. */
const phrases = [
  /\b(?:rest|remainder) of (?:the |this )?(?:file|page|document|content|code|section|text|config(?:uration)?)s?\b/i,
  /^(?:the )?(?:existing|previous|original|other|remaining|rest of the) (?:code|content|text|sections?|lines?|frontmatter|imports?|props?|items?)\b/i,
  /\b(?:unchanged|omitted for brevity|same as (?:before|above)|remains? (?:the same|as is)|stays? (?:the same|as is))\b/i,
  /^(?:no changes?|snip|truncated|omitted|content omitted|etc\.?)$/i,
  /^(?:keep|leave) (?:the )?(?:rest|everything else|existing|other)\b/i,
];
const commentMarks =
  /^(?:\{\/\*|<!--|\/\*+|\/\/+|#+(?= ?[.…[])|--|\[|\(|\.{3}|…|\s|\*)+|(?:\*\/\}?|-->|\]|\)|\.{3}|…|\s|\*)+$/g;

/** The first line of `text` that is a placeholder for omitted text and isn't in `before`. */
export function findLazyPlaceholder(text: string, before: string): string | undefined {
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.length > 160) continue;
    // Prose about an "existing content model" isn't a placeholder: only lines with comment marks or dots are checked.
    if (!/^(?:\{\/\*|<!--|\/\*|\/\/|#\s*[.…[(]|\[|\(|\.{3}|…)|(?:\.{3}|…)\s*(?:\*\/\}?|-->|\]|\))?$/.test(trimmed))
      continue;
    const core = trimmed.replace(commentMarks, '');
    if (phrases.some((phrase) => phrase.test(core)) && !before.includes(trimmed)) return trimmed;
    if (/^(?:\{\/\*|<!--|\/\*|\/\/)\s*(?:\.{3}|…)\s*(?:\*\/\}?|-->)?$/.test(trimmed) && !before.includes(trimmed))
      return trimmed;
  }
  return undefined;
}
