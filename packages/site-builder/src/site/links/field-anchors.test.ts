import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture, type BuiltSite } from '../../testing/build-fixture.ts';

const object = (properties: object): object => ({ type: 'object', properties });
const text = { type: 'string' };

const spec = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {
    '/x': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: object({
                invoiceId: { anyOf: [text, { type: 'null' }] },
                options: { oneOf: [{ type: 'null' }, object({ userContext: text })] },
                target: { oneOf: [object({ link_id: text, kind: text }), object({ domain: text, kind: text })] },
              }),
            },
          },
        },
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/json': {
                schema: {
                  allOf: [{ oneOf: [object({ limit: text }), object({ hitsPerPage: text })] }, object({ hits: text })],
                },
              },
            },
          },
        },
      },
    },
  },
};

function build(openapi: string, links: readonly string[]): Promise<BuiltSite> {
  const isRemote = openapi.startsWith('https:');
  const navigation = { groups: [{ group: 'G', pages: ['a', 'op'] }] };
  return buildFixture({
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'T',
      colors: { primary: '#000' },
      navigation,
      api: { openapi },
    }),
    ...(isRemote ? {} : { 'api.json': JSON.stringify(spec) }),
    'op.mdx': '---\nopenapi: POST /x\n---\n',
    'a.mdx': links.map((link) => `[x](/op#${link})`).join(' '),
  });
}

describe('links to an operation’s fields', () => {
  const known = [
    'body-invoice-id',
    'body-invoice-id-one-of-0',
    'body-options-one-of-1',
    'body-options-one-of-1-user-context',
    'body-target-one-of-0-link-id',
    'body-target-one-of-0-kind',
    'body-target-one-of-1-kind',
    'response-one-of-1-hits-per-page',
    'response-hits-per-page',
    'response-hits',
  ];
  test('can name the variant that has the field', async () => {
    const site = await build('api.json', known);
    assert.deepEqual(site.codes(), []);
    assert.match(site.content('op'), / id="body-target-one-of-1-kind"/);
  });

  test('are reported if no variant has the field', async () => {
    const site = await build('api.json', ['body-target-one-of-0-none', 'body-none']);
    assert.deepEqual(site.codes(), ['broken-anchor', 'broken-anchor']);
  });

  test('are not checked if the specification could not be read', async () => {
    const site = await build('https://api.example.com/openapi.json', known);
    assert.deepEqual(site.codes().sort(), ['openapi-not-found', 'openapi-remote-spec']);
  });
});

test('an ID in the content of a closed live component is an ID of its page', async () => {
  const site = await buildFixture({
    'a.mdx':
      'import { Fold } from "/snippets/fold.jsx";\n\n[x](#inner) [y](#none)\n\n<Fold>\n\n<p id="inner">Text</p>\n\n</Fold>',
    'snippets/fold.jsx':
      'export const Fold = ({ children }) => {\n  const [open, setOpen] = useState(false);\n  return <div><button onClick={() => setOpen(!open)}>Show</button>{open && children}</div>;\n};\n',
  });
  assert.deepEqual(site.codes(), ['broken-anchor']);
  assert.match(site.issue('broken-anchor')?.message ?? '', /#none/);
});
