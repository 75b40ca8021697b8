export { sideComponents } from './side-components.ts';
export { builtInComponents } from './built-in-components.ts';
export { writeCodeBlock } from './write-code-block.ts';
export type { CodeBlockParts } from './write-code-block.ts';
export { nothingWritten, placeImage, writeImagePlace } from './place-image.ts';
export { writeHeading } from '../../markup/write-heading.ts';
export type { HeadingParts } from '../../markup/write-heading.ts';
