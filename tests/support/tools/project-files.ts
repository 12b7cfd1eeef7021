import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Files of the project by their paths from its top: those that git has, and new ones that it does not ignore. One that
 * was moved or deleted and is not staged yet is left out.
 * @param folders where to look; none = everywhere
 */
export const projectFiles = (...folders: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(`${root}${file}`));
