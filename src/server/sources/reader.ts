/** Reads messages by a mapping, which is compiled once for each header that comes. */
import type { Mapping } from '../../contract/mapping.ts';
import { type Compiled, compileMapping, type RecordedLine, recordLine } from '../imports/recording.ts';
import { type Message, tableOf } from './message.ts';

const DAY = 86_400_000;
/** Headers that are remembered of one mapping: messages of other fields take turns. */
const headersKept = 32;

export class MessageReader {
  readonly #mapping: Mapping;
  readonly #compiled = new Map<string, Compiled>();

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
  }

  /**
   * The rows of a message, each with its readings and what is wrong in it.
   * @throws Refusal where the message is none of the mapping's format, or the mapping does not fit its header
   */
  read(message: Message): readonly RecordedLine[] {
    const { header, lines } = tableOf(message, this.#mapping);
    const key = JSON.stringify(header);
    let compiled = this.#compiled.get(key);
    if (compiled === undefined) {
      compiled = compileMapping(this.#mapping, header);
      if (this.#compiled.size >= headersKept) this.#compiled.clear();
      this.#compiled.set(key, compiled);
    }
    const seen = new Set<string>();
    const latest = message.receivedAt + DAY;
    const found: RecordedLine[] = [];
    for (const line of lines) {
      const read = recordLine(line, compiled, seen);
      const [first] = read.readings;
      if (first === undefined || first.reading.t <= latest) found.push(read);
      else {
        const detail = new Date(first.reading.t).toISOString();
        const bad = { line: line.number, reason: 'timeRange', detail, channel: '' } as const;
        found.push({ ...read, readings: [], bad: [bad] });
      }
    }
    return found;
  }
}
