import { streamTroubles } from '@goal/contract';

/** A mail that is ready to be sent. Its `id` is the same at every attempt. */
export type Message = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Headers of this mail alone. */
  headers?: Readonly<Record<string, string>>;
};

export type Mailer = {
  /** Sends a mail; resolves once the server has accepted it. */
  send(message: Message): Promise<void>;
  /** Connects and signs in to the mail server, and sends nothing. */
  verify(): Promise<void>;
  close(): void;
};

/** Timeouts for the steps of sending, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * A mailer over SMTP: `smtp://user:password@host:587`, `smtps://…` (rulings §9.3). `from` is the
 * sender.
 */
export function smtpMailer(url: string, from: string): Mailer {
  // Loads the library only if there is a mail server.
  const opening = import('nodemailer').then(({ createTransport }) => createTransport({ url, ...timeouts }));
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ id, to, headers, ...message }) {
      const transport = await opening;
      const sending = transport.sendMail({
        ...message,
        from,
        // Parsed as text, «x,mia@example.com», which is one e-mail, would reach mia.
        to: { name: '', address: to },
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      });
      await inOurWords(sending);
    },
    async verify() {
      await inOurWords((await opening).verify());
    },
    close: () => void opening.then((transport) => transport.close()),
  };
}

/** A mail server did not take a mail. The sentence is ours alone. */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken';
  constructor(
    message: string,
    /** `mailbox`: only this recipient is refused. `words`: the server read the mail, for good. */
    readonly refused: 'mailbox' | 'words' | undefined,
  ) {
    super(message);
  }
}

/** Fails in our words: a mail server may repeat the mail with its texts, links and codes. */
async function inOurWords(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw new MailNotTaken(sentenceOf(error), refusedOf(error));
  }
}

/** What the library tells of a failure: its code, and of an answer its status and the command. */
type MailFacts = Error & { code?: unknown; response?: unknown; responseCode?: unknown; command?: unknown };
/** Failures before the server has a mail; without an answer their message is of Node. */
const ofConnection: ReadonlySet<unknown> = new Set(['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'ETLS']);

/** Which part of a mail an answer refuses. 552 is about its size, wherever it comes. */
function refusedOf(error: unknown): MailNotTaken['refused'] {
  if (!(error instanceof Error)) return undefined;
  const { code, responseCode, command }: MailFacts = error;
  const isForGood = typeof responseCode === 'number' && responseCode >= 500;
  if (responseCode === 552 || (isForGood && command === 'DATA')) return 'words';
  return code === 'EENVELOPE' && command === 'RCPT TO' ? 'mailbox' : undefined;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return streamTroubles.mailRefused;
  const { code, response, responseCode, command }: MailFacts = error;
  if (typeof responseCode === 'number') {
    const to =
      typeof command === 'string' && /^(?!CONN|API)[A-Z]{4}( [A-Z0-9-]{2,12})?$/.test(command) ? ` to ${command}` : '';
    return `the mail server answered ${responseCode}${to}`;
  }
  const hasAnswer = typeof response === 'string';
  return ofConnection.has(code) && !hasAnswer
    ? `the mail server is out of reach: ${error.message}`
    : streamTroubles.mailRefused;
}
