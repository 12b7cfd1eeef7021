/** One event of a stream of server-sent events. */
export interface ServerEvent {
  readonly id: string | null;
  readonly type: string;
  readonly data: string;
}

/** Cuts a stream of text into server-sent events (WHATWG HTML, "event stream interpretation"). */
export class EventCutter {
  #rest = '';

  push(text: string): ServerEvent[] {
    const parts = (this.#rest + text).split('\n\n');
    this.#rest = parts.pop() ?? '';
    return parts.flatMap((part) => {
      let id: string | null = null;
      let type = 'message';
      const data: string[] = [];
      for (const line of part.split('\n')) {
        const at = line.indexOf(':');
        const field = at < 0 ? line : line.slice(0, at);
        const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '');
        if (field === 'id') id = value;
        else if (field === 'event') type = value;
        else if (field === 'data') data.push(value);
      }
      return data.length === 0 ? [] : [{ id, type, data: data.join('\n') }];
    });
  }
}
