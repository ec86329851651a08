// Counts its calls in the file named by its argument, and dies in the middle of each until the file says that it
// has done so often enough. With `loop` it dies as soon as it has been listed.
import {appendFileSync, readFileSync, writeFileSync} from 'node:fs';
import {serve, textResult, tool} from './mcp-stdio.mjs';

const [file, mode, limit = '1'] = process.argv.slice(2);
writeFileSync(file, '', {flag: 'a'});

const dieUntil = () => {
	appendFileSync(file, 'x');
	const {length} = readFileSync(file, 'utf8');
	if (length <= Number(limit)) process.exit(3);
	return textResult(`done after ${length}`);
};

serve({
	name: 'lossy',
	tools: () => {
		if (mode === 'loop') setTimeout(() => process.exit(4), 20);
		return [tool('write'), tool('look', {annotations: {readOnlyHint: true}}), tool('pid')];
	},
	calls: {write: dieUntil, look: dieUntil, pid: () => textResult(String(process.pid))},
});
