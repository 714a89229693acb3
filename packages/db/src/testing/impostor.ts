import { createServer, type ListenOptions, type Socket } from 'node:net';

/** Answers of an impostor to the startup message, before it receives anything else. */
export const tricks = [
  'asks for the password',
  'asks for its MD5',
  'lets everybody in',
  'proves nothing',
  'forges its proof',
] as const;
/** The last is no impostor's: a server may end a session in the packet that opens it. */
export type Trick = (typeof tricks)[number] | 'lets everybody in and ends the session';

/** Another program at the address of a database that is not running. */
export type Impostor = {
  port: number;
  /** Everything that was sent to it. */
  heard: () => string;
  /** The number of connections that it received. */
  met: () => number;
  close: () => Promise<void>;
};

/** Listens; rejects while the address is in use. */
export async function openImpostor(
  trick: Trick,
  at: ListenOptions = { port: 0, host: '127.0.0.1' },
): Promise<Impostor> {
  const sockets = new Set<Socket>();
  let heard = '';
  let met = 0;
  const server = createServer((socket) => {
    met += 1;
    sockets.add(socket);
    const answers = script(trick);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      const answer = answers.shift();
      if (answer !== undefined) socket.write(answer(chunk.toString('latin1')));
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, resolve));
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    heard: () => heard,
    met: () => met,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Answer = (said: string) => Buffer;

/** The answers to a client's messages, in order. */
function script(trick: Trick): Answer[] {
  const ready = Buffer.concat([authentication(0), message('Z', Buffer.from('I'))]);
  const offer = (): Buffer => authentication(10, Buffer.from('SCRAM-SHA-256\0\0'));
  const challenge = (said: string): Buffer =>
    authentication(11, Buffer.from(`r=${/r=([^,]+)/.exec(said)?.[1]}more,s=c2FsdHNhbHQ=,i=4096`));
  switch (trick) {
    case 'asks for the password':
      return [() => authentication(3), () => ready];
    case 'asks for its MD5':
      return [() => authentication(5, Buffer.from('salt')), () => ready];
    case 'lets everybody in':
      return [() => ready];
    case 'lets everybody in and ends the session':
      return [() => Buffer.concat([ready, message('E', Buffer.from('SFATAL\0C57P01\0Mended by the operator\0\0'))])];
    case 'proves nothing':
      return [offer, challenge, () => ready];
    case 'forges its proof':
      return [offer, challenge, () => Buffer.concat([authentication(12, Buffer.from(`v=${'A'.repeat(43)}=`)), ready])];
  }
}

function authentication(kind: number, more = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(4);
  head.writeInt32BE(kind);
  return message('R', Buffer.concat([head, more]));
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
