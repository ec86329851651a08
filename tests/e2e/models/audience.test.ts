import {fileURLToPath} from 'node:url';
import {afterEach, expect, it} from 'vitest';
import {modelIds} from '../../helpers/model-app.ts';
import {modelEnvironment, runPrompt, writeModelSettings} from '../../helpers/model-program.ts';
import {disposeTerminals, startTerminal} from '../../helpers/terminal.ts';
import {callOf, calls, says} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';

afterEach(disposeTerminals);

const content = fileURLToPath(new URL('../../servers/content.mjs', import.meta.url));
const servers = {content: {command: process.execPath, args: [content]}};
const tools = ['for-both', 'for-user', 'failed-for-user'];
const script = [
	calls(...tools.map(tool => callOf(`call_${tool}`, `content__${tool}`))),
	says('Everything is shown.'),
];
const sentence = 'The result was shown to the user. It is not meant for you to read.';

it('content whose audience is the user alone stays out of the requests to the model', async () => {
	const server = await startFaultServer(script);
	const {code, stderr, result} = await runPrompt(
		'chat',
		server.url,
		['-p', 'Go.', '--approval', 'auto', '--allowed-tools', 'content__*'],
		{servers},
	);
	expect(code).toBe(0);
	const sent = JSON.stringify(server.requests[1]?.body);
	expect(sent).not.toContain('chart for the user');
	expect(sent).toContain('figures for the model');
	expect(sent).toContain('words for both');
	expect(sent.split(sentence)).toHaveLength(3);
	// A script has no card to see it on.
	expect(stderr.split('chart for the user')).toHaveLength(4);
	expect(stderr).not.toContain('words for both');
	expect(JSON.stringify(result)).toContain('chart for the user');
});

it('content whose audience is the user alone is on the card of its call, which says so', async () => {
	const server = await startFaultServer(script);
	const terminal = startTerminal({
		args: ['-m', modelIds.chat, '--approval', 'auto', '--allowed-tools', 'content__*'],
		env: modelEnvironment(server.url),
		rows: 40,
		prepare: home => writeModelSettings(home, 'chat', servers),
	});
	await terminal.waitFor('message, or / for commands');
	await terminal.submit('go');
	await terminal.waitFor('Everything is shown.');
	const shown = terminal.scrollback().map(line => line.trim());
	expect(shown.join('\n')).toContain(
		'for you only, not sent to the model:\nchart for the user\nfigures for the model\nwords for both',
	);
	expect(shown.join('\n')).toContain('for you only, not sent to the model:\nimage · image/png · 3 B');
	expect(JSON.stringify(server.requests.map(({body}) => body))).not.toContain('chart for the user');
});
