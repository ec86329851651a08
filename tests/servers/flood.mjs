// Floods its client as fast as the pipe takes it, from the handshake on. The first argument says with what; without one it is quiet.
import {serve, textResult, tool} from './mcp-stdio.mjs';

const line = value => `${JSON.stringify({jsonrpc: '2.0', ...value})}\n`;
const megabyte = 'x'.repeat(1024 * 1024);
const log = data => line({method: 'notifications/message', params: {level: 'info', data}});
const floods = {
	logs: [process.stdout, log('all work and no play').repeat(500)],
	'huge-messages': [process.stdout, log(megabyte.repeat(9))],
	noise: [process.stdout, `${megabyte.repeat(9)}\n`],
	changes: [process.stdout, line({method: 'notifications/tools/list_changed'}).repeat(500)],
	stderr: [process.stderr, `${megabyte}\nall work and no play\n`],
};
const [stream, text] = floods[process.argv[2]] ?? [];

serve({
	name: 'flood',
	tools: [tool('huge')],
	calls: {huge: () => textResult(megabyte.repeat(9))},
});
if (stream !== undefined) {
	const bytes = Buffer.from(text);
	const more = () => stream.write(bytes, more);
	// After the lists were read.
	setTimeout(more, 1000);
}
