import { nestingFaults } from './mdx/nesting.ts';
import type { ParsedText } from './mdx/parse-page.ts';
import type { PageContext } from './render/page-context.ts';
import { lfsRemedy } from '../source/lfs-pointer.ts';
import type { SitePage } from '../site/index.ts';

/** Turns problems found while reading and parsing into issues. */
export function reportPageProblems(page: SitePage, parsed: ParsedText, context: PageContext): void {
  const path = page.sourcePath;
  if (page.tooLarge) {
    context.report({
      path,
      severity: 'error',
      code: 'file-too-large',
      message: `The file is larger than ${context.site.limits.sourceFileBytes} bytes; it was not read.`,
      fix: 'Split the page.',
    });
  }
  if (page.isLfsPointer) {
    context.report({
      path,
      severity: 'error',
      code: 'lfs-pointer',
      message: 'The file is a Git LFS pointer, and its text is not in the repository: the page is empty.',
      fix: lfsRemedy,
    });
  }
  if (page.invalidUtf8) {
    context.report({
      path,
      severity: 'warning',
      code: 'invalid-utf8',
      message: 'The file is not valid UTF-8; unreadable bytes are shown as �.',
      fix: 'Save the file as UTF-8.',
    });
  }
  if (page.frontmatterProblem !== undefined) {
    context.report({
      path,
      line: page.frontmatterProblem.line,
      severity: 'error',
      code: 'frontmatter-syntax',
      message: `The frontmatter is not YAML: ${page.frontmatterProblem.message}`,
      fix: 'Put values that contain ":" or "#" in quotation marks.',
    });
  }
  if (parsed.nesting !== undefined) {
    context.report({
      path,
      severity: 'error',
      code: 'nesting-limit',
      message: `The page has ${nestingFaults[parsed.nesting]}; it was read as ${parsed.nesting === 'references' || parsed.nesting === 'markers' ? 'plain text' : 'plain Markdown'}.`,
      fix: 'Nest the parts less deeply.',
    });
  }
  for (const fault of parsed.faults) {
    context.report({
      path,
      line: fault.line,
      column: fault.column,
      severity: 'error',
      code: 'mdx-syntax',
      message: fault.message,
      fix: fault.fix ?? 'Correct the tag or expression, or write \\< and \\{ where the characters are text.',
    });
  }
}
