import { limits } from '../../../script/limits.ts';
import { tooLarge } from './problem.ts';

/** The answer of a call while it is put together, one entry after the other; never longer than an answer may be. */
export class Answers {
  readonly #entries: string[] = [];
  #characters = 0;

  /** An entry; answers its JSON. @throws CallProblem */
  add(value: unknown): string {
    const text = JSON.stringify(value);
    this.addText(text);
    return text;
  }

  /** An entry as JSON. @throws CallProblem */
  addText(text: string): void {
    this.#characters += text.length + 1;
    // What goes round it counts too: {"id":…,"at":…,"value":[…]}.
    if (this.#characters > limits.answer - 100) throw tooLarge();
    this.#entries.push(text);
  }

  /** JSON of the whole result. */
  get text(): string {
    return `{"value":[${this.#entries.join(',')}]}`;
  }
}
