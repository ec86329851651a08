import {describe, expect, it} from 'vitest';
import {understandSnippet} from '../../../../source/core/config/import/understand-snippet.ts';
import {addSnippet} from '../../../../source/headless/servers/add-json.ts';
import {createFakeRun, createRecorder, type FakeRun, signal} from './fake-run.ts';

const two = JSON.stringify({
	mcpServers: {time: {command: 'uvx', args: ['mcp-server-time']}, web: {url: 'https://a.example/mcp'}},
});

const add = async (
	text: string,
	{name, isJson = false, run = createFakeRun()}: {name?: string; isJson?: boolean; run?: FakeRun} = {},
) => {
	const recorder = createRecorder(isJson);
	const code = await addSnippet(
		{text, understand: understandSnippet, ...(name === undefined ? {} : {name})},
		{
			changeConfig: run.changeConfig,
			keepSecret: run.keepSecret,
			output: recorder.output,
			scope: 'user',
			replace: false,
			isPlainText: false,
		},
		signal,
	);
	const added = run.changes.flatMap(({change}) =>
		change.type === 'put' ? [[change.name, change.entry]] : [],
	);
	return {code, added, ...recorder};
};

describe('mcp add-json', () => {
	it('adds every server of a snippet under its own name', async () => {
		const {code, added, out} = await add(two);
		expect(code).toBe(0);
		expect(added).toEqual([
			['time', {command: 'uvx', args: ['mcp-server-time']}],
			['web', {url: 'https://a.example/mcp'}],
		]);
		expect(out()).toBe('Added server "time" to /user.json.\nAdded server "web" to /user.json.\n');
	});

	it('adds one of them where a name is given, and a single one under that name', async () => {
		expect((await add(two, {name: 'web'})).added.map(([name]) => name)).toEqual(['web']);
		expect((await add('{"command": "npx"}', {name: 'mine'})).added).toEqual([['mine', {command: 'npx'}]]);
		const {code, err} = await add(two, {name: 'other'});
		expect(code).toBe(42);
		expect(err()).toContain('The text holds time, web');
	});

	it('adds the others although one is refused, tells why, and ends with 42', async () => {
		const failure = {code: 'server-exists', message: 'There is a server "time" already.'};
		const run = createFakeRun({
			changeConfig: async change =>
				change.name === 'time' ? {type: 'refused', failure} : {type: 'changed', file: '/user.json'},
		});
		const {code, out, err} = await add(two, {run});
		expect([code, out(), err()]).toEqual([
			42,
			'Added server "web" to /user.json.\n',
			'There is a server "time" already.\n',
		]);
		const script = await add(two, {run, isJson: true});
		expect(script.json()).toEqual([
			{name: 'time', error: failure},
			{name: 'web', file: '/user.json', scope: 'user'},
		]);
	});

	it.each(['{"command": "npx"}', 'https://a.example/mcp', 'npx -y some-server'])(
		'wants a name for %s',
		async text => {
			const {code, added, err} = await add(text);
			expect([code, added]).toEqual([42, []]);
			expect(err()).toContain('does not say what the server is called');
			expect(err()).toContain('mcp add-json <name>');
		},
	);

	it.each([
		['{"command": "npx",, "args": []}', 'line 1, column 19'],
		['{\n  "command": "npx"\n  "args": []\n}', 'line 3, column 3'],
		['{"comand": "npx"}', 'comand is unknown; did you mean command?'],
		['{"x": {"ulr": "https://a.example"}}', 'ulr is unknown; did you mean url?'],
	])('says what is wrong with %j', async (text, words) => {
		const {code, err, added} = await add(text, {name: 'x'});
		expect([code, added]).toEqual([42, []]);
		expect(err()).toContain(words);
	});

	it('shows what a link hides before it is added', async () => {
		const config = Buffer.from(JSON.stringify({command: 'npx', args: ['-y', 'some-server']})).toString(
			'base64',
		);
		const link = `cursor://anysphere.cursor-deeplink/mcp/install?name=packed&config=${config}`;
		for (const name of [undefined, 'packed']) {
			const {code, err, added} = await add(link, name === undefined ? {} : {name});
			expect(code).toBe(0);
			expect(added.map(([each]) => each)).toEqual(['packed']);
			expect(err()).toContain('The link stands for: npx -y some-server');
		}
	});
});
