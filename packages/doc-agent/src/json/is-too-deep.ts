/**
 * Maximum number of nested arrays and objects in a tool's arguments. The deepest arguments that a tool accepts have 4
 * levels.
 */
const maxDepth = 64;

/**
 * Whether JSON is nested too deeply for code that walks the value: `JSON.parse` accepts any depth, but `JSON.stringify`
 * exhausts the stack. Text that isn't JSON can pass.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return at;
    if (character === '\\') at += 1;
  }
  return text.length;
}
