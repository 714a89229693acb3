/** A mail that is ready to be sent. Its `id` is the same at every attempt. */
export type Message = { id: string; to: string; subject: string; text: string; html: string };

/** Sends a mail; resolves once the server has accepted it. */
export type Mailer = { send(message: Message): Promise<void>; close(): void };

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
