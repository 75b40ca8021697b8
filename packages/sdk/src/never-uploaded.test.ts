import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNeverUploaded } from './never-uploaded.ts';

for (const path of [
  '.env',
  '.ENV.production',
  'api/.env.local',
  'certs/server.pem',
  'SERVER.KEY',
  'node_modules/x/index.js',
  'a/Node_Modules/x.mdx',
  '.ssh/config',
  'id_rsa',
  'deep/id_ed25519.pub',
  'service-account-prod.json',
  'terraform.tfstate.backup',
  'img/.DS_Store',
])
  test(`${path} is never uploaded`, () => assert.equal(isNeverUploaded(path), true));

for (const path of [
  'docs.json',
  'environment.mdx',
  'guides/env.mdx',
  'guides/.env.mdx/page.mdx',
  'keys/index.mdx',
  'node_modules.mdx',
  'my-credentials.json',
  'xservice-account.json',
  'pem/index.mdx',
  'ids_rsa',
])
  test(`${path} can be uploaded`, () => assert.equal(isNeverUploaded(path), false));
