import { decodeText } from '../../text/decode-text.ts';
import type { SiteSource } from '../../source/site-source.ts';

/** Code that exists only in programs outside browsers. */
const programText = /^\s*(?:import\s[^\n]*from\s|export\s)|\brequire\(|\bprocess\.(?:argv|env|exit)|^#!/m;

/** Whether a `.js` file of the repository belongs to its tools instead of its pages. */
export function isToolScript(source: SiteSource, path: string): boolean {
  const bytes = source.read(path);
  return bytes === undefined || programText.test(decodeText(bytes).text);
}
