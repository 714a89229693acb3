import type { ChildProcess } from 'node:child_process';
import type { Worker } from 'node:cluster';

import type { Way } from './link.ts';

/** The way from the parent to a process. */
export function wayTo({ process: child }: Worker): Way {
  return {
    send: (packet) => void (child.connected && child.send(packet, ignore)),
    onPacket: (listener) => void child.on('message', listener),
    onEnd: (listener) => void child.once('disconnect', listener),
  };
}

/** The way from this process to its parent. */
export function wayToParent(): Way {
  return {
    send: (packet) => void (process.connected && process.send?.(packet, undefined, undefined, ignore)),
    onPacket: (listener) => void process.on('message', listener),
    onEnd: (listener) => void process.once('disconnect', listener),
  };
}

/** What cannot be sent is lost: the other process is ending. */
const ignore = (): void => {};

/** A message of node:cluster, as the one that hands a connection over. */
type ClusterMessage = { cmd?: unknown; act?: unknown; seq?: unknown; ack?: unknown; accepted?: boolean };
type Handle = { close: () => void };

/**
 * Gives the connections that were on their way to a process when it died to another one.
 * node:cluster would keep them, without an answer, for as long as their clients wait. A process
 * answers that it has a connection before it reads from it, and its answers arrive before its end:
 * so what it has not answered for is untouched.
 */
export function saveConnections(worker: Worker): void {
  const { process: child } = worker;
  worker.once('listening', () => listening.add(worker));
  const underWay = new Map<unknown, Handle>();
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  const watched = (message: ClusterMessage, handle?: Handle, ...rest: unknown[]): boolean => {
    if (message.cmd === ofCluster && message.act === 'newconn' && handle !== undefined)
      underWay.set(message.seq, handle);
    return send(message, handle, ...rest);
  };
  // node:cluster sends by the same method.
  child.send = watched as ChildProcess['send'];
  child.on('internalMessage', ({ cmd, ack }: ClusterMessage) => {
    if (cmd === ofCluster) underWay.delete(ack);
  });
  let isDisconnected = false;
  child.once('disconnect', () => (isDisconnected = true));
  const save = (): void => {
    // Its last answers are still being read.
    if (child.connected) {
      setImmediate(save);
      return;
    }
    // Node waits for a dead process to take a connection, and tells nobody of the end meanwhile.
    if (!isDisconnected) child.emit('disconnect');
    listening.delete(worker);
    // With the last process that listens its port is closed.
    const isAlone = ![...listening].some((one) => one.isConnected());
    for (const [seq, handle] of underWay)
      if (isAlone) handle.close();
      // What a process answers that does not take a connection.
      else child.emit('internalMessage', { cmd: ofCluster, ack: seq, accepted: false } satisfies ClusterMessage);
  };
  child.once('exit', save);
}

const ofCluster = 'NODE_CLUSTER';
const listening = new Set<Worker>();
