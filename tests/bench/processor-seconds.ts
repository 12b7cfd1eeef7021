/** Processor time of processes by `/proc`, as `proc(5)` of Linux describes it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Of `sysconf(_SC_CLK_TCK)`, which is 100 wherever Linux runs Node.js. */
const ticksPerSecond = 100;

/** Fields of `/proc/PID/stat` behind the name, which may hold blanks; null where the process is gone. */
function statOf(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** A process and its children, as they are now. */
export const withChildren = (pid: number): number[] => [
  pid,
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(Number(name))?.[1]) === pid)
    .map(Number),
];

/** Seconds of the processor that these processes have used, with those of their children that have ended. */
export const processorSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const [user = 0, system = 0, ofUser = 0, ofSystem = 0] = (statOf(pid) ?? []).slice(11, 15).map(Number);
    return sum + user + system + ofUser + ofSystem;
  }, 0) / ticksPerSecond;

/** Seconds that all cores together have worked, for whomever. */
export function machineSeconds(): number {
  const [, ...fields] = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '').split(/\s+/);
  // user nice system idle iowait irq softirq steal
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields.map(Number);
  return (user + nice + system + irq + softirq + steal) / ticksPerSecond;
}
