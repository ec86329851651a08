// Reads everything and never answers. With `list` it answers the handshake and then nothing; with `chatty` it
// prints things that are not MCP.
import {greet, onMessages} from './mcp-stdio.mjs';

const mode = process.argv[2];
if (mode === 'chatty') console.log('Listening on http://localhost:3000');
onMessages(message => {
	if (mode === 'list') greet(message);
});
