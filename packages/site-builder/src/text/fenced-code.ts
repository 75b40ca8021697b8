/**
 * Returns the pattern of a code block, from its opening line to its closing line, or to the end of the text if the
 * block isn't closed.
 */
const blockOf = (mark: '`' | '~', info: string): string =>
  `^[ \\t]*(?<${mark === '`' ? 'ticks' : 'tildes'}>${mark}{3,})(?!${mark})${info}\\n[^]*?(?:^[ \\t]*\\k<${
    mark === '`' ? 'ticks' : 'tildes'
  }>${mark}*[ \\t]*$|$(?![^]))`;

/**
 * The source of a regular expression that matches a fenced code block (CommonMark 4.5), with the flag `m`; it has the
 * groups `ticks` and `tildes`.
 *
 * 1. A block is closed by at least as many marks as it was opened with, with nothing after them.
 * 2. An info string after backticks doesn't contain a backtick: "```a``` b" in a line is a code span.
 * 3. The marks can be indented to any depth: MDX has no indented code, and components indent their content.
 */
export const fencedCode = `(?:${blockOf('`', '[^`\\n]*')}|${blockOf('~', '[^\\n]*')})`;
