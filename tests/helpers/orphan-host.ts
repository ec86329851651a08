import {openSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {createMemoryCredentials} from '../../source/core/credentials/memory-credentials.ts';
import {createToolServers} from '../../source/core/mcp/tool-servers.ts';
import type {ServerConfig} from '../../source/domain/server.ts';

// A stand-in for the whole program: starts the servers it is given (JSON in argv), says so, and then ends in
// the way its input says.
const configs: readonly ServerConfig[] = JSON.parse(process.argv[2] ?? '[]');
const servers = createToolServers({
	servers: configs,
	version: '0.0.0-test',
	onStatus: () => {},
	now: Date.now,
	credentials: createMemoryCredentials(),
});

const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

const canOpenTerminal = (): boolean => {
	try {
		openSync('/dev/tty', 'r+');
		return true;
	} catch {
		return false;
	}
};

const firstTool = async () => {
	const definition = servers.tools()[0]?.definition;
	if (definition === undefined) throw new Error('No server has started');
	return servers.call(definition, {}, () => {}, new AbortController().signal);
};

const ways: Readonly<Record<string, () => void>> = {
	close: () => {
		input.close();
		process.stdin.destroy();
		void servers.close();
	},
	exit: () => process.exit(0),
	throw: () => {
		setImmediate(() => {
			throw new Error('thrown on purpose');
		});
	},
	reject: () => {
		void Promise.reject(new Error('rejected on purpose'));
	},
};

const input = createInterface({input: process.stdin});
input.on('line', way => ways[way]?.());

const main = async () => {
	await servers.connect(new AbortController().signal);
	say({ready: await firstTool(), hostHasTerminal: canOpenTerminal()});
};

void main();
