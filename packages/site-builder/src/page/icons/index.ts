export { createIconSet, isAddress, placeholderIcon } from './create-icon-set.ts';
export type { IconSet, IconSetOptions } from './create-icon-set.ts';
