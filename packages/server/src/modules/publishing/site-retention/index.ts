export { cleanSites, type RetentionSettings } from './clean-sites.ts';
