// Sends one message of the size it is asked for, in bytes of text.
import {serve, textResult, tool} from './mcp-stdio.mjs';

serve({
	name: 'huge',
	tools: [tool('huge'), tool('unterminated')],
	calls: {
		huge: ({size}) => textResult('x'.repeat(size)),
		unterminated: () => {
			const more = () => process.stdout.write('x'.repeat(65536), more);
			more();
			return undefined;
		},
	},
});
