/** The class of formatted text, by node name. */
export const inlineClasses: Readonly<Record<string, string>> = {
  Emphasis: 'vm-em',
  StrongEmphasis: 'vm-strong',
  Strikethrough: 'vm-strike',
  InlineCode: 'vm-inline-code',
  Link: 'vm-link',
};

/** Whether a node is a mark around formatted text, other than a link. */
export const isInlineMark = (name: string): boolean => /^(?:Emphasis|Code|Strikethrough)Mark$/.test(name);
