// Ignores the end of its input and every signal that can be ignored, and has a child that does the same, as
// servers behind package runners have.
import {spawn} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {serve, textResult, tool} from './mcp-stdio.mjs';

const grandchild = spawn(process.execPath, [fileURLToPath(new URL('grandchild.mjs', import.meta.url))], {
	stdio: 'ignore',
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => {});
const exit = process.exit;
process.exit = () => {};
setInterval(() => {}, 1000);

serve({
	name: 'stubborn',
	tools: [tool('pids'), tool('leave')],
	calls: {
		pids: () => textResult(JSON.stringify([process.pid, grandchild.pid])),
		// The server goes, its child stays.
		leave: () => exit(0),
	},
});
