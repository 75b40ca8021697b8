/** Responses from a fake GitHub Enterprise Server, with only the fields that the service reads. */
export interface FakeApp {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly owner: string;
  readonly privateKey: string;
  readonly publicKey: string;
  readonly webhookSecret: string | null;
  readonly manifest: Manifest;
  permissions: Readonly<Record<string, string>>;
  /** Accounts on which the App is installed; the index is the installation's number. */
  readonly installedOn: string[];
}

export interface Manifest {
  readonly name: string;
  readonly url: string;
  readonly redirect_url: string;
  readonly setup_url?: string;
  readonly public?: boolean;
  readonly hook_attributes?: { readonly url: string; readonly active?: boolean };
  readonly default_permissions?: Readonly<Record<string, string>>;
}

export const describeUser = (login: string, url: string) => ({
  login,
  id: 1,
  html_url: `${url}/${login}`,
  type: 'User',
  site_admin: false,
});

export const describeApp = (app: FakeApp, url: string) => ({
  id: app.id,
  slug: app.slug,
  name: app.name,
  owner: describeUser(app.owner, url),
  html_url: `${url}/github-apps/${app.slug}`,
  external_url: app.manifest.url,
  permissions: app.permissions,
  events: [],
});

/** The response to `POST /app-manifests/{code}/conversions`, which is returned once. */
export const conversionOf = (app: FakeApp, url: string) => ({
  ...describeApp(app, url),
  client_id: `Iv1.${app.id}`,
  client_secret: 'client-secret-canary',
  webhook_secret: app.webhookSecret,
  pem: app.privateKey,
});

export const describeInstallation = (
  app: FakeApp,
  { account, id, url }: { readonly account: string; readonly id: number; readonly url: string },
) => ({
  id,
  account: describeUser(account, url),
  app_id: app.id,
  app_slug: app.slug,
  permissions: { metadata: 'read', ...app.permissions },
  repository_selection: 'all',
  suspended_at: null,
});

export const describeListed = (fullName: string, url: string, mayPush: boolean) => ({
  id: 1,
  name: fullName.split('/')[1],
  full_name: fullName,
  private: fullName !== 'octocat/docs',
  archived: false,
  html_url: `${url}/${fullName}`,
  default_branch: 'main',
  has_pull_requests: true,
  permissions: { admin: false, push: mayPush, pull: true },
});
