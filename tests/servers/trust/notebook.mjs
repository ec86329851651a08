// Has the tools that the first file lists, and writes down in the second when it was started and what it was called with.
// A tool says back its `says`, or what it was given.
import {appendFileSync, readFileSync} from 'node:fs';
import {serve, textResult, tool} from '../mcp-stdio.mjs';

const [, , toolsFile, journalFile] = process.argv;
const listed = JSON.parse(readFileSync(toolsFile, 'utf8'));
const note = entry => appendFileSync(journalFile, `${JSON.stringify(entry)}\n`);

note({type: 'started', pid: process.pid, secret: process.env.NOTEBOOK_SECRET});

serve({
	name: 'notebook',
	tools: listed.map(({name, says: _, ...more}) => tool(name, more)),
	calls: Object.fromEntries(
		listed.map(({name, says}) => [
			name,
			args => {
				note({type: 'called', tool: name, arguments: args});
				return textResult(says ?? `did ${name} with ${JSON.stringify(args)}`);
			},
		]),
	),
});
