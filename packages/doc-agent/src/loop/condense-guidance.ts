/** Words that mark an instruction to writers. */
const directive =
  /\b(?:must|never|always|do not|don['’]t|should|avoid|use|prefer|keep|write|titles?|headings?|descriptions?|frontmatter|tone|voice|terms?|spelling|capitali[sz]\w*|style|docs|documentation|pages?)\b/gi;
const minCodeLines = 12;

/**
 * Returns the part of a long guide that is about writing: the sections with the most directives, in order, without long
 * code samples.
 */
export function condenseGuidance(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const short = dropLongCode(text);
  if (short.length <= maxLength) return short;
  const sections = short.split(/^(?=#{1,4} )/m).map((content, index) => ({ content, index, weight: weigh(content) }));
  const chosen: typeof sections = [];
  let left = maxLength;
  for (const section of sections.toSorted((a, b) => b.weight - a.weight)) {
    if (section.content.length > left) continue;
    left -= section.content.length;
    chosen.push(section);
  }
  if (chosen.length === 0) return short.slice(0, maxLength).toWellFormed();
  return chosen
    .toSorted((a, b) => a.index - b.index)
    .map(({ content }) => content)
    .join('');
}

const weigh = (section: string): number => (section.match(directive)?.length ?? 0) / Math.sqrt(section.length + 200);

function dropLongCode(text: string): string {
  const kept: string[] = [];
  let fence: string[] | undefined;
  for (const line of text.split('\n')) {
    const isFence = /^\s{0,3}(?:```|~~~)/.test(line);
    if (fence === undefined) {
      if (isFence) fence = [line];
      else kept.push(line);
      continue;
    }
    fence.push(line);
    if (!isFence) continue;
    kept.push(...(fence.length > minCodeLines ? ['(a code sample is left out)'] : fence));
    fence = undefined;
  }
  return [...kept, ...(fence ?? [])].join('\n');
}
