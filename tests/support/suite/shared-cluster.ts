/** One PostgreSQL for all files of a run of tests: the run answers for it, and starts it when the first file asks. */
import { connect, createServer } from 'node:net';

const variable = 'GROUNDWATCH_TEST_POSTGRES';

/** The port of the run's PostgreSQL; null where tests run without such a run. */
export async function sharedCluster(): Promise<number | null> {
  const door = process.env[variable];
  if (door === undefined) return null;
  let answer = '';
  for await (const part of connect(Number(door), '127.0.0.1')) answer += String(part);
  if (answer === '') throw new Error('the PostgreSQL of the run did not start');
  return Number(answer);
}

/** Lets the files of a run ask for a cluster. Answers how to end it. @param start starts it, and answers port and end */
export async function shareCluster(
  start: () => Promise<{ readonly port: number; stop(): Promise<void> }>,
): Promise<() => Promise<void>> {
  let cluster: ReturnType<typeof start> | null = null;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    cluster ??= start();
    cluster.then(
      ({ port }) => socket.end(String(port)),
      (error) => {
        console.error(error);
        socket.end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  process.env[variable] = String(typeof address === 'object' && address !== null ? address.port : 0);
  return async () => {
    delete process.env[variable];
    server.close();
    await (await cluster?.catch(() => null))?.stop();
  };
}
