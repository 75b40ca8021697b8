import type { Html } from '../../markup/html.ts';
import { escapeAttribute, escapeScriptJson } from '../../markup/escape-html.ts';
import type { ThemeSite } from '../theme-site.ts';

type Settings = Readonly<Record<string, string | number | boolean>>;

/** The code to load a provider: scripts by URL, and code that runs before them. */
interface Loader {
  readonly scripts: (settings: Settings) => readonly ScriptTag[];
  readonly before?: (settings: Settings) => string;
}

interface ScriptTag {
  readonly src: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Writes a queue that collects calls until the provider's script has loaded. */
function queue(name: string): string {
  return `window.${name}=window.${name}||function(){(window.${name}.q=window.${name}.q||[]).push(arguments)};`;
}

function text(settings: Settings, key: string, fallback = ''): string {
  const value = Object.hasOwn(settings, key) ? settings[key] : undefined;
  return value === undefined ? fallback : String(value);
}

/** Encodes an ID that becomes part of a URL: all characters except letters, digits and `._-` are percent-encoded. */
function id(settings: Settings, key: string): string {
  return encodeURIComponent(text(settings, key));
}

function host(settings: Settings, key: string, fallback: string): string {
  const value = text(settings, key, fallback)
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '');
  return /^[\w.:/-]+$/.test(value) ? value : fallback;
}

