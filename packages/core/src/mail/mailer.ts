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
      await transport.sendMail({
        ...message,
        from,
        // As text it would be parsed, and «x,mia@example.com», which is one e-mail, would reach
        // mia.
        to: { name: '', address: to },
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      });
    },
    async verify() {
      await (await opening).verify();
    },
    close: () => void opening.then((transport) => transport.close()),
  };
}
