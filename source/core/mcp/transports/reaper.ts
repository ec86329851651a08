import {type ChildProcess, spawn} from 'node:child_process';

/**
 * Outlives us to end what we started. One small shell reads our end of a pipe: the kernel closes it however we
 * die, and whatever groups are still on the list are then ended.
 */
export type Reaper = {
	readonly add: (groupId: number) => void;
	readonly remove: (groupId: number) => void;
};

const script = `
trap '' HUP INT TERM QUIT
groups=' '
while read -r action group; do
	case $action in
	+) groups="$groups$group " ;;
	-)
		kept=' '
		for each in $groups; do [ "$each" = "$group" ] || kept="$kept$each "; done
		groups=$kept
		;;
	esac
done
[ "$groups" = ' ' ] && exit 0
for each in $groups; do kill -s TERM -- "-$each" 2>/dev/null; done
sleep 1
for each in $groups; do kill -s KILL -- "-$each" 2>/dev/null; done
`;

const maxRestarts = 3;

const start = (): ChildProcess => {
	const shell = spawn('/bin/sh', ['-c', script, 'mcp-tui-reaper'], {
		// A session of its own: Ctrl+C, a closed terminal and a kill of our group do not reach it.
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
		cwd: '/',
		env: {PATH: '/usr/bin:/bin'},
	});
	shell.unref();
	// The pipe is a socket at run time; its type does not say so.
	if (shell.stdin !== null && 'unref' in shell.stdin && typeof shell.stdin.unref === 'function')
		shell.stdin.unref();
	return shell;
};

export const createReaper = (platform: NodeJS.Platform = process.platform): Reaper => {
	const groups = new Set<number>();
	let shell: ChildProcess | undefined;
	let restarts = 0;

	const tell = (line: string) => shell?.stdin?.write(`${line}\n`);

	const ensureRunning = () => {
		if (shell !== undefined) return;
		const started = start();
		shell = started;
		const lost = () => {
			if (shell !== started) return;
			shell = undefined;
			// Somebody killed it: the servers still need one, but not for ever.
			if (groups.size === 0 || restarts >= maxRestarts) return;
			restarts += 1;
			ensureRunning();
		};
		started.once('error', lost);
		started.once('exit', lost);
		// Told by 'exit' as well.
		started.stdin?.on('error', () => {});
		for (const group of groups) tell(`+ ${group}`);
	};

	if (platform === 'win32') return {add: () => {}, remove: () => {}};
	return {
		add: groupId => {
			const running = shell !== undefined;
			groups.add(groupId);
			if (running) tell(`+ ${groupId}`);
			else ensureRunning();
		},
		remove: groupId => {
			if (!groups.delete(groupId)) return;
			tell(`- ${groupId}`);
			if (groups.size > 0) return;
			shell?.stdin?.end();
			shell = undefined;
		},
	};
};
