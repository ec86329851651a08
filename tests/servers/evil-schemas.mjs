// Offers tools with the schemas of a JSON file (its first argument): a list of {name, schema}. A call answers with the
// arguments as they came.
import {readFileSync} from 'node:fs';
import {serve, textResult, tool} from './mcp-stdio.mjs';

const offered = JSON.parse(readFileSync(process.argv[2], 'utf8'));

serve({
	name: 'evil-schemas',
	tools: offered.map(({name, schema}) => tool(name, {inputSchema: schema})),
	calls: Object.fromEntries(offered.map(({name}) => [name, args => textResult(JSON.stringify(args))])),
});
