// Starts processes that leave its process group: one in a session of its own, one that a short-lived shell leaves
// behind, and, with "scrubbed", one without its environment. Their ids go to the file that is its first argument.
import {spawn} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {serve, textResult, tool} from './mcp-stdio.mjs';

const [file, mode] = process.argv.slice(2);
const grandchild = fileURLToPath(new URL('grandchild.mjs', import.meta.url));
const detached = (...more) =>
	spawn(process.execPath, [grandchild], {detached: true, stdio: 'ignore', ...more[0]});

const inSession = detached();
inSession.unref();
const scrubbed = mode === 'scrubbed' ? [detached({env: {}})] : [];
for (const child of scrubbed) child.unref();
// The shell ends at once, so that nothing leads from the process back to this server.
const left = `${file}.left`;
spawn(
	'/bin/sh',
	['-c', `"$0" "$1" </dev/null >/dev/null 2>&1 & echo $! > "$2"`, process.execPath, grandchild, left],
	{
		detached: true,
		stdio: 'ignore',
	},
).once('exit', () => {
	while (!existsSync(left));
	const pids = [inSession.pid, Number(readFileSync(left, 'utf8')), ...scrubbed.map(({pid}) => pid)];
	writeFileSync(file, JSON.stringify(pids));
	serve({name: 'escaping', tools: [tool('pids')], calls: {pids: () => textResult(JSON.stringify(pids))}});
});
process.stdin.on('end', () => process.exit(0));
