/** Installed packages that compiled code reads as files, and that therefore can't be part of the compiled code. */

export interface RuntimePackage {
  /** The sources that load the package by its name at run time. */
  readonly usedBy: readonly string[];
  /** The files that are read; by default, all code and data of the package and of its dependencies. */
  readonly files?: RegExp;
}

const builder = 'packages/site-builder/src';
const fonts = (...usedBy: readonly string[]): RuntimePackage => ({
  usedBy,
  files: /^(?:unicode\.json|files\/.*-wght-normal\.woff2)$/,
});
const pictures = 'packages/social-images/src';
const fontFiles = [`${builder}/theme/look/theme-fonts.ts`, `${pictures}/font-catalog.ts`];
const providers = 'packages/server/src/platform/models/load-provider.ts';

export const runtimePackages: Readonly<Record<string, RuntimePackage>> = {
  '@ai-sdk/amazon-bedrock': { usedBy: [providers] },
  '@ai-sdk/anthropic': { usedBy: [providers] },
  '@ai-sdk/azure': { usedBy: [providers] },
  '@ai-sdk/google': { usedBy: [providers] },
  '@ai-sdk/openai': { usedBy: [providers] },
  '@ai-sdk/openai-compatible': { usedBy: [providers] },
  '@fontsource-variable/geist': fonts(...fontFiles),
  '@fontsource-variable/geist-mono': fonts(...fontFiles),
  '@fontsource-variable/inter': fonts(...fontFiles),
  '@fontsource-variable/noto-sans-arabic': fonts(`${pictures}/font-catalog.ts`),
  '@fontsource-variable/noto-sans-devanagari': fonts(`${pictures}/font-catalog.ts`),
  '@fontsource-variable/noto-sans-hebrew': fonts(`${pictures}/font-catalog.ts`),
  '@fontsource-variable/noto-sans-jp': fonts(`${pictures}/font-catalog.ts`),
  '@fontsource-variable/noto-sans-kr': fonts(`${pictures}/font-catalog.ts`),
  '@fontsource-variable/noto-sans-sc': fonts(`${pictures}/font-catalog.ts`),
  '@mdx-js/mdx': { usedBy: [`${builder}/page/mdx/parse-page.ts`] },
  '@orama/stemmers': { usedBy: ['packages/site-search/src/languages/languages.ts'], files: /^dist\/.*\.js$/ },
  '@resvg/resvg-wasm': { usedBy: [`${pictures}/draw-backdrop.ts`], files: /\.wasm$/ },
  '@shikijs/langs': { usedBy: ['packages/highlight/src/shiki.ts'] },
  '@shikijs/themes': { usedBy: ['packages/highlight/src/styles.ts'] },
  harfbuzzjs: { usedBy: [`${builder}/page/math/subset-font.ts`] },
  katex: {
    usedBy: [`${builder}/page/math/render-math.ts`, `${builder}/page/math/math-files.ts`],
    files: /^dist\/(?:katex\.js|katex\.min\.css|fonts\/.*\.(?:ttf|woff2))$/,
  },
  mermaid: {
    usedBy: [`${builder}/page/mermaid/mermaid-files.ts`],
    files: /^dist\/(?:mermaid\.esm\.min\.mjs|chunks\/mermaid\.esm\.min\/.*\.mjs)$/,
  },
  re2js: { usedBy: ['packages/expressions/src/run-pattern.ts'], files: /^build\/index\.cjs$/ },
  // The compiler doesn't change its imports, because it has native code.
  satteri: { usedBy: [], files: /^(?:index\.js|dist\/.*\.js)$/ },
  shiki: { usedBy: ['packages/highlight/src/shiki.ts', 'packages/highlight/src/styles.ts'] },
  sucrase: { usedBy: [`${builder}/page/snippets/load-sucrase.ts`] },
  yaml: { usedBy: [`${builder}/text/load-yaml.ts`, 'packages/cli/src/connection/read-settings-file.ts'] },
};

/** The packages with native code, one for each platform. They are copied into `satteri`, which looks there first. */
export const nativePackages = [
  '@bruits/satteri-darwin-arm64',
  '@bruits/satteri-linux-arm64-gnu',
  '@bruits/satteri-linux-x64-gnu',
] as const;

/** Packages whose icons are packed into one file for each library. */
export const iconPackages = ['@fortawesome/fontawesome-free', '@tabler/icons', 'lucide-static'] as const;

/** Other sources that look for an installed package at run time. */
export const otherLookups: readonly string[] = [
  // Icons are packed, see above.
  `${builder}/page/icons/read-library-icon.ts`,
  // The compiler replaces the name of the `@docwright` package with an address.
  'packages/server/src/modules/building/site-rendering/builder-code.ts',
  // An optional dependency.
  'packages/server/src/platform/database/embedded/binaries.ts',
];
