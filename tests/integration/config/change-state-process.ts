import {createOpenState} from '../../../source/core/config/state-file.ts';

// One of several programs that change the same state at the same time: says ready, waits for a line, then adds its
// members and says after each that it is there.
const [folder = '', name = '', count = '0'] = process.argv.slice(2);
const state = createOpenState({folder, patience: 60_000})('state');

const main = async () => {
	for (let index = 0; index < Number(count); index += 1) {
		const failure = await state.change(old => ({...old, [`${name}-${index}`]: index}));
		process.stdout.write(`${failure === undefined ? index : JSON.stringify(failure)}\n`);
	}
};

process.stdout.write('ready\n');
process.stdin.once('data', () => {
	process.stdin.destroy();
	void main();
});
