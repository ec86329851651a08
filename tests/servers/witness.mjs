// Writes down what happens to it in the file that the call names: `called`, then `cancelled`.
import {appendFileSync} from 'node:fs';
import {serve, tool} from './mcp-stdio.mjs';

const files = new Map();

serve({
	name: 'witness',
	tools: [tool('wait')],
	calls: {
		wait: ({file}, {id}) => {
			files.set(id, file);
			appendFileSync(file, 'called\n');
			return undefined;
		},
	},
	other: message => {
		if (message.method === 'notifications/cancelled')
			appendFileSync(files.get(message.params.requestId), 'cancelled\n');
	},
});
