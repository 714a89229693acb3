import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';

/** A mail as the server got it. */
export type ReceivedMail = { to: string[]; source: string };

/** A real mail server on loopback. */
export type TestMailServer = {
  /** For `SMTP_URL`. */
  url: string;
  received: ReceivedMail[];
  /** The errors with which the server answers the next mails instead of accepting them. */
  refusals: string[];
  /** The status with which it refuses a mail for its text; `hangs up`: it ends the connection. */
  judge: (source: string) => number | 'hangs up' | undefined;
  /** Connections so far. */
  readonly connections: number;
  stop: () => Promise<void>;
};

export async function startMailServer(): Promise<TestMailServer> {
  // Loads the library only for the tests that send mail.
  const { SMTPServer } = await import('smtp-server');
  const received: ReceivedMail[] = [];
  const refusals: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const refusal = refusals.shift();
        if (refusal !== undefined) return done(new Error(refusal));
        const source = Buffer.concat(parts).toString();
        const judged = mails.judge(source);
        if (judged === 'hangs up') return sockets.forEach((socket) => socket.destroy());
        if (judged !== undefined) return done(Object.assign(new Error('refused'), { responseCode: judged }));
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source });
        done();
      });
    },
  });
  server.server.on('connection', (socket: Socket) => void sockets.add(socket));
  const listening = once(server.server, 'listening');
  server.listen(0, '127.0.0.1');
  await listening;
  const { port } = server.server.address() as AddressInfo; // a TCP server has no other kind of address
  const mails: TestMailServer = {
    judge: () => undefined,
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    get connections() {
      return connections;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return mails;
}

/** The plain text of a mail, decoded. */
export function mailText({ source }: ReceivedMail): string {
  const [, text = ''] = /Content-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/.exec(source) ?? [];
  const bytes = text
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
