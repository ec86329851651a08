import {readFileSync} from 'node:fs';
import path from 'node:path';
import {compileClient} from './bundle-client.mjs';
import {startSession} from './session.mjs';
import {slope} from './statistics.mjs';

const megabyte = 1_000_000;

// What is said is kept and counts, too: a line, so that it does not hide what is held beside it.
const oneLine = 'The **answer** to `{{prompt}}`, in one line.';

/**
 * What a chat holds more after every thousand turns, with its screen in a terminal and its session in a file. It is the
 * program's source, run without a person: nobody types ten thousand messages, and the time between them is left out.
 */
export const measureSoak = async bench => {
	const {folder, homes, size, note, scriptedModel} = bench;
	note(`soak: ${size.turns} turns`);
	const client = await compileClient(bench, 'soak', 'soaked-chat');
	const file = path.join(folder, 'soak.json');
	const model = scriptedModel('soak', 0, [{say: oneLine}]);
	const step = size.turns / 10;
	const command = [process.execPath, '--expose-gc', client, model, String(size.turns), String(step), file];
	const session = startSession(command, {home: homes.program});
	await session.exited;
	await session.end();
	const samples = JSON.parse(readFileSync(file, 'utf8'));
	// By the third sample everything is loaded and compiled.
	const steady = samples.slice(2).map(({turn, held}) => [turn / 1000, held / megabyte]);
	return {
		samples,
		rows: [
			{
				name: `memory over ${size.turns.toLocaleString('en')} turns, grown per 1,000 turns`,
				...{figure: slope(steady), unit: 'MB', limit: 1},
			},
		],
	};
};
