import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import type { Html } from '../../markup/html.ts';
import { feedbackWords } from '../../text/feedback-words.ts';
import type { ThemeFrame } from '../theme-frame.ts';

/** Writes the form that asks whether the page helped, if a host accepts answers. Without scripts, no form is shown. */
export function writeFeedback(frame: ThemeFrame, language: string): Html {
  if (frame.feedback === undefined) return '';
  const words = feedbackWords(language);
  return (
    `<form class="page-feedback feedback-toolbar contextual-feedback-container" id="feedback-form" hidden aria-labelledby="page-feedback-title"><p class="contextual-feedback-form-title" id="page-feedback-title">${escapeText(words.question)}</p>` +
    `<div class="page-feedback-thumbs"><button type="button" id="feedback-thumbs-up" class="contextual-feedback-button" data-helpful="true" aria-pressed="false">${escapeText(words.yes)}</button>` +
    `<button type="button" id="feedback-thumbs-down" class="contextual-feedback-button" data-helpful="false" aria-pressed="false">${escapeText(words.no)}</button></div>` +
    `<div class="page-feedback-more contextual-feedback-form" hidden><label>${escapeText(words.comment)}<textarea id="feedback-form-input" class="contextual-feedback-input" name="comment" rows="3" maxlength="2000"></textarea></label>` +
    `<label>${escapeText(words.contact)}<input name="contact" type="email" maxlength="254" autocomplete="email"></label>` +
    `<button type="submit" id="feedback-form-submit" class="contextual-feedback-form-submit-button">${escapeText(words.send)}</button></div>` +
    `<p class="page-feedback-state" role="status" data-thanks="${escapeAttribute(words.thanks)}" data-failed="${escapeAttribute(words.failed)}" data-code="${escapeAttribute(words.code)}"></p></form>`
  );
}
