/** From the opening line to the closing one, or to the end where nothing closes it. */
const blockOf = (mark: '`' | '~', info: string): string =>
  `^[ \\t]*(?<${mark === '`' ? 'ticks' : 'tildes'}>${mark}{3,})(?!${mark})${info}\\n[^]*?(?:^[ \\t]*\\k<${
    mark === '`' ? 'ticks' : 'tildes'
  }>${mark}*[ \\t]*$|$(?![^]))`;

/**
 * The source of an expression that finds a fenced block of code (CommonMark 4.5), with the flag `m`; it has the groups `ticks` and `tildes`.
 *
 * 1. What closes a block is at least as many of the mark that opened it, with nothing behind them.
 * 2. No info string of backticks holds a backtick: "```a``` b" in a line is a span of code.
 * 3. The marks may be indented as far as they like: MDX has no indented code, and components indent what they hold.
 */
export const fencedCode = `(?:${blockOf('`', '[^`\\n]*')}|${blockOf('~', '[^\\n]*')})`;
