/** A mail server: real SMTP, which does with mails what a test says, and keeps those that it took. */
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  readonly url: string;
  /** Those that were accepted, oldest first. */
  readonly mails: readonly ParsedMail[];
  /** How often a mail was handed over, accepted or not. */
  readonly tries: number;
  /** What becomes of the next ones: an SMTP code and words; `drop` = the line breaks after the text; null = accepted. */
  behave(as: { readonly code: number; readonly text: string } | 'drop' | null): void;
  /** What is handed over from now on stays under way until the answer is called. */
  hold(): () => void;
  /** To this address nothing is accepted. */
  bounce(address: string): void;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ParsedMail[] = [];
  const bouncing = new Set<string>();
  let tries = 0;
  let released = Promise.resolve();
  let behaviour: Parameters<MailServer['behave']>[0] = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      done(
        bouncing.has(address)
          ? Object.assign(new Error('no such mailbox'), { responseCode: 550 })
          : undefined,
      );
    },
    onData(stream, session, done) {
      tries += 1;
      const free = released;
      simpleParser(stream).then(async (mail) => {
        await free;
        if (behaviour === null) {
          mails.push(mail);
          return done();
        }
        if (behaviour !== 'drop')
          return done(Object.assign(new Error(behaviour.text), { responseCode: behaviour.code }));
        const { connections } = server as unknown as {
          connections: Set<{ id: string; _socket: { destroy(): void } }>;
        };
        for (const one of connections) if (one.id === session.id) one._socket.destroy();
      }, done);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.server.address();
  return {
    url: `smtp://127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}`,
    mails,
    get tries() {
      return tries;
    },
    behave(as) {
      behaviour = as;
    },
    hold() {
      let release = () => {};
      released = new Promise<void>((resolve) => {
        release = resolve;
      });
      return () => {
        released = Promise.resolve();
        release();
      };
    },
    bounce(address) {
      bouncing.add(address);
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
