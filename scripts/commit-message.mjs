// The commit-msg hook. Must run on Node 20 or newer before anything is installed, so it imports only built-in modules.
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';

const MAX_SUBJECT = 72;
const TYPES = ['build', 'chore', 'docs', 'feat', 'fix', 'perf', 'refactor', 'style', 'test'];
/** These types change the product for users: the body must say why, and what was measured. */
const WITH_BODY = new Set(['feat', 'fix', 'perf']);
const SUBJECT = /^(?<type>[a-z]+)(?:\([a-z0-9-]+\))?!?: \S/;

/**
 * Returns the problem with a commit message; `undefined` if it is valid, or if git wrote it.
 *
 * @param {string} text as the editor left it, including comment lines
 * @returns {string | undefined}
 */
export function findMessageFault(text) {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  const [subject = '', ...rest] = lines;
  if (/^(Merge|Revert|fixup!|squash!|amend!)/.test(subject)) return undefined;
  const type = SUBJECT.exec(subject)?.groups?.['type'];
  if (type === undefined || !TYPES.includes(type)) {
    return `"${subject}" is not "type(scope): what changes for whom"; types are ${TYPES.join(', ')}`;
  }
  if (subject.length > MAX_SUBJECT) {
    return `the subject has ${subject.length} characters; ${MAX_SUBJECT} are allowed: move the rest into the body`;
  }
  if ((rest[0] ?? '').trim() !== '') return 'the line after the subject must be blank';
  const hasBody = rest.some((line) => line.trim() !== '' && !/^[A-Z][A-Za-z-]+: \S/.test(line));
  if (WITH_BODY.has(type) && !hasBody) {
    return `a commit of type "${type}" needs a body that says why, and what was measured`;
  }
  return undefined;
}

const [, script, messageFile] = argv;
if (messageFile !== undefined && import.meta.filename === script) {
  const fault = findMessageFault(readFileSync(messageFile, 'utf8'));
  if (fault !== undefined) {
    console.error(`commit refused: ${fault} (CONTRIBUTING.md, "A change")`);
    process.exit(1);
  }
}
