import type { SiteConfig, AnchorIndex, AssetStore, Choices, SiteLinks } from '../../site/index.ts';
import type { Highlighter } from '@docwright/highlight';
import type { IconSet } from '../icons/index.ts';
import type { IslandStore } from '../islands/island-store.ts';
import type { ComponentHandler } from '../component.ts';
import type { ImageSize } from '../../source/image-size/image-size.ts';
import type { SiteFeatures, BuildLimits } from '../../settings/build-settings.ts';
import type { SnippetStore } from '../snippets/snippet-store.ts';

/**
 * The common input for rendering all pages of a build. It is read-only: the results of rendering a page are its
 * `PageEffects`.
 */
export interface RenderSite {
  readonly config: SiteConfig;
  readonly features: SiteFeatures;
  readonly basePath: string;
  /** Address of the site's root without a trailing slash, or `''` if unknown. */
  readonly siteUrl: string;
  readonly limits: BuildLimits;
  readonly links: Pick<SiteLinks, 'find'>;
  readonly anchors: Pick<AnchorIndex, 'find'>;
  readonly assets: Pick<AssetStore, 'addressOf' | 'plainAddress'>;
  /** A site image's size, or `undefined` if the file doesn't state it. */
  imageSize(path: string): ImageSize | undefined;
  readonly icons: IconSet;
  readonly highlighter: Highlighter;
  readonly snippets: Pick<SnippetStore, 'load' | 'readRaw' | 'findObstacle' | 'findImport' | 'findLegacy'>;
  readonly components: ReadonlyMap<string, ComponentHandler>;
  /** `undefined` if components with state stay in their initial state. */
  readonly islands: Pick<IslandStore, 'runtimePath' | 'isLive' | 'pathOf' | 'pathsIn'> | undefined;
  /** In a sealed build, writes the parts that depend on the reader. */
  readonly choices: Choices | undefined;
  /** Whether a page with an error shows a notice. */
  readonly notices: boolean;
}
