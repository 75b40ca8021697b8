import type { SiteConfig, AnchorIndex, AssetStore, SiteLinks } from '../../site/index.ts';
import type { Highlighter } from '@docwright/highlight';
import type { IconSet } from '../icons/index.ts';
import type { IslandStore } from '../islands/island-store.ts';
import type { ComponentHandler } from '../component.ts';
import type { ImageSize } from '../../source/image-size/image-size.ts';
import type { SiteFeatures, BuildLimits } from '../../settings/build-settings.ts';
import type { SnippetStore } from '../snippets/snippet-store.ts';

/** What all pages of a build are rendered with. It answers and records nothing: what a page leaves behind is its `PageEffects`. */
export interface RenderSite {
  readonly config: SiteConfig;
  readonly features: SiteFeatures;
  readonly basePath: string;
  /** Of the site's root without a slash; `''` where nobody has said it. */
  readonly siteUrl: string;
  readonly limits: BuildLimits;
  readonly links: Pick<SiteLinks, 'find'>;
  readonly anchors: Pick<AnchorIndex, 'find'>;
  readonly assets: Pick<AssetStore, 'addressOf' | 'plainAddress'>;
  /** Of a file of the site; undefined where it does not say. */
  imageSize(path: string): ImageSize | undefined;
  readonly icons: IconSet;
  readonly highlighter: Highlighter;
  readonly snippets: Pick<SnippetStore, 'load' | 'readRaw' | 'findObstacle' | 'findImport' | 'findLegacy'>;
  readonly components: ReadonlyMap<string, ComponentHandler>;
  /** Undefined: components with state stay as they are first shown. */
  readonly islands: Pick<IslandStore, 'runtimePath' | 'isLive' | 'pathOf' | 'pathsIn'> | undefined;
  /** Whether a page with a fault shows a notice. */
  readonly notices: boolean;
}
