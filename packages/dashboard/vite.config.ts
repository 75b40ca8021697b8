import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The address of `npm start`, used only by `vite` during dashboard development. */
const service = 'http://localhost:4400';

/** Parts that every page for signed-in users loads immediately. */
const everyPage =
  /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-)?(?:query|router|store|history)[^/]*)\/|src\/(?:api|ui\/(?:icon|button|format|time|layout|states|notice|badge|link-button|class-names|use-page-title))\b/;

export default defineConfig({
  // Relative, so that the built files work below any address; the page's `<base>` specifies their location.
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Scripts aren't inlined, because an additional request is better than a policy that allows data: scripts. Small
    // images are part of the code anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        // Modules that every page needs are in one file, because separate small chunks cost requests and compress
        // worse.
        codeSplitting: { groups: [{ name: 'base', test: everyPage }] },
      },
    },
  },
  server: { proxy: { '^/(v1|v2|auth|healthz|readyz|openapi.json)': { target: service } } },
});
