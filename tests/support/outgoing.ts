/** S66: what a source text may use to reach other machines. */

/** Rooms of the server's process, and the files that may reach out: what each of them may use. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/server/outgoing.ts': ['node:dns', 'node:http', 'node:https', 'node:net', 'node:tls'],
  // The mail server's address is a setting of the operator.
  'src/server/notify/channels/mail.ts': ['nodemailer'],
  // The broker's and the database's addresses are settings of the operator.
  'src/server/gateway/external.ts': ['mqtt'],
  'src/server/gateway/check/client.ts': ['mqtt'],
  'src/server/gateway/check/probes.ts': ['mqtt'],
  'src/server/storage/postgres/executor.ts': ['pg'],
  'src/server/storage/postgres/hosts.ts': ['pg'],
  // Servers listen; they call nobody.
  'src/server/gateway/connections/listeners.ts': ['node:net', 'node:tls'],
  'src/server/gateway/connections/guarded-connection.ts': ['node:net'],
  'src/server/gateway/connections/proxy-header.ts': ['node:net'],
  // Data connections are passive: they listen too.
  'src/server/ftp/door.ts': ['node:net', 'node:tls'],
  'src/server/ftp/connection.ts': ['node:tls'],
  'src/server/ftp/server.ts': ['node:tls'],
  'src/server/accounts/address.ts': ['node:net'],
  'src/server/http/proxy.ts': ['node:net'],
  'src/main/demo/demo-port.ts': ['node:net'],
  'src/main/demo/demo-mail.ts': ['node:http'],
  // What the demo of three processes starts: programs of this machine, and the product's own.
  'src/main/demo-cluster/tools.ts': ['node:child_process'],
  'src/main/demo-cluster/part.ts': ['node:child_process'],
  'src/main/demo-cluster/parts.ts': ['node:child_process'],
  'src/main/demo-cluster/own-database.ts': ['node:child_process'],
  // It takes `connect` away from the process of a rehearsal.
  'src/main/rehearsal/no-network.ts': ['node:net'],
  // The process of a rehearsal is this product's own.
  'src/main/rehearsal/start.ts': ['node:child_process'],
  'src/server/http/server.ts': ['node:http'],
  'src/server/live/hub.ts': ['node:http'],
  // The operator's own program that looks at files.
  'src/server/uploads/scan.ts': ['node:child_process'],
  // The sandbox of scripts is a process of its own; what is evaluated in it has no network to name.
  'src/server/workflows/sandbox/sandbox.ts': ['node:child_process'],
};

const modules =
  /(?:from|import|require)\s*\(?\s*['"]((?:node:)?(?:https?|http2|net|tls|dgram|dns|child_process|cluster|inspector|undici)(?:\/[\w/]+)?|undici|ky|axios|got|node-fetch|ws|mqtt|pg|nodemailer)['"]/g;
const globals =
  /(?<![\w.#])(?:globalThis\.)?(fetch|WebSocket|EventSource|XMLHttpRequest)\s*\(|\bglobalThis\s*(?:\.fetch|\[)/g;
const listens = /\bconnect\(|\bcreateConnection\(|\bnew Socket\(|\brequest\(|\.get\(\s*['"]https?:/;
const typeOnly = /^import type [\s\S]*?;$/gm;

/** What is wrong with a file of the server's process, in words; empty = nothing. */
export function waysOut(file: string, text: string): readonly string[] {
  if (!/^src\/(server|main)\//.test(file) || !file.endsWith('.ts')) return [];
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(typeOnly, '');
  const used = [
    ...[...code.matchAll(modules)].map(([, name = '']) =>
      /^(node:|ky|axios|got|node-fetch|ws|mqtt|pg|nodemailer|undici)/.test(name) ? name : `node:${name}`,
    ),
    ...[...code.matchAll(globals)].map(([, name]) => name ?? 'fetch'),
  ];
  const may = allowed[file] ?? [];
  const wrong = used.filter((name) => !may.includes(name)).map((name) => `${file} uses ${name}`);
  const net =
    file !== 'src/server/outgoing.ts' &&
    used.some((name) => /^node:(net|tls|https?)$/.test(name)) &&
    listens.test(code);
  return net ? [...wrong, `${file} connects to another machine`] : wrong;
}
