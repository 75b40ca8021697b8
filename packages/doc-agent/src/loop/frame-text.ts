/** Frames text that a model reads as data. The text can't close the frame. */
export function frameText(name: string, text: string, attributes = ''): string {
  const inner = text.replaceAll(new RegExp(`<(/?)${name}`, 'gi'), `<$1 ${name}`);
  return `<${name}${attributes}>\n${inner}\n</${name}>`;
}
