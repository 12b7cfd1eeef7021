/** Takes the mails of the demo, so that none leaves the machine, and shows them on a page of its own. */
import { createServer } from 'node:http';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface MailCatcher {
  /** For SMTP_URL. */
  readonly smtpUrl: string;
  /** The page with the mails. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Mails that are kept. */
const mostKept = 300;

const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const receiverOf = ({ to }: ParsedMail) => (to === undefined ? '' : ([to].flat()[0]?.text ?? ''));

function page(mails: readonly ParsedMail[]): string {
  const rows = mails.map(
    (mail) => `<details><summary><time>${mail.date?.toISOString().slice(0, 19).replace('T', ' ') ?? ''}</time>
<b>${escapeText(mail.subject ?? '')}</b> <span>${escapeText(receiverOf(mail))}</span></summary>
<iframe sandbox srcdoc="${escapeText(typeof mail.html === 'string' ? mail.html : (mail.text ?? ''))}"></iframe></details>`,
  );
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="refresh" content="15">
<title>Groundwatch demo · mail</title><style>body{font:14px/1.5 system-ui,sans-serif;margin:24px auto;max-width:960px;padding:0 16px}
details{border-bottom:1px solid #d5dce4;padding:8px 0}summary{cursor:pointer}time,span{color:#556372}iframe{width:100%;height:420px;border:1px solid #d5dce4}</style>
<h1>Mail</h1>${rows.join('') || '<p>No mail yet.</p>'}`;
}

const portOf = (place: ReturnType<ReturnType<typeof createServer>['address']>) =>
  typeof place === 'object' && place !== null ? place.port : 0;

/** Begins on two free ports of this machine. */
export async function startMailCatcher(): Promise<MailCatcher> {
  const mails: ParsedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        mails.unshift(mail);
        mails.splice(mostKept);
        done();
      }, done);
    },
  });
  // A sender that breaks off is no fault of the demo.
  smtp.on('error', () => {});
  const web = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page(mails));
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server.address())}`,
    address: `http://127.0.0.1:${portOf(web.address())}`,
    async stop() {
      web.closeAllConnections();
      web.close();
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
}
