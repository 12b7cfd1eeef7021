/** A host that kills itself at its fault point: SIGKILL, so that nothing is tidied up. */
import { type Step, startHost } from './host.ts';

const [dataDir = '', point = '', port = '0'] = process.argv.slice(2);
const host = await startHost(dataDir, Number(port), (reached) => {
  if (reached === point) process.kill(process.pid, 'SIGKILL');
});
process.on('message', (message: { readonly n: number; readonly step: Step }) => {
  void host.step(message.step).then((id) => process.send?.({ n: message.n, id }));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ port: host.port });
