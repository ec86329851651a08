import {createChangeConfig} from '../../../source/core/config/change-config.ts';

// One of several programs that change the same file at the same time: says ready, waits for a line, then adds its
// servers and removes every second of them again.
const [folder = '', name = '', count = '0'] = process.argv.slice(2);
const change = createChangeConfig({folder, cwd: folder, env: {}, patience: 60_000});

const main = async () => {
	const failures: unknown[] = [];
	for (let index = 0; index < Number(count); index += 1) {
		const server = `${name}-${index}`;
		const put = {type: 'put', name: server, entry: {command: 'x'}, replace: false} as const;
		const outcomes = [
			await change(put, 'user'),
			await (index % 2 === 0
				? change({type: 'remove', name: server}, 'user')
				: change({type: 'set-disabled', name: server, disabled: true}, 'user')),
		];
		failures.push(...outcomes.filter(({type}) => type === 'refused'));
	}
	process.stdout.write(`${JSON.stringify(failures)}\n`);
};

process.stdout.write('ready\n');
process.stdin.once('data', () => {
	process.stdin.destroy();
	void main();
});
