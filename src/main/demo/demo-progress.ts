/**
 * Shows on the terminal how far something is: one line that is written over, and where nobody sits at a terminal a line for
 * each tenth. Call it with a title for each thing; what it answers takes the share, 0 to 1.
 */
export function showProgress(isSilent: () => boolean): {
  of(title: string): (share: number) => void;
  /** Ends the line of the terminal, and begins anew. */
  endLine(): void;
} {
  let shown = -1;
  return {
    of: (title) => (share) => {
      const percent = Math.floor(share * 100);
      if (percent === shown || isSilent()) return;
      const isFirst = shown < 0;
      shown = percent;
      if (process.stdout.isTTY) process.stdout.write(`\r  ${title} ${percent} %   `);
      else if (isFirst || percent % 10 === 0) console.log(`  ${title} ${percent} %`);
    },
    endLine() {
      if (process.stdout.isTTY && !isSilent()) process.stdout.write('\n');
      shown = -1;
    },
  };
}
