import {type ChildProcess, spawn} from 'node:child_process';

/**
 * Outlives us to end what we started. One small shell reads our end of a pipe: the kernel closes it however we
 * die, and whatever groups are still on the list are then ended, with every process that has the mark of one in its
 * environment: such a process may have left the group.
 */
export type Reaper = {
	readonly add: (groupId: number, mark: string) => void;
	readonly remove: (groupId: number) => void;
};

const script = `
trap '' HUP INT TERM QUIT
groups=' '
while read -r action group mark; do
	case $action in
	+) groups="$groups$group:$mark " ;;
	-)
		kept=' '
		for each in $groups; do [ "\${each%%:*}" = "$group" ] || kept="$kept$each "; done
		groups=$kept
		;;
	esac
done
[ "$groups" = ' ' ] && exit 0
marks=
for each in $groups; do marks="$marks -e \${each#*:}"; done
marked() {
	if [ -r /proc/self/environ ]; then
		grep -lsF $marks /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do echo "$pid"; done
		return
	fi
	ps -A -E -ww -o pid=,command= 2>/dev/null | while read -r pid rest; do
		for each in $groups; do
			case $rest in *"\${each#*:}"*) echo "$pid" ;; esac
		done
	done
}
end_groups() { for each in $groups; do kill -s "$1" -- "-\${each%%:*}" 2>/dev/null; done; }
end_marked() { for each in $(marked); do kill -s "$1" "$each" 2>/dev/null; done; }
end_groups TERM
# In the background: reading the environment of a process that hangs may block.
end_marked TERM &
sleep 1
end_groups KILL
# A process may start another in the moment in which it is ended.
end_marked KILL
end_marked KILL
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
	const groups = new Map<number, string>();
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
		for (const [group, mark] of groups) tell(`+ ${group} ${mark}`);
	};

	if (platform === 'win32') return {add: () => {}, remove: () => {}};
	return {
		add: (groupId, mark) => {
			const running = shell !== undefined;
			groups.set(groupId, mark);
			if (running) tell(`+ ${groupId} ${mark}`);
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
