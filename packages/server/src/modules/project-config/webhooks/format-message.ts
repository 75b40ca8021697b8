import type { WebhookFormat } from '@docwright/contract';
import { cutText } from './cut-text.ts';
import { describeEvent, type DescribedEvent } from './describe-event.ts';

/**
 * Returns the body of a delivery for a chat's incoming webhook, or the event itself for `standard`.
 *
 * Titles, summaries and feedback are text from others, which is sent as plain text, without markup, links or mentions.
 * Formats: Slack's Block Kit, Discord's embeds, and an Adaptive Card 1.4 for Microsoft Teams' workflows.
 */
export function formatMessage(format: WebhookFormat, payload: string): string {
  if (format === 'standard') return payload;
  return JSON.stringify(writers[format](describeEvent(payload)));
}

const writers: Readonly<Record<Exclude<WebhookFormat, 'standard'>, (event: DescribedEvent) => object>> = {
  slack: toSlack,
  discord: toDiscord,
  teams: toTeams,
};

/** Maximum characters of a Slack header and section. */
const slackTitle = 150;
const slackText = 2_900;

function toSlack({ title, text, link }: DescribedEvent): object {
  const plain = (value: string) => ({ type: 'plain_text', text: value, emoji: false });
  return {
    // Text for notifications, which is parsed as Slack's own markup.
    text: escapeSlack(cutText(title, slackTitle)),
    blocks: [
      { type: 'header', text: plain(cutText(title, slackTitle)) },
      ...(text === '' ? [] : [{ type: 'section', text: plain(cutText(text, slackText)) }]),
      ...(link === undefined
        ? []
        : [
            {
              type: 'section',
              text: {
                type: 'mrkdwn',
                text: `<${escapeSlack(link.url).replaceAll('|', '%7C')}|${escapeSlack(link.label)}>`,
                verbatim: true,
              },
            },
          ]),
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Maximum characters of an embed. */
const discordTitle = 256;
const discordText = 2_000;
const discordColors = { good: 0x1a7f37, bad: 0xcf222e, neutral: 0x57606a } as const;

function toDiscord({ title, text, link, tone, at }: DescribedEvent): object {
  return {
    username: 'Docwright',
    embeds: [
      {
        title: cutText(escapeMarkdown(title), discordTitle),
        ...(text === '' ? {} : { description: cutText(escapeMarkdown(text), discordText) }),
        ...(link === undefined ? {} : { url: link.url }),
        color: discordColors[tone],
        timestamp: at,
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_~|<>[\]()#@:-]/g, '\\$&');

const teamsTitle = 300;
const teamsText = 3_000;
const teamsColors = { good: 'Good', bad: 'Attention', neutral: 'Default' } as const;

function toTeams({ title, text, link, tone }: DescribedEvent): object {
  // Text runs show text literally; text blocks would parse Markdown.
  const run = (value: string, look: object) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: value, ...look }],
  });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      run(cutText(title, teamsTitle), { weight: 'Bolder', size: 'Medium', color: teamsColors[tone] }),
      ...(text === '' ? [] : [run(cutText(text, teamsText), {})]),
    ],
    actions: link === undefined ? [] : [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
  };
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] };
}
