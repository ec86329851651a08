// Writes down every call in the file of its first argument before it answers: the only witness of what was really run.
import {appendFileSync} from 'node:fs';
import {serve, textResult, tool} from './mcp-stdio.mjs';

const [file] = process.argv.slice(2);

serve({
	name: 'tally',
	tools: [tool('note', {inputSchema: {type: 'object', properties: {entry: {type: 'string'}}}})],
	calls: {
		note: ({entry}) => {
			appendFileSync(file, `${entry}\n`);
			return textResult(`noted ${entry}`);
		},
	},
});
