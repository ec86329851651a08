// Knows only `initialize`. Asked for its versions it says nothing, or exits: `silent-about-versions`, `exits-about-versions`.
import {answer, onMessages} from './mcp-stdio.mjs';

const [mode] = process.argv.slice(2);

onMessages(({id, method}) => {
	if (method === 'server/discover' && mode === 'exits-about-versions') process.exit(1);
	if (method === 'initialize')
		answer(id, {
			protocolVersion: '2024-11-05',
			capabilities: {tools: {}},
			serverInfo: {name: 'old-handshake', version: '1.0.0'},
		});
	if (method === 'tools/list') answer(id, {tools: []});
});
process.stdin.on('end', () => process.exit(0));
