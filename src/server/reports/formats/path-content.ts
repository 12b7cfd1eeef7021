/** Paths of paper as a page's content. */

const step = /([MLHVCZh])([^A-Za-z]*)/gy;

/**
 * Operators of a page's content for a path of paper (commands M, L, H, V, C, Z and h, numbers of two digits after the point at most): the
 * bytes that the PDF library makes of it, without reading each number. Null for any other path.
 */
export function pathContent(d: string): string | null {
  const lines: string[] = [];
  let [x, y] = ['0', '0'];
  let from: readonly [string, string] = ['0', '0'];
  step.lastIndex = 0;
  let end = 0;
  for (let found = step.exec(d); found !== null; found = step.exec(d)) {
    end = step.lastIndex;
    const [, command, rest = ''] = found;
    if (command === 'Z') lines.push('h');
    else if (command === 'C') lines.push(`${rest} c`);
    else {
      const space = rest.indexOf(' ');
      if (command === 'H') x = rest;
      else if (command === 'V') y = rest;
      else if (command === 'h') x = `${Math.round((Number(x) + Number(rest)) * 1e6) / 1e6}`;
      else [x, y] = [rest.slice(0, space), rest.slice(space + 1)];
      lines.push(command === 'M' ? `${x} ${y} m` : `${x} ${y} l`);
    }
    if (command === 'M') from = [x, y];
    else if (command === 'Z') [x, y] = from;
    else if (command === 'C') [x, y] = rest.split(' ').slice(-2) as [string, string];
  }
  return end === d.length ? lines.join('\n') : null;
}
