/** A mail, ready to be sent. `id` stays the same however often it is sent. */
export type Message = { id: string; to: string; subject: string; text: string; html: string };

/** Sends a mail; resolves once the server has taken it over. */
export type Mailer = { send(message: Message): Promise<void>; close(): void };

/** Milliseconds that a mail server may take for each step. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** A mailer over SMTP: `smtp://user:password@host:587`, `smtps://…` (rulings §9.3). `from` is who writes. */
export function smtpMailer(url: string, from: string): Mailer {
  // Loaded where there is a mail server.
  const opening = import('nodemailer').then(({ createTransport }) => createTransport({ url, ...patience }));
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ id, ...message }) {
      const transport = await opening;
      await transport.sendMail({
        ...message,
        from,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => void opening.then((transport) => transport.close()),
  };
}
