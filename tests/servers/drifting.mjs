// Has the tools that a file lists, and looks there again when it is asked to. Each start leaves a line in another file.
import {appendFileSync, readFileSync} from 'node:fs';
import {notify, serve, textResult, tool} from './mcp-stdio.mjs';

const [, , listFile, startsFile] = process.argv;
if (startsFile !== undefined) appendFileSync(startsFile, `${process.pid}\n`);
const read = () => JSON.parse(readFileSync(listFile, 'utf8')).map(({name, ...more}) => tool(name, more));
let tools = read();

serve({
	name: 'drifting',
	instructions: process.env.INSTRUCTIONS,
	tools: () => [...tools, tool('look-again')],
	calls: {
		'look-again': () => {
			tools = read();
			notify('notifications/tools/list_changed');
			return textResult('done');
		},
		wait: (_args, {progress}) => {
			progress(1);
			return undefined;
		},
	},
});
