import { trimEndOf } from '../text/trim-end.ts';

/**
 * Hosts where anyone can publish, and how many segments of the path identify the publisher. A link to one account says
 * nothing about the others.
 */
const segments: Readonly<Record<string, number>> = {
  'github.com': 1,
  'gitlab.com': 1,
  'bitbucket.org': 1,
  'codeberg.org': 1,
  'gitea.com': 1,
  'sourceforge.net': 2,
  'sr.ht': 1,
  'git.sr.ht': 1,
  'gist.github.com': 1,
  'raw.githubusercontent.com': 1,
  'gist.githubusercontent.com': 1,
  'raw.github.com': 1,
  'codeload.github.com': 1,
  'api.github.com': 2,
  'user-images.githubusercontent.com': 1,
  'rawcdn.githack.com': 1,
  'raw.githack.com': 1,
  'ghcr.io': 1,
  'quay.io': 1,
  'docker.io': 1,
  'hub.docker.com': 2,
  'gcr.io': 1,
  'public.ecr.aws': 1,
  'npmjs.com': 3,
  'npmjs.org': 3,
  'registry.npmjs.org': 2,
  'pypi.org': 2,
  'crates.io': 2,
  'rubygems.org': 2,
  'packagist.org': 3,
  'nuget.org': 2,
  'hex.pm': 2,
  'jsr.io': 2,
  'deno.land': 2,
  'pkg.go.dev': 3,
  'unpkg.com': 2,
  'cdn.jsdelivr.net': 3,
  'esm.sh': 2,
  'cdn.skypack.dev': 2,
  'cdnjs.cloudflare.com': 3,
  'jspm.dev': 1,
  'huggingface.co': 1,
  'kaggle.com': 1,
  'colab.research.google.com': 3,
  'codesandbox.io': 2,
  'stackblitz.com': 2,
  'codepen.io': 1,
  'jsfiddle.net': 1,
  'replit.com': 1,
  'glitch.com': 1,
  'pastebin.com': 2,
  'hastebin.com': 1,
  'transfer.sh': 1,
  'storage.googleapis.com': 1,
  's3.amazonaws.com': 1,
  'firebasestorage.googleapis.com': 3,
  'dropbox.com': 3,
  'drive.google.com': 3,
  'docs.google.com': 4,
  'sites.google.com': 2,
  'forms.gle': 1,
  'typeform.com': 2,
  'airtable.com': 1,
  'notion.so': 1,
  'calendly.com': 1,
  'cal.com': 1,
  'discord.gg': 1,
  'discord.com': 2,
  't.me': 1,
  'telegram.me': 1,
  'wa.me': 1,
  'join.slack.com': 2,
  'x.com': 1,
  'twitter.com': 1,
  'facebook.com': 1,
  'instagram.com': 1,
  'tiktok.com': 1,
  'reddit.com': 2,
  'linkedin.com': 2,
  'medium.com': 1,
  'dev.to': 1,
  'producthunt.com': 2,
  'bsky.app': 2,
  'youtube.com': 2,
  'youtu.be': 1,
  'vimeo.com': 1,
  'loom.com': 2,
  'bit.ly': 1,
  'tinyurl.com': 1,
  't.co': 1,
  'goo.gl': 1,
  'is.gd': 1,
  'ow.ly': 1,
  'rebrand.ly': 1,
  'lnkd.in': 1,
  'linktr.ee': 1,
  'buymeacoffee.com': 1,
  'paypal.com': 2,
  'paypal.me': 1,
  'patreon.com': 1,
  'ko-fi.com': 1,
  'opencollective.com': 1,
  'buy.stripe.com': 1,
  'donate.stripe.com': 1,
  'checkout.stripe.com': 3,
  'apps.apple.com': 5,
  'play.google.com': 3,
  'chromewebstore.google.com': 3,
  'chrome.google.com': 4,
  'addons.mozilla.org': 4,
  'marketplace.visualstudio.com': 1,
  'open-vsx.org': 3,
  'googletagmanager.com': 1,
};

/** Shared hosts on which the query names the content. */
const byQuery = /^(?:youtube\.com|marketplace\.visualstudio\.com|play\.google\.com|googletagmanager\.com)$/;

/** The account, package or page of a shared host that an address names; `undefined` for any other host. */
export function findOwner(host: string, path: string): string | undefined {
  const plain = host.replace(/^www\./, '');
  const count = Object.hasOwn(segments, plain) ? segments[plain] : undefined;
  if (count === undefined) return undefined;
  const [steps = '', query = ''] = path.toLowerCase().split('#')[0]?.split('?') ?? [];
  const named = steps.split('/').filter((step) => step !== '');
  const owner = named.slice(0, count).map((step, index) => {
    const bare = trimMarks(step).replace(/\.git$/, '');
    const at = bare.indexOf('@', 1);
    return index === 0 || at === -1 || bare.startsWith('@') ? bare : bare.slice(0, at);
  });
  const shown = byQuery.test(plain) && query !== '' ? `?${trimMarks(query)}` : '';
  return [plain, ...owner].join('/') + shown;
}

/** Removes the punctuation of the sentence around an address. */
const trimMarks = (text: string): string => trimEndOf(text, ').,;:!');

/** The shared hosts, for recognizing paths without a scheme, such as Go modules and container images. */
export const sharedHosts: readonly string[] = Object.keys(segments);
