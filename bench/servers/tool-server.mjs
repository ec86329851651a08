// A server with as many tools as its argument says; each says back what it is told.
import {serve, textResult, tool} from '../../tests/servers/mcp-stdio.mjs';

const count = Number(process.argv[2]);
const inputSchema = {
	type: 'object',
	properties: {
		text: {type: 'string', description: 'What to say back.'},
		times: {type: 'integer', minimum: 1},
	},
	required: ['text'],
};
const names = Array.from({length: count}, (_, index) => `tool-${index}`);

serve({
	name: 'tools',
	tools: names.map(name => tool(name, {inputSchema})),
	calls: Object.fromEntries(names.map(name => [name, ({text}) => textResult(text)])),
});
