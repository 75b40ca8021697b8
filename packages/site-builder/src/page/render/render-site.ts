import type { ExpectedAnchor, SiteConfig, AnchorIndex, AssetStore, SiteLinks } from '../../site/index.ts';
import type { Highlighter } from '@docwright/highlight';
import type { IconSet } from '../icons/index.ts';
import type { IslandStore } from '../islands/island-store.ts';
import type { Issue } from '../../issues/issue.ts';
import type { ComponentHandler } from '../component.ts';
import type { ImageSize } from '../../source/image-size/image-size.ts';
import type { SiteFeatures, BuildLimits } from '../../settings/build-settings.ts';
import type { ForwardableCalls } from '../../openapi/index.ts';
import type { SnippetStore } from '../snippets/snippet-store.ts';

/** What all pages of a build are rendered with. Made once, never changed by a page. */
export interface RenderSite {
  readonly config: SiteConfig;
  readonly features: SiteFeatures;
  readonly basePath: string;
  readonly limits: BuildLimits;
  readonly links: Pick<SiteLinks, 'find' | 'hasPage'>;
  readonly anchors: Pick<AnchorIndex, 'find'>;
  readonly assets: PageAssets;
  /** Of a file of the site; undefined where it does not say. */
  imageSize(path: string): ImageSize | undefined;
  readonly icons: IconSet;
  readonly highlighter: Highlighter;
  readonly snippets: Pick<SnippetStore, 'load' | 'readRaw' | 'findImport' | 'findLegacy'>;
  readonly components: ReadonlyMap<string, ComponentHandler>;
  /** Undefined: components with state stay as they are first shown. */
  readonly islands: PageIslands | undefined;
  /** Takes what playgrounds may call through a deployment's proxy. */
  readonly calls: Pick<ForwardableCalls, 'add'>;
  /** Whether a page with a fault shows a notice. */
  readonly notices: boolean;
  report(issue: Issue): void;
  /** Takes a link to another page's heading, checked when all pages are known. */
  expectAnchor(anchor: ExpectedAnchor): void;
}

export type PageAssets = Pick<AssetStore, 'addressOf' | 'hashedAddress' | 'plainAddress' | 'keepPlain'>;
export type PageIslands = Pick<IslandStore, 'runtimePath' | 'isLive' | 'pathOf' | 'pathsIn' | 'use'>;
