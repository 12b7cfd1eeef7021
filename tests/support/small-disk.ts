/** A data directory on a disk that can be filled: a small file system of its own, where one may be mounted. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

export interface SmallDisk {
  readonly folder: string;
  /** For `openStorage`: where nothing may be mounted, SQLite itself refuses to grow beyond it. */
  readonly maxBytes: number | undefined;
  /** Leaves no room for anything. */
  fill(): void;
  /** Makes room again. */
  free(): void;
  remove(): void;
}

const megabytes = 48;

export function smallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  try {
    const options = `size=${megabytes}m,mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder], { stdio: 'ignore' });
  } catch {
    return limited(folder);
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    maxBytes: undefined,
    fill() {
      for (let part = 1 << 20, count = 0; part >= 1; part >>= 1) {
        try {
          for (;;) writeFileSync(`${ballast}${count++}`, Buffer.alloc(part), { flag: 'wx' });
        } catch {
          // A half of it may still find room.
        }
      }
    },
    free: () => execFileSync('find', [folder, '-name', 'ballast*', '-delete']),
    remove() {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function limited(folder: string): SmallDisk {
  const maxBytes = megabytes << 20;
  const tables = (database: InstanceType<typeof DatabaseSync>) =>
    database
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'ballast'",
      )
      .all()
      .map((row) => String(row['name']));
  const withDatabase = (work: (database: InstanceType<typeof DatabaseSync>) => void) => {
    const database = new DatabaseSync(join(folder, 'groundwatch.db'), { timeout: 10_000 });
    database.exec(`PRAGMA max_page_count = ${maxBytes / 4096}`);
    work(database);
    database.close();
  };
  return {
    folder,
    maxBytes,
    fill: () =>
      withDatabase((database) => {
        database.exec('CREATE TABLE ballast (it BLOB)');
        // Rows must not find room in pages that are half empty.
        for (const table of tables(database))
          database.exec(
            `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} BEGIN INSERT INTO ballast VALUES (zeroblob(9999)); END`,
          );
        for (let part = 1 << 20; part >= 1; part >>= 1) {
          try {
            for (;;) database.prepare('INSERT INTO ballast VALUES (zeroblob(?))').run(part);
          } catch {
            // A half of it may still find room.
          }
        }
      }),
    free: () =>
      withDatabase((database) => {
        for (const table of tables(database)) database.exec(`DROP TRIGGER full_${table}`);
        database.exec('DROP TABLE ballast');
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
