import type {CommandLine} from '../command-line/parse-command-line.ts';
import {openMock} from '../compose-mock.ts';
import {createStdioChannel} from '../core/cassettes/stdio-channel.ts';
import {complain} from './complain.ts';
import {all} from './line-values.ts';

/** Serves a recorded server on stdin and stdout until the client has gone. */
export const runMock = async (line: CommandLine): Promise<number> => {
	const [file = ''] = line.words;
	const [server, ...others] = all(line, 'server');
	if (others.length > 0) {
		return complain({code: 'bad-input', message: 'A mock is one server: name one with --server.'});
	}
	const mock = await openMock(file, server);
	if (mock.type === 'refused') {
		return complain(mock.failure);
	}
	if (mock.gaps !== undefined) {
		process.stderr.write(`${mock.gaps}\n`);
	}
	const channel = createStdioChannel(process.stdin, process.stdout);
	await mock.serve(channel);
	await new Promise<void>(resolve => {
		const end = channel.onclose;
		channel.onclose = () => {
			end?.();
			resolve();
		};
	});
	return 0;
};
