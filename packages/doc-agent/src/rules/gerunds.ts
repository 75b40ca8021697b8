const gerunds: Readonly<Record<string, string>> = {
  putting: 'put',
  swapping: 'swap',
  dropping: 'drop',
  setting: 'set',
  getting: 'get',
  adding: 'add',
  fixing: 'fix',
  correcting: 'correct',
  pointing: 'point',
  renaming: 'rename',
  removing: 'remove',
  deleting: 'delete',
  moving: 'move',
  replacing: 'replace',
  changing: 'change',
  updating: 'update',
  hiding: 'hide',
  redirecting: 'redirect',
  creating: 'create',
  marking: 'mark',
  giving: 'give',
  using: 'use',
  making: 'make',
  switching: 'switch',
  writing: 'write',
  appending: 'append',
};

/** `adding a note` → `add a note`. */
export function toInstruction(words: string): string {
  return words.trim().replace(/^\w+ing\b/i, (gerund) => gerunds[gerund.toLowerCase()] ?? gerund);
}
