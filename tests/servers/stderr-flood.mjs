// Writes far more to standard error than anyone should keep: many lines, and one line without an end.
import {serve, textResult, tool} from './mcp-stdio.mjs';

const flood = (chunk, times) =>
	new Promise(resolve => {
		const next = left => {
			if (left === 0) resolve();
			else process.stderr.write(chunk, () => next(left - 1));
		};
		next(times);
	});

serve({
	name: 'flood',
	tools: [tool('flood'), tool('exit')],
	calls: {
		flood: async ({megabytes}) => {
			await flood('all work and no play\n'.repeat(3277), megabytes * 16);
			await flood('x'.repeat(65536), megabytes * 16);
			return textResult('dry again');
		},
		exit: () => process.exit(1),
	},
});
