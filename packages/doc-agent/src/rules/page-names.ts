import type { Instruction } from './instruction.ts';

/** The title in `the installation page`, or `undefined` for paths. */
export function readTitle(name: string): string | undefined {
  return /^the (.+) page$/i.exec(name)?.[1];
}

/** A page named by its address on the site: `https://docs.acme.com/guides/start#install` → `guides/start`. */
export function readAddress(name: string): string {
  if (!/^https?:\/\//i.test(name)) return name;
  const path = URL.canParse(name) ? new URL(name).pathname : '';
  const plain = path.replace(/^\/+|(?<!\/)\/+$/g, '').replace(/\.html?$/i, '');
  return plain === '' ? 'index' : plain;
}

/** The pages that an instruction names, as they were written. */
export function listPages(instruction: Instruction): string[] {
  const names: string[] = [];
  mapPages(instruction, (name) => {
    names.push(name);
    return name;
  });
  return names;
}

/** The instruction with each page name changed. */
export function mapPages(instruction: Instruction, map: (name: string) => string): Instruction {
  switch (instruction.kind) {
    case 'replace':
    case 'fix':
      return { ...instruction, where: instruction.where.map(map) };
    case 'move':
      return { ...instruction, from: map(instruction.from) };
    case 'delete':
      return {
        ...instruction,
        page: map(instruction.page),
        ...(instruction.redirect === undefined ? {} : { redirect: map(instruction.redirect) }),
      };
    case 'add_to_group':
      return {
        ...instruction,
        page: map(instruction.page),
        ...(instruction.after === undefined ? {} : { after: map(instruction.after) }),
      };
    case 'changelog':
      return instruction.page === undefined ? instruction : { ...instruction, page: map(instruction.page) };
    case 'rename':
    case 'frontmatter':
    case 'unlist':
    case 'callout':
    case 'append':
    case 'rename_section':
    case 'remove_section':
    case 'add_to_section':
      return { ...instruction, page: map(instruction.page) };
    case 'create':
    case 'redirect':
    case 'remove_redirect':
    case 'rename_group':
    case 'move_group':
      return instruction;
  }
}
