/** The operator's own look at each file before it is kept, by a program of theirs. */
import { execFile } from 'node:child_process';
import { Refusal } from '../../base/errors.ts';

/** ms that the program may take. */
const patience = 60_000;
/** Exit code that says that something was found, as that of ClamAV's programs (clamdscan(1)). */
const foundCode = 1;

/**
 * Runs the program with the path of a file: exit code 0 lets it pass, 1 says that it holds something bad, and everything
 * else, be it that the program is not there or not in time, refuses it too.
 * @throws Refusal 422 where something was found, 503 where it could not be looked at
 */
export function scan(program: string, path: string, failed: (error: unknown) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      [path],
      { timeout: patience, killSignal: 'SIGKILL', env: { PATH: process.env['PATH'] } },
      (error) => {
        if (error === null) return resolve();
        if (error.code === foundCode && error.signal === null)
          return reject(new Refusal(422, 'uploads.infected', {}, 'file'));
        failed(error);
        reject(new Refusal(503, 'uploads.notScanned', {}, 'file'));
      },
    );
  });
}
