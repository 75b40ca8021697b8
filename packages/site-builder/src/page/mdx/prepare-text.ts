/**
 * Escapes two common spellings that aren't valid MDX: `## Title {#id}` and `{{variable}}` with a dash or a dot in its
 * name. Code is unchanged. The renderer later recognizes both in the text.
 */
export function prepareText(text: string): string {
  const hasIds = text.includes('{#');
  const hasVariables = text.includes('{{');
  if (!hasIds && !hasVariables) return text;
  let fence = '';
  const lines = text.split('\n').map((line) => {
    const marker = /^\s*(?:>\s*)*(`{3,}|~{3,})/.exec(line)?.[1];
    if (marker !== undefined) {
      if (fence === '') fence = marker;
      else if (marker.startsWith(fence) && /^\s*(?:>\s*)*[`~]+\s*$/.test(line)) fence = '';
      return line;
    }
    if (fence !== '' || !line.includes('{')) return line;
    return escapeVariables(hasIds ? escapeHeadingId(line) : line);
  });
  return lines.join('\n');
}

function escapeHeadingId(line: string): string {
  return line.replace(/^(\s*#{1,6}\s.*?)(\\?)\{(#[^{}<>"`]+\}\s*)$/, '$1\\{$3');
}

function escapeVariables(line: string): string {
  return line.replace(/\{\{(\s*[\w.-]+\s*)\}\}/g, (match, name: string, at: number) =>
    isInCodeOrAttribute(line.slice(0, at)) ? match : `\\{\\{${name}\\}\\}`,
  );
}

/** Whether a variable is in an attribute, as in `style={{…}}` and `title="{{x}}"`, or between backticks. */
function isInCodeOrAttribute(before: string): boolean {
  const ticks = before.split('`').length - 1;
  return ticks % 2 === 1 || /=\s*$/.test(before) || /=\s*(?:"[^"]*|'[^']*)$/.test(before);
}
