/** A message as a mail: text, and the same as html with no script, no picture from elsewhere and no text left unescaped. */
import { languageTags } from '../../../base/messages.ts';
import { formatTime } from '../../../base/time-text.ts';
import { words } from '../../words.ts';
import { type Composed, plainText } from '../compose.ts';
import type { LetterFile } from '../report-files.ts';
import { pictureSize } from './curve-picture.ts';
import { levelColour } from './level-colour.ts';

export interface Letter {
  readonly title: string;
  /** The text without links: what may be kept and shown to others. */
  readonly content: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pictures that the html shows, in the mail itself. */
  readonly pictures?: readonly LetterPicture[];
  /** That go with it. */
  readonly files?: readonly LetterFile[];
}

/** The curve of an alarm, PNG. */
export interface LetterPicture {
  readonly alarmId: number;
  readonly png: Buffer;
}

/** By what name the html of a mail shows one of its pictures. */
export const pictureId = ({ alarmId }: Pick<LetterPicture, 'alarmId'>): string =>
  `alarm-${alarmId}@groundwatch`;

/** Where a reader goes on. */
export interface LetterLinks {
  /** Opens the page that asks for one press; null = whoever reads may not answer. */
  readonly answer: { readonly url: string; readonly account: string; readonly until: number } | null;
  /** Where it is shown in the console; null where the server does not know its own address. */
  readonly open: string | null;
  /** That is an alarm; left out = it is. */
  readonly isAlarm?: boolean;
  readonly timeZone: string;
}

/** Text as html: nothing of it is markup (A13). */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\n/g, '<br>');

export function letterOf(
  composed: Composed,
  { answer, open, timeZone, isAlarm = true }: LetterLinks,
  pictures: readonly LetterPicture[] = [],
): Letter {
  const { language, title, lines, text, project } = composed;
  const say = words(language);
  const opening = say(isAlarm ? 'notify.text.open' : 'notify.text.openPage');
  const foot = project === '' ? '' : say('notify.text.foot', { project });
  const until = answer === null ? '' : formatTime(answer.until, timeZone, 'dayTime');
  const hint = answer === null ? '' : say('notify.text.answerHint', { account: answer.account, time: until });
  const plain = [
    plainText(composed),
    ...(answer === null ? [] : [`${say('notify.text.answer')}: ${answer.url}\n${hint}`]),
    ...(open === null ? [] : [`${opening}: ${open}`]),
    ...(foot === '' ? [] : [`-- \n${foot}`]),
  ].join('\n\n');
  const pictureOf = ({ alarmId, what }: Composed['lines'][number]) =>
    pictures.some((one) => one.alarmId === alarmId)
      ? `<img src="cid:${pictureId({ alarmId })}" width="${pictureSize.width}" height="${pictureSize.height}" alt="${escapeHtml(say('alarms.curve', { what }))}" style="display:block;max-width:100%;height:auto;margin-top:8px">`
      : '';
  const rows = lines.map(
    (
      line,
    ) => `<tr><td style="padding:10px 12px;border-left:4px solid ${levelColour(line.isOver ? 0 : line.rank)};background:#f6f8fa">
<div style="font-size:13px;color:${levelColour(line.isOver ? 0 : line.rank)};font-weight:600">${escapeHtml(line.level)} · ${escapeHtml(line.station)}</div>
${
  line.mail === null
    ? `<div style="font-size:16px;margin:2px 0">${escapeHtml(line.what)}</div>`
    : `<div style="font-size:15px;margin:4px 0;line-height:1.5">${escapeHtml(line.mail.body)}</div>`
}
<div style="font-size:12px;color:#5b6b7f">${line.details.map(escapeHtml).join(' · ')}</div>
${line.card === '' ? '' : `<div style="font-size:14px;margin-top:6px"><b>${escapeHtml(say('notify.text.card'))}</b> ${escapeHtml(line.card)}</div>`}
${pictureOf(line)}</td></tr><tr><td style="height:6px"></td></tr>`,
  );
  const button = (url: string, label: string, isFirst: boolean) =>
    `<a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;margin-right:8px;text-decoration:none;${
      isFirst ? 'background:#0b5cad;color:#ffffff' : 'border:1px solid #c8d1db;color:#1f2a37'
    }">${escapeHtml(label)}</a>`;
  const html = `<!doctype html><html lang="${languageTags[language]}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:16px;font-family:system-ui,sans-serif;color:#1f2a37;background:#ffffff">
<table role="presentation" width="100%" style="max-width:624px;border-collapse:collapse">${rows.join('')}
${text === '' ? '' : `<tr><td style="padding:6px 0;font-size:15px">${escapeHtml(text)}</td></tr>`}
<tr><td style="padding:10px 0">${answer === null ? '' : button(answer.url, say('notify.text.answer'), true)}${open === null ? '' : button(open, opening, answer === null)}</td></tr>
<tr><td style="font-size:12px;color:#5b6b7f">${escapeHtml(hint)}${hint === '' || foot === '' ? '' : '<br>'}${escapeHtml(foot)}</td></tr></table></body></html>`;
  return { title, content: plainText(composed), text: plain, html, pictures };
}
