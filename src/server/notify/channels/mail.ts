/** Messages by mail, over the operator's server. */
import { createTransport } from 'nodemailer';
import type { ChannelSender, Dispatch, DispatchOutcome } from '../outbox.ts';
import { type Letter, pictureId } from './letter.ts';

export interface MailSettings {
  /** `smtp://user:password@host:587`, `smtps://…`. */
  readonly url: string;
  readonly from: string;
}

/** Bounds of a mail server's answers, ms. */
const times = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/** SMTP's 5xx is a refusal for good, but for those that are about the sender's login or the server's state. */
const isPermanent = (code: number | undefined, command: string | undefined) =>
  code !== undefined && code >= 550 && code < 560 && (command === 'RCPT TO' || command === 'DATA');

export class MailSender implements ChannelSender {
  readonly atOnce = 4;
  readonly #transport: ReturnType<typeof createTransport>;
  readonly #from: string;
  readonly #write: (delivery: Dispatch) => Promise<Letter>;

  constructor({ url, from }: MailSettings, write: (delivery: Dispatch) => Promise<Letter>) {
    // Neither files nor addresses are ever read for what a text says.
    const guards = { disableFileAccess: true, disableUrlAccess: true };
    this.#transport = createTransport({ url, ...times, ...guards } as Parameters<typeof createTransport>[0]);
    this.#from = from;
    this.#write = write;
  }

  async send(delivery: Dispatch): Promise<DispatchOutcome> {
    const { title, content, html, text, headers, pictures = [], files = [] } = await this.#write(delivery);
    const [first] = delivery.messages;
    try {
      const { response } = await this.#transport.sendMail({
        from: this.#from,
        // A name with what it may not have is written as the library writes it: no header begins in it (S52).
        to: { name: first?.name ?? '', address: first?.address ?? '' },
        subject: title.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
        html,
        text,
        attachments: [
          ...files.map(({ name, type, bytes }) => ({ filename: name, content: bytes, contentType: type })),
          ...pictures.map((picture) => ({
            cid: pictureId(picture),
            filename: `alarm-${picture.alarmId}.png`,
            content: picture.png,
            contentType: 'image/png',
            contentDisposition: 'inline' as const,
          })),
        ],
        messageId: `<${delivery.id}@groundwatch>`,
        headers: { 'x-groundwatch-delivery': delivery.id, 'auto-submitted': 'auto-generated', ...headers },
      });
      return { accepted: true, title, content, answer: response };
    } catch (error) {
      const { responseCode, command, response, message } = error as {
        responseCode?: number;
        command?: string;
        response?: string;
        message?: string;
      };
      const permanent = isPermanent(responseCode, command);
      return { accepted: false, permanent, title, content, answer: response ?? message ?? String(error) };
    }
  }

  /** Sends a mail of its own, past the outbox. Answers what the server said. */
  async sendPlain(to: string, subject: string, text: string) {
    const headers = { 'auto-submitted': 'auto-generated' };
    try {
      const sent = await this.#transport.sendMail({
        ...{ from: this.#from, to: { name: '', address: to }, subject, text, headers },
      });
      return { accepted: true, answer: sent.response };
    } catch (error) {
      const { response, message } = error as { response?: string; message?: string };
      return { accepted: false, answer: response ?? message ?? String(error) };
    }
  }

  close(): void {
    this.#transport.close();
  }
}
