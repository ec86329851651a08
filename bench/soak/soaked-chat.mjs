// The chat with its screen and its session file, which sends itself message after message and says what it holds after
// every thousand of them: soaked-chat <model> <turns> <turns between samples> <file for the samples>
import {writeFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {compose} from '../../source/compose.ts';
import {schedule} from '../../source/support/schedule.ts';
import {runChat} from '../../source/ui/run-chat.tsx';

const [modelId, turns, step, file] = process.argv.slice(2);
const composed = await compose({
	...{modelId, isDemo: false, configFiles: [], isStrict: true, trustsProject: false},
	...{
		agentFile: undefined,
		assistant: undefined,
		onlyServers: [],
		approvalMode: undefined,
		workMode: undefined,
	},
	...{allowedTools: [], disallowedTools: [], maxSteps: 50, session: {type: 'new'}, patience: 5000},
});
if (composed.type === 'refused') throw new Error(composed.failure.message);
const {app, bench, look} = composed;
const {stdin, stdout, stderr, env} = process;
void runChat({
	...{app, bench, look, stdin, stdout, stderr, env, schedule, now: Date.now},
	...{version: '0.0.0-bench', isModelChosen: true, onMount: () => {}},
});

const samples = [];
for (let turn = 1; turn <= Number(turns); turn++) {
	app.send(`turn ${turn}`);
	const outcome = await app.settled();
	if (outcome?.type !== 'finished') throw new Error(JSON.stringify(outcome));
	if (turn % Number(step) === 0) {
		// What is drawn and written a little later is let go by then.
		await sleep(300);
		globalThis.gc();
		await sleep(50);
		globalThis.gc();
		const {heapUsed, external, rss} = process.memoryUsage();
		samples.push({turn, held: heapUsed + external, rss});
	}
}
writeFileSync(file, JSON.stringify(samples));
process.exit(0);
