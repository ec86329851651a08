// Dies in the middle of a call: by itself, or by a signal.
import {serve, textResult, tool} from './mcp-stdio.mjs';

serve({
	name: 'crash',
	tools: [tool('crash'), tool('killed'), tool('pid')],
	calls: {
		crash: () => {
			console.error('segmentation fault, sort of');
			process.exit(7);
		},
		killed: () => {
			process.kill(process.pid, 'SIGKILL');
			return undefined;
		},
		pid: () => textResult(String(process.pid)),
	},
});
