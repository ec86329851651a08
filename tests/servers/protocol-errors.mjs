// Answers every call with an error of the protocol that has a code and data of its own.
import {serve, tool, write} from './mcp-stdio.mjs';

serve({
	name: 'protocol-errors',
	tools: [tool('fail')],
	calls: {
		fail(_arguments, {id}) {
			write({id, error: {code: -32050, message: 'custom rpc', data: {why: 'x'}}});
		},
	},
});