const LOADERS: Readonly<Record<string, Loader>> = {
  ga4: {
    before: (s) =>
      `window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date());gtag('config',${escapeScriptJson(text(s, 'measurementId'))});`,
    scripts: (s) => [{ src: `https://www.googletagmanager.com/gtag/js?id=${id(s, 'measurementId')}` }],
  },
  gtm: {
    before: () => `window.dataLayer=window.dataLayer||[];dataLayer.push({'gtm.start':Date.now(),event:'gtm.js'});`,
    scripts: (s) => [{ src: `https://www.googletagmanager.com/gtm.js?id=${id(s, 'tagId')}` }],
  },
  plausible: {
    scripts: (s) => [
      {
        src: `https://${host(s, 'server', 'plausible.io')}/js/script.js`,
        attributes: { 'data-domain': text(s, 'domain') },
      },
    ],
  },
  fathom: {
    scripts: (s) => [{ src: 'https://cdn.usefathom.com/script.js', attributes: { 'data-site': text(s, 'siteId') } }],
  },
  pirsch: {
    scripts: (s) => [{ src: 'https://api.pirsch.io/pa.js', attributes: { id: 'pianjs', 'data-code': text(s, 'id') } }],
  },
  clarity: {
    before: () => queue('clarity'),
    scripts: (s) => [{ src: `https://www.clarity.ms/tag/${id(s, 'projectId')}` }],
  },
  hotjar: {
    before: (s) =>
      `${queue('hj')}window._hjSettings=${escapeScriptJson({ hjid: Number(text(s, 'hjid')), hjsv: Number(text(s, 'hjsv')) })};`,
    scripts: (s) => [{ src: `https://static.hotjar.com/c/hotjar-${id(s, 'hjid')}.js?sv=${id(s, 'hjsv')}` }],
  },
  posthog: {
    before: (s) =>
      `window.__docwrightPosthog=${escapeScriptJson({ key: text(s, 'apiKey'), host: `https://${host(s, 'apiHost', 'us.i.posthog.com')}`, recording: text(s, 'sessionRecording') === 'true' })};addEventListener('load',function(){var p=window.__docwrightPosthog;window.posthog&&posthog.init&&posthog.init(p.key,{api_host:p.host,disable_session_recording:!p.recording})});`,
    scripts: (s) => [
      {
        src: `https://${host(s, 'apiHost', 'us.i.posthog.com').replace('.i.posthog.com', '-assets.i.posthog.com')}/static/array.full.js`,
      },
    ],
  },
  segment: {
    before: () =>
      `window.analytics=window.analytics||[];analytics.page=analytics.page||function(){analytics.push(['page'].concat([].slice.call(arguments)))};analytics.page();`,
    scripts: (s) => [
      { src: `https://${host(s, 'cdnUrl', 'cdn.segment.com')}/analytics.js/v1/${id(s, 'key')}/analytics.min.js` },
    ],
  },
  amplitude: {
    before: (s) =>
      `addEventListener('load',function(){window.amplitude&&amplitude.init(${escapeScriptJson(text(s, 'apiKey'))})});`,
    scripts: (s) => [{ src: `https://cdn.amplitude.com/script/${id(s, 'apiKey')}.js` }],
  },
  mixpanel: {
    before: (s) =>
      `addEventListener('load',function(){window.mixpanel&&mixpanel.init&&mixpanel.init(${escapeScriptJson(text(s, 'projectToken'))},{track_pageview:true,api_host:${escapeScriptJson(mixpanelHost(text(s, 'region')))}})});`,
    scripts: () => [{ src: 'https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js' }],
  },
  heap: {
    before: (s) => `window.heap=window.heap||[];heap.appid=${escapeScriptJson(text(s, 'appId'))};`,
    scripts: (s) => [{ src: `https://cdn.heapanalytics.com/js/heap-${id(s, 'appId')}.js` }],
  },
  koala: {
    before: () => `window.ko=window.ko||[];`,
    scripts: (s) => [{ src: `https://cdn.getkoala.com/v1/${id(s, 'publicApiKey')}/sdk.js` }],
  },
  clearbit: { scripts: (s) => [{ src: `https://tag.clearbitscripts.com/v1/${id(s, 'publicApiKey')}/tags.js` }] },
  logrocket: {
    before: (s) =>
      `addEventListener('load',function(){window.LogRocket&&LogRocket.init(${escapeScriptJson(text(s, 'appId'))})});`,
    scripts: () => [{ src: 'https://cdn.logrocket.io/LogRocket.min.js' }],
  },
  hightouch: {
    before: (s) =>
      `addEventListener('load',function(){window.htevents&&htevents.load&&htevents.load(${escapeScriptJson(text(s, 'writeKey'))},{apiHost:${escapeScriptJson(host(s, 'apiHost', 'us-east-1.hightouch-events.com'))}})});`,
    scripts: () => [{ src: 'https://cdn.hightouch-events.com/browser/release/v1-latest/events.min.js' }],
  },
  intercom: {
    before: (s) =>
      `${queue('Intercom')}window.intercomSettings=${escapeScriptJson({ app_id: text(s, 'appId') })};Intercom('boot',window.intercomSettings);`,
    scripts: (s) => [{ src: `https://widget.intercom.io/widget/${id(s, 'appId')}` }],
  },
  frontchat: {
    before: (s) =>
      `addEventListener('load',function(){window.FrontChat&&FrontChat('init',{chatId:${escapeScriptJson(text(s, 'snippetId'))},useDefaultLauncher:true})});`,
    scripts: () => [{ src: 'https://chat-assets.frontapp.com/v1/chat.bundle.js' }],
  },
  onetrust: {
    scripts: (s) => [
      {
        src: httpsOnly(text(s, 'scriptSource', 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js')),
        attributes: { 'data-domain-script': text(s, 'domainScript') },
      },
    ],
  },
  adobe: { scripts: (s) => [{ src: httpsOnly(text(s, 'launchUrl')) }] },
  transcend: {
    scripts: (s) => [
      { src: `https://transcend-cdn.com/cm/${id(s, 'bundleId')}/airgap.js`, attributes: { 'data-cfasync': 'false' } },
    ],
  },
};

function mixpanelHost(region: string): string {
  return region === 'eu' || region === 'in' ? `https://api-${region}.mixpanel.com` : 'https://api-js.mixpanel.com';
}

function httpsOnly(url: string): string {
  if (url.startsWith('//')) return `https:${url}`;
  return url.startsWith('https://') ? url : '';
}

/** Writes the scripts of the configured providers; empty if this deployment has no analytics. */
export function writeAnalytics(site: ThemeSite): Html {
  if (!site.features.analytics) return '';
  let html = '';
  for (const [name, settings] of site.config.integrations) {
    const loader = Object.hasOwn(LOADERS, name) ? LOADERS[name] : undefined;
    if (loader === undefined) continue;
    if (loader.before !== undefined) html += `<script>${loader.before(settings)}</script>`;
    for (const tag of loader.scripts(settings)) {
      if (tag.src === '') continue;
      const attributes = Object.entries(tag.attributes ?? {}).map(
        ([key, value]) => ` ${key}="${escapeAttribute(value)}"`,
      );
      html += `<script async src="${escapeAttribute(tag.src)}"${attributes.join('')}></script>`;
    }
  }
  return html;
}
