export { copyStaticFiles } from './copy-static-files.ts';
export type { ListedPage } from './llms.ts';
export { writeMarkdownHead } from './markdown-head.ts';
export { writeFeed } from './rss.ts';
export { siteOutputs } from './site-outputs.ts';
export { SocialImages, type DrawnPicture } from './social-images/index.ts';
export { collectClassNames, type KnownClassNames } from './styles/collect-class-names.ts';
export { createUtilityStyles } from './styles/index.ts';
