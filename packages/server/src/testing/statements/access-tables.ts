import { digest, each, id, ofProject, owner, share, type Filled } from './filled-table.ts';

/** Tables for readers' access, and for sign-ins to previews. */
export const accessTables: Readonly<Record<string, Filled>> = {
  site_access: { rows: each, columns: { ...ofProject, organization_id: `'org_' || (n % 1000)` } },
  site_reader_passwords: { rows: each, columns: { ...id('rpassword'), ...ofProject, label: `'readers'` } },
  site_reader_keys: {
    rows: each,
    columns: { ...ofProject, id: `'key'`, algorithm: `'EdDSA'`, public_key: `'pem'` },
  },
  reader_sessions: {
    rows: each,
    columns: {
      ...id('rsession'),
      project_id: owner.project_id,
      subject_sha256: digest(`'subject_' || n`),
      session_epoch: '0',
      expires_at: `now() + interval '1 day'`,
    },
  },
  site_sign_in_tests: {
    rows: share(0.1),
    columns: {
      ...id('sit'),
      ...owner,
      token_sha256: digest(`'test_' || n`),
      mode: `'jwt'`,
      created_at: 't',
      expires_at: 't',
    },
  },
  site_access_codes: {
    rows: share(0.1),
    columns: {
      code_sha256: digest(`'code_' || n`),
      environment_id: `'env_' || p`,
      session_id: `'session_' || n`,
      expires_at: 'now()',
    },
  },
  used_reader_tokens: {
    rows: share(0.1),
    columns: { project_id: owner.project_id, digest: `'digest_' || n`, expires_at: 't' },
  },
  ended_reader_sessions: {
    rows: share(0.1),
    columns: { ...id('ended'), project_id: owner.project_id, ended_at: 't', expires_at: `now() + interval '1 day'` },
  },
  reader_profiles: {
    rows: share(0.1),
    columns: {
      environment_id: `'env_' || p`,
      owner: `'owner_' || n`,
      sealed: `'sealed'`,
      expires_at: `now() + interval '1 day'`,
    },
  },
  reader_access_tokens: {
    rows: share(0.1),
    columns: {
      ...id('token'),
      environment_id: `'env_' || p`,
      owner: `'owner_' || n`,
      sealed: `'sealed'`,
      created_at: 't',
      expires_at: `now() + interval '1 day'`,
    },
  },
};
