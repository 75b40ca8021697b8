import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm start` listens; only for `vite` while one works on the dashboard itself. */
const service = 'http://localhost:4400';

/** Parts that each page of who is signed in loads at once. */
const everyPage =
  /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-)?(?:query|router|store|history)[^/]*)\/|src\/(?:api|ui\/(?:icon|button|format|time|layout|states|notice|badge|link-button|class-names|use-page-title))\b/;

export default defineConfig({
  // Relative, so that the built files work below any address: the page's `<base>` says where they are.
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // A request is cheaper than a page whose policy allows data: scripts; small pictures are part of the code anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        // What every page needs is one file: alone each small chunk is a request, and is compressed worse.
        codeSplitting: { groups: [{ name: 'base', test: everyPage }] },
      },
    },
  },
  server: { proxy: { '^/(v1|v2|auth|healthz|readyz|openapi.json)': { target: service } } },
});
