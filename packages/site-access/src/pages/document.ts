import { escapeHtml } from './escape.ts';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:24rem;margin:20vh auto 0;padding:0 1rem;color-scheme:light dark}' +
  'label,input,button{display:block;width:100%;box-sizing:border-box;font:inherit}' +
  'input,button{margin-top:.5rem;padding:.5rem}.problem{color:#c5221f}dt{font-weight:600}dd{margin:0 0 .5rem;overflow-wrap:anywhere}' +
  'h2{font-size:1.1rem;margin-top:2rem}ul{list-style:none;padding:0}li{margin-bottom:1rem}select{font:inherit;width:100%;padding:.5rem}code{display:block;overflow-wrap:anywhere;padding:.5rem;border:1px solid}';

/** Renders a sign-in page. @param main the content, as HTML */
export const document = (title: string, main: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</html>
`;
