export { BrowserError } from './errors.ts';
export { openBrowser, type Browser } from './open-browser.ts';
export type { PageFile } from './page-traffic.ts';
export type { Screenshot, ScreenshotRequest } from './take-screenshot.ts';
