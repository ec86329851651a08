import {openCredentials} from '../../source/core/credentials/open-credentials.ts';
import {createSecret, revealSecret} from '../../source/domain/secret.ts';

// A stand-in for the whole program: keeps or reads one secret (JSON in argv), says what it found, and is done.
const {name, text}: {name: string; text?: string} = JSON.parse(process.argv[2] ?? '{}');
const {signal} = new AbortController();

const main = async (): Promise<void> => {
	process.stdout.write(`${JSON.stringify({type: 'opening'})}\n`);
	const credentials = await openCredentials({environment: process.env});
	if (text !== undefined) await credentials.set(name, createSecret(text), signal);
	const found = await credentials.get(name, signal);
	const report = {
		type: 'done',
		kind: credentials.kind,
		...(found === undefined ? {} : {found: revealSecret(found)}),
		keepsAlive: process.getActiveResourcesInfo().filter(resource => /Process|Timeout/.test(resource)),
	};
	process.stdout.write(`${JSON.stringify(report)}\n`);
};

void main();
