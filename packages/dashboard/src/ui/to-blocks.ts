/** A paragraph, or a list of which each line is an item. */
interface Block {
  readonly isList: boolean;
  readonly lines: readonly string[];
}

export function toBlocks(text: string): readonly Block[] {
  const blocks: { isList: boolean; lines: string[] }[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const item = /^\s{0,3}[-*] (.*)$/.exec(line)?.[1];
    const last = blocks.at(-1);
    const isList = item !== undefined;
    if (line.trim() === '') isOpen = false;
    else if (isOpen && last?.isList === isList) last.lines.push(item ?? line);
    else blocks.push({ isList, lines: [item ?? line] });
    if (line.trim() !== '') isOpen = true;
  }
  return blocks;
}
