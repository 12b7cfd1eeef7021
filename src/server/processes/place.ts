/** Where a process runs, so that one that follows it there knows whether it still does. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Name of a process for people. */
export const processName = (): string => `${hostname()} ${process.pid}`;

/** Machine since its start, with the space in which process ids count; empty where that cannot be determined. */
function machine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // Only Linux says so.
    return '';
  }
}

/** This process's place; empty where it cannot be determined. */
export function ownPlace(): string {
  const own = machine();
  return own === '' ? '' : `${own} ${process.pid}`;
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Of another user: it lives.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True where a process at that place is certainly gone: it was here, and its process id is nobody's, or this one's by now. */
export function isGone(place: string): boolean {
  const own = machine();
  const pid = Number(place.slice(own.length + 1));
  if (own === '' || !place.startsWith(`${own} `) || !Number.isInteger(pid)) return false;
  return pid === process.pid || !lives(pid);
}
