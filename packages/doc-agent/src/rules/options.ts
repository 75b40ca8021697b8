/** Requests that a summary offers, which a person sends with one click or names in a follow-up ("the first one"). */

/** Formats text as inline code that the text can't close. */
export function asCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  return longest === 0 ? `${mark}${text}${mark}` : `${mark} ${text} ${mark}`;
}

/** The text of a line that consists of inline code. */
function readCode(line: string): string | undefined {
  const [mark] = /^`+/.exec(line) ?? [];
  if (mark === undefined || line.includes('\n') || !line.endsWith(mark)) return undefined;
  const code = line.slice(mark.length, -mark.length).replaceAll(/^ | $/g, '');
  return code === '' ? undefined : code;
}

/** A request with several lines, in a fence that none of the lines can close. */
export function asBlock(request: string): string {
  const longest = Math.max(2, ...[...request.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${request}\n${fence}`;
}

export const formatOption = (request: string): string =>
  request.includes('\n') ? asBlock(request) : `- ${asCode(request)}`;

/** The requests that a summary of the rules engine offers, in order. */
export function readOptions(summary: string): string[] {
  const options: string[] = [];
  const lines = summary.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = /^(?<fence>`{3,})text$/.exec(line)?.groups?.['fence'];
    if (fence !== undefined) {
      const end = lines.indexOf(fence, at + 1);
      if (end === -1) return options;
      options.push(lines.slice(at + 1, end).join('\n'));
      at = end;
      continue;
    }
    const code = line.startsWith('- ') ? readCode(line.slice(2)) : undefined;
    if (code !== undefined) options.push(code);
  }
  return options;
}

const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
};
const choice =
  /^(?:(?:please|ok(?:ay)?|yes),? )*(?:(?:do|use|take|send|apply|choose|go (?:with|for)|i(?:['’]d)? (?:like|prefer|choose|take)) )?(?:the )?(?:(?:option|number|no\.?|#) ?(?<number>\d{1,2})|(?<digit>\d{1,2})|(?<ordinal>first|second|third|fourth|last|1st|2nd|3rd|4th)(?: (?:one|option|proposal|suggestion|request))?|(?<that>(?:that|this)(?: one)?|proposal|suggestion|it))(?:,? please)?[.!]*$/i;
const agreement =
  /^(?:yes|yep|ok(?:ay)?|sure|go ahead|do it|do that|please do|correct|exactly|sounds good)(?:,? (?:please|do it|go ahead))?[.!]*$/i;

/** The offered request that a follow-up chooses, or the follow-up itself. */
export function resolveChoice(prompt: string, options: readonly string[]): string {
  const trimmed = prompt.trim();
  const [only] = options;
  if (only === undefined) return prompt;
  const unwrapped = /^(`{3,})(?:text)?\n([^]*)\n\1$/.exec(trimmed)?.[2];
  if (unwrapped !== undefined && options.includes(unwrapped)) return unwrapped;
  const code = readCode(trimmed.replace(/^- /, ''));
  if (code !== undefined && options.includes(code)) return code;
  if (agreement.test(trimmed)) return options.length === 1 ? only : prompt;
  const groups = choice.exec(trimmed)?.groups;
  if (groups === undefined) return prompt;
  if (groups['that'] !== undefined) return options.length === 1 ? only : prompt;
  const ordinal = groups['ordinal']?.toLowerCase();
  const number =
    ordinal === 'last' ? options.length : (ordinals[ordinal ?? ''] ?? Number(groups['number'] ?? groups['digit']));
  return options[number - 1] ?? prompt;
}
