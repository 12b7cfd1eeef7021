/** Who may import whom (README.md#architecture-one-page), held on every file, and proven on planted violations. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importsOf, violations } from '../support/layers.ts';
import { projectFiles } from '../support/tools/project-files.ts';

const root = new URL('../../', import.meta.url);
const files = projectFiles();

describe('every file keeps to its room', () => {
  it.each(files)('%s', (file) => {
    expect(violations(file, readFileSync(new URL(file, root), 'utf8'))).toEqual([]);
  });
});

describe('planted violations are caught', () => {
  it.each([
    ['a file in no room', 'lib/helper.ts', ''],
    ['a file loose in src', 'src/helper.ts', ''],
    ['the catalogue with a library', 'src/catalogue/rows/tilt.ts', "import x from 'typebox';"],
    ['a pure room with Node', 'src/domain/tilt.ts', "import { readFileSync } from 'node:fs';"],
    ['base with words by value', 'src/base/messages.ts', "import words from '../../locales/en.json';"],
    ['the console with Node', 'src/console/state/connection/client.ts', "import fs from 'node:fs';"],
    [
      'the console with the server',
      'src/console/features/home/index.tsx',
      "import { a } from '../../../server/http/a.ts';",
    ],
    [
      'a component with state',
      'src/console/components/map/Map.tsx',
      "import { s } from '../../state/stations.ts';",
    ],
    [
      'a feature with another feature',
      'src/console/features/home/index.tsx',
      "import { C } from '../station/C.tsx';",
    ],
    [
      'a feature with the list of all commands',
      'src/console/features/home/index.tsx',
      "import { c } from '../../../../commands/index.ts';",
    ],
    [
      'the server with the simulator',
      'src/server/gateway/host.ts',
      "import { d } from '../../simulator/device.ts';",
    ],
    [
      'the work loop with one that it works for',
      'src/server/work/loop.ts',
      "import type { Delivery } from '../delivery/delivery.ts';",
    ],
    [
      'the entry points with the console',
      'src/main/server.ts',
      "import { p } from '../console/shell/main.tsx';",
    ],
    ['a dynamic import', 'src/domain/tilt.ts', "const m = await import('../server/storage/open.ts');"],
    ['a re-export', 'src/domain/tilt.ts', "export * from '../server/storage/open.ts';"],
    [
      'a multi-line import',
      'src/domain/tilt.ts',
      "import {\n  a,\n  b,\n} from '../server/storage/open.ts';",
    ],
    [
      'a worker by URL',
      'src/console/state/connection/client.ts',
      "new Worker(new URL('../../server/x.ts', import.meta.url));",
    ],
  ])('%s', (_title, file, text) => {
    expect(violations(file, text)).not.toEqual([]);
  });

  it('allows what the table allows', () => {
    expect(violations('src/base/messages.ts', "import type words from '../../locales/en.json';")).toEqual([]);
    expect(violations('src/main/demo.ts', "import { f } from '../simulator/fleet.ts';")).toEqual([]);
    expect(violations('src/console/features/home/index.tsx', "import { C } from './C.tsx';")).toEqual([]);
    const command = "import { map } from '../../../../commands/map.ts';";
    expect(violations('src/console/features/home/index.tsx', command)).toEqual([]);
  });

  it('reads every form of import', () => {
    const text =
      "import a from 'a';\nimport type { B } from 'b';\nexport { c } from 'c';\nimport 'd';\nawait import('e');";
    expect(importsOf(text)).toEqual([
      { specifier: 'a', typeOnly: false },
      { specifier: 'b', typeOnly: true },
      { specifier: 'c', typeOnly: false },
      { specifier: 'd', typeOnly: false },
      { specifier: 'e', typeOnly: false },
    ]);
  });
});
