/** What those wait for who bring more than there is room for. */
export class Room {
  #waiting: { readonly wait: Promise<void>; readonly done: () => void } | null = null;

  /** Resolves once there is room. */
  wait(): Promise<void> {
    if (this.#waiting === null) {
      let done = () => {};
      const wait = new Promise<void>((resolve) => {
        done = resolve;
      });
      this.#waiting = { wait, done };
    }
    return this.#waiting.wait;
  }

  letIn(): void {
    this.#waiting?.done();
    this.#waiting = null;
  }
}
