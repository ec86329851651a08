// Lives on after closing its input or its output.
import {closeSync} from 'node:fs';
import {serve, tool} from './mcp-stdio.mjs';

setInterval(() => {}, 1000);
serve({
	name: 'closes-pipes',
	tools: [tool('close-output'), tool('close-input')],
	calls: {
		'close-output': () => {
			process.stdout.destroy();
			closeSync(1);
			return undefined;
		},
	},
});
