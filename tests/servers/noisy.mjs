// Prints banners, broken JSON and foreign JSON on standard output, between and inside real messages.
import {serve, textResult, tool} from './mcp-stdio.mjs';

console.log('*** welcome to noisy 1.0 ***');
console.log('{"level":"info","msg":"starting"}');
console.log('{"jsonrpc":"2.0","id":');
console.log('42');
process.stdout.write('\n\r\n');

serve({
	name: 'noisy',
	tools: [tool('split'), tool('batch')],
	calls: {
		// A four-byte character, cut into single bytes.
		split: async (_args, {id}) => {
			const line = JSON.stringify({jsonrpc: '2.0', id, result: textResult('naïve 🦜 ünïcödé')});
			for (const byte of Buffer.from(`${line}\r\n`)) {
				process.stdout.write(Buffer.from([byte]));
				await new Promise(resolve => setImmediate(resolve));
			}
			return undefined;
		},
		batch: (_args, {id}) => {
			const note = {jsonrpc: '2.0', method: 'notifications/message', params: {level: 'info', data: 'x'}};
			process.stdout.write(
				`${JSON.stringify([note, {jsonrpc: '2.0', id, result: textResult('one of two')}])}\n`,
			);
			return undefined;
		},
	},
});
