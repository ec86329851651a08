// Has tools and never says which.
import {greet, onMessages} from './mcp-stdio.mjs';

onMessages(message => void greet(message));
process.stdin.on('end', () => process.exit(0));
