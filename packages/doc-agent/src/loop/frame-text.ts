/** A text that a model reads as data, in a frame that the text can't close. */
export function frameText(name: string, text: string, attributes = ''): string {
  const inner = text.replaceAll(new RegExp(`<(/?)${name}`, 'gi'), `<$1 ${name}`);
  return `<${name}${attributes}>\n${inner}\n</${name}>`;
}
