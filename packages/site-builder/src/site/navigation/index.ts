export { PageFinder, toPagePath } from './find-page.ts';
export { walkNavigation } from './nav-tree.ts';
export type {
  NavAccess,
  NavConditions,
  NavContent,
  NavLocation,
  NavTreeEntry,
  NavTreeLink,
  NavTreeOption,
  NavTreePage,
} from './nav-tree.ts';
export { NavigationViews } from './navigation-views.ts';
export type { PageLabels } from './nav-frame.ts';
export { parseNavigation } from './parse-navigation.ts';
