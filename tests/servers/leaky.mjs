// Says the secrets that it was given wherever it can: on stderr, in a log message, in results, in errors, in its last words.
import {notify, refuse, serve, textResult, tool} from './mcp-stdio.mjs';

const names = (process.env.LEAKS ?? '').split(',').filter(name => name !== '');
const forms = text => [
	text,
	Buffer.from(text).toString('base64'),
	encodeURIComponent(text),
	JSON.stringify({text}),
];
const leak = () => names.flatMap(name => forms(process.env[name] ?? '')).join('\n');

console.error(`starting with ${leak()}`);

serve({
	name: 'leaky',
	capabilities: {tools: {}, logging: {}},
	tools: [
		tool('leak', {description: `It says ${leak()}`}),
		tool('fail'),
		tool('refuse'),
		tool('die'),
		tool('long'),
	],
	calls: {
		leak: (_, {progress}) => {
			progress(1, 2, leak());
			notify('notifications/message', {level: 'error', logger: leak(), data: leak()});
			return {...textResult(leak()), structuredContent: {[leak()]: leak()}};
		},
		fail: () => ({...textResult(`failed with ${leak()}`), isError: true}),
		refuse: (_, {id}) => {
			refuse(id, -32000, `refused with ${leak()}`);
			return undefined;
		},
		long: () => textResult(`${'word '.repeat(20_000)}${leak()} ${'word '.repeat(20_000)}`),
		die: () => {
			console.error(`dying with ${leak()}`);
			process.exit(7);
		},
	},
});
