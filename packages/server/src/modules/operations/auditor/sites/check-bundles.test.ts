import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createBundleWriter, featuresByKind } from '@docwright/bundle';
import { checkBundles } from './check-bundles.ts';
import { openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

const commit = 'c'.repeat(40);
const blobKey = 'exports/org_home/proj_docs/exp_done.tar.gz';

describe('a completed export’s bundle', () => {
  let installation: AuditedInstallation;
  before(async () => {
    installation = await openAuditedInstallation();
    await installation.database.pool.query(
      `INSERT INTO export_jobs (id, organization_id, project_id, status, progress, base_path, strict)
       VALUES ('exp_done', 'org_home', 'proj_docs', 'running', 50, '', false)`,
    );
  });
  after(() => installation.close());
  beforeEach(() => save('<h1>Home</h1>'));
  async function pack(page: string): Promise<{ readonly bytes: Buffer; readonly sha256: string }> {
    const chunks: Uint8Array[] = [];
    const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk) });
    await writer.add({ path: 'index.html', bytes: page });
    const { sha256 } = await writer.finish({
      generator: 'docwright test',
      deploymentKind: 'cloud',
      version: 'v1',
      commit,
      createdFrom: {
        repository: 'https://git.example/docs.git',
        branch: 'main',
        directory: '',
        domain: 'docs.example',
      },
      basePath: '',
      features: featuresByKind({}),
      redirects: [],
    });
    return { bytes: Buffer.concat(chunks), sha256 };
  }
  const put = (bytes: Buffer) => installation.blobs.put(blobKey, bytes, { contentType: 'application/gzip' });
  async function save(page: string): Promise<Buffer> {
    const { bytes, sha256 } = await pack(page);
    await put(bytes);
    await installation.database.pool.query(
      `UPDATE export_jobs SET status = 'completed', progress = 100, commit = $1, sha256 = $2, size_bytes = $3, blob_key = $4`,
      [commit, sha256, bytes.length, blobKey],
    );
    return bytes;
  }
  const find = () => installation.find(checkBundles, { secrets: [{ name: 'canary 1', text: 'canary-Wq81' }] });

  test('N4: is valid if it matches its job', async () => {
    assert.equal(await find(), '');
  });

  test('N4: is reported if it is missing', async () => {
    await installation.blobs.delete(blobKey);
    assert.equal(await find(), `N4 exp_done its bundle ${blobKey} does not exist`);
  });

  test('N4: is reported if a byte was changed or the end is missing', async () => {
    const bytes = await save('<h1>Home</h1>');
    const flipped = Buffer.from(bytes);
    const middle = bytes.length >> 1;
    flipped.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    await put(flipped);
    assert.match(await find(), /^N4 exp_done its bundle does not verify \(/);
    await put(bytes.subarray(0, -1));
    assert.match(await find(), new RegExp(`${bytes.length - 1} bytes; ${bytes.length} were reported`));
  });

  test('N4: can be missing if its project was deleted but the project’s rows still exist', async () => {
    await installation.blobs.delete(blobKey);
    const statement = `DELETE FROM projects WHERE id = (SELECT project_id FROM export_jobs WHERE id = 'exp_done')`;
    assert.equal(await installation.findAfter(checkBundles, statement), '');
  });

  test('N4: is reported if it is valid, but differs from the job’s digest or commit', async () => {
    const { bytes } = await pack('<h1>Evil</h1>');
    await put(bytes);
    assert.match(await find(), /^N4 exp_done its bundle does not verify/m);
    const statement = `UPDATE export_jobs SET commit = repeat('d', 40)`;
    await save('<h1>Home</h1>');
    const found = await installation.findAfter(checkBundles, statement);
    assert.equal(found, 'N4 exp_done its bundle was created from a different commit');
  });

  test('N8: is reported with the file if it contains a key or a canary, without quoting the secret', async () => {
    await save('<p>dw_000000000000000000000000000000002vykr2 canary-Wq81</p>');
    const found = await find();
    assert.deepEqual(found.split('\n').toSorted(), [
      `N8 ${blobKey} index.html contains an API key`,
      `N8 ${blobKey} index.html contains canary 1`,
    ]);
  });
});
