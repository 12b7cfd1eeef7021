/** Resolves when the work ends, well or not, or after `ms`: true when it ended in time. It goes on in the background. */
export function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false);
    const ended = () => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(ended, ended);
  });
}
