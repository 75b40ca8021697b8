import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm start` listens; only for `vite` while one works on the dashboard itself. */
const service = 'http://localhost:4400';

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
  },
  server: { proxy: { '^/(v1|v2|auth|healthz|readyz|openapi.json)': { target: service } } },
});
