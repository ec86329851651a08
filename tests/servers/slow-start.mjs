// Takes a while before it answers the handshake, as a package runner does: START_AFTER says how many milliseconds.
import {serve, textResult, tool} from './mcp-stdio.mjs';

const wait = Number(process.env.START_AFTER ?? 1500);
setTimeout(() => {
	serve({name: 'slow-start', tools: [tool('late')], calls: {late: () => textResult('here')}});
}, wait);
