import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {rmSync} from 'node:fs';
import path from 'node:path';
import {compareClients, compileClient} from './bundle-client.mjs';
import {median} from './statistics.mjs';

const protocols = {
	anthropic: 'Anthropic Messages',
	responses: 'OpenAI Responses',
	chat: 'OpenAI Chat Completions',
};

const turns = 60;

/** What our layer adds: a token must not wait for it, nor a tool. */
const rowsOf = (title, {ours, bare}) => {
	const row = (name, what, maxAdded) => ({
		...{name: `${title}: ${name}`, unit: 'ms each', floorName: 'bare SDK', maxAdded},
		figure: median(ours.map(sample => sample[what])),
		floor: median(bare.map(sample => sample[what])),
	});
	return [
		row('delay of a token', 'delay', 0.5),
		row('cost of a token', 'token', 0.1),
		row('tool round trip', 'round', 5),
	];
};

/** Our adapters and turn loop next to the bare SDKs of the providers, against the same server. */
export const measureModels = async bench => {
	const {root, size, note} = bench;
	const clients = {
		ours: await compileClient(bench, 'models', 'our-models'),
		bare: await compileClient(bench, 'models', 'bare-models'),
	};
	const server = spawn(process.execPath, [path.join(root, 'bench/models/model-server.mjs')], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	try {
		const [port] = await once(server.stdout, 'data');
		const url = `http://127.0.0.1:${Number(port)}`;
		const samples = {};
		const rows = [];
		for (const [protocol, title] of Object.entries(protocols)) {
			note(`models: ${title}, ${size.serverRuns} runs of each`);
			samples[protocol] = await compareClients(clients, size.serverRuns, [url, protocol, size.tokens, turns]);
			rows.push(...rowsOf(title, samples[protocol]));
		}
		return {samples, rows};
	} finally {
		server.kill();
		rmSync(path.dirname(path.dirname(clients.ours)), {recursive: true, force: true});
	}
};
