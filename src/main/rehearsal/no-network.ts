import { Socket } from 'node:net';

/** From now on nothing of this process connects to anything: TCP, TLS, MQTT and HTTP all go by a socket's `connect`. */
export function cutNetwork(): void {
  Socket.prototype.connect = () => {
    throw new Error('a rehearsal has no network');
  };
}
