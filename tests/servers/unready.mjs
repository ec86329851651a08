// Ends before it has said a word, until it was started as often as its second argument says; its first is where it counts.
import {appendFileSync, readFileSync} from 'node:fs';
import {serve, textResult, tool} from './mcp-stdio.mjs';

const [file, count] = process.argv.slice(2);
appendFileSync(file, '.');
if (readFileSync(file, 'utf8').length <= Number(count)) {
	console.error('the database is not there yet');
	process.exit(1);
}

serve({name: 'unready', tools: [tool('ping')], calls: {ping: () => textResult('pong')}});
