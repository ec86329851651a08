// The well-behaved one: says things back, about itself too.
import {serve, textResult, tool} from './mcp-stdio.mjs';

serve({
	name: 'echo',
	tools: [
		tool('echo', {
			title: 'Echo',
			inputSchema: {type: 'object', properties: {text: {type: 'string'}}, required: ['text']},
			annotations: {readOnlyHint: true, openWorldHint: false},
		}),
		tool('fail'),
		tool('process'),
		tool('environment'),
		tool('exit'),
	],
	calls: {
		echo: ({text}) => textResult(text),
		fail: () => ({...textResult('the disk is full'), isError: true}),
		process: () => textResult(JSON.stringify({pid: process.pid, cwd: process.cwd()})),
		environment: () => textResult(JSON.stringify(process.env)),
		exit: ({code = 0}) => {
			console.error(`leaving with ${code}`);
			process.exit(code);
		},
	},
});
