/** S66: the server calls nobody but through `src/server/outgoing.ts`, the broker's and the database's clients. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { waysOut } from '../support/outgoing.ts';

const root = new URL('../../', import.meta.url);
const files = ['src/server', 'src/main'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);

describe('no way out but the known ones', () => {
  it.each(files)('%s', (file) => {
    expect(waysOut(file, readFileSync(new URL(file, root), 'utf8'))).toEqual([]);
  });
});

describe('planted ways out are caught', () => {
  it.each([
    ['fetch', 'src/server/alerts/webhook.ts', 'await fetch(url);'],
    ['fetch of the global', 'src/server/alerts/webhook.ts', 'await globalThis.fetch(url);'],
    ['fetch by another name', 'src/server/alerts/webhook.ts', 'const get = globalThis["fetch"];'],
    ['http', 'src/server/a.ts', "import { request } from 'node:http';"],
    ['https without its prefix', 'src/main/a.ts', "import https from 'https';"],
    ['a socket', 'src/server/a.ts', "import { connect } from 'node:net';"],
    ['TLS', 'src/server/a.ts', "const tls = await import('node:tls');"],
    ['a program', 'src/server/a.ts', "import { spawn } from 'node:child_process';"],
    ['a web socket', 'src/server/a.ts', "new WebSocket('ws://x');"],
    ['another MQTT client', 'src/server/a.ts', "import mqtt from 'mqtt';"],
    ['another database', 'src/server/a.ts', "import pg from 'pg';"],
    [
      'a server’s module that connects',
      'src/main/demo/demo-port.ts',
      "import { connect } from 'node:net';\nconnect(1);",
    ],
  ])('%s', (_title, file, text) => {
    expect(waysOut(file, text)).not.toEqual([]);
  });
  it('types and comments are no way out', () => {
    const text =
      "import type { IncomingMessage } from 'node:http';\n// fetch(x)\n/* fetch(y) */\nawait this.fetch(z);";
    expect(waysOut('src/server/a.ts', text)).toEqual([]);
  });
});
