// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this
import {describe, expect, it} from 'vitest';
import {files, openServerFormLayer} from '../../../helpers/ui-server-form.ts';
import {seen, unsafeLines} from '../../../helpers/ui-text.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

describe('the form of a server', () => {
	it('is filled by a command line, tested and saved with five keys', async () => {
		const form = openServerFormLayer();
		form.type('npx -y @modelcontextprotocol/server-filesystem /srv');
		form.press('enter');
		await form.shows('Filled in.');
		expect(form.screen()).toMatch(/name \*\s+filesystem/);
		expect(form.screen()).toMatch(/command \*\s+npx -y @modelcontextprotocol\/server-filesystem \/srv/);
		form.press('ctrl+t');
		await form.shows('✔ works in 412 ms: 2 tools');
		expect(form.screen()).toContain('calls itself secure-filesystem-server 0.2.0');
		expect(form.screen()).toMatch(/read_file\s+Reads a file\./);
		form.press('ctrl+s');
		await waitUntil(() => !form.isOpen());
		expect(form.saved).toEqual([{draft: files, options: {scope: 'user'}}]);
		expect(form.done).toEqual(['filesystem']);
		expect(form.said).toEqual([expect.stringContaining('Saved "filesystem" in /home/config.json.')]);
	});

	it('is filled by a paste of several lines, and says what it cannot read', async () => {
		const snippet = '{\n  "mcpServers": {}\n}\n';
		const form = openServerFormLayer();
		form.paste(snippet);
		await form.shows('Filled in.');
		expect(form.understood).toEqual([snippet]);
		const bad = openServerFormLayer({drafts: []});
		bad.paste('hello');
		await bad.shows('That says nothing. Try again.');
		expect(bad.isOpen()).toBe(true);
	});

	it('lets choose where several servers were pasted', async () => {
		const form = openServerFormLayer({drafts: [files, {name: 'other', entry: {url: 'https://a.com/mcp'}}]});
		form.paste('two');
		await form.shows('names 2 servers');
		form.press('2');
		await form.shows('https://a.com/mcp');
		expect(form.screen()).toMatch(/name \*\s+other/);
		expect(form.screen()).not.toContain('command *');
	});

	it('shows only what applies, and follows the choice of transport and authentication', () => {
		const form = openServerFormLayer({options: {draft: {name: 'a', entry: {command: 'x'}}}});
		expect(form.screen()).toContain('working folder');
		expect(form.screen()).not.toContain('url *');
		form.press('tab', 'tab', '2');
		expect(form.screen()).toContain('url *');
		expect(form.screen()).not.toContain('working folder');
		form.press('tab', 'tab', '4');
		expect(form.screen()).toContain('user name *');
		expect(form.screen()).toContain('password *');
		form.press('3');
		expect(form.screen()).toMatch(/in the header\s+X-API-Key/);
		expect(form.screen()).not.toContain('password *');
	});

	it('never shows a secret, typed or kept', async () => {
		const entry = {url: 'https://a.com', auth: {type: 'bearer', token: '${keychain:a/token}'}};
		const form = openServerFormLayer({options: {draft: {name: 'a', entry}, replaces: 'a'}});
		expect(form.screen()).toMatch(/token \*\s+kept in the keychain/);
		form.press('tab', 'tab', 'tab', 'tab', 'tab');
		form.type('canary');
		expect(form.screen()).not.toContain('canary');
		expect(form.screen()).toMatch(/token \*\s+••••••\n/);
		form.press('tab');
		expect(form.screen()).toMatch(/token \*\s+••••••••\n/);
		form.press('ctrl+s');
		await waitUntil(() => form.saved.length === 1);
		expect(form.saved[0]).toEqual({
			draft: {name: 'a', entry: {...entry, auth: {type: 'bearer', token: 'canary'}}},
			options: {scope: 'user', replaces: 'a'},
		});
		expect(form.said.join()).not.toContain('canary');
	});

	it('hides what is secret in a command line as soon as one leaves it', () => {
		const form = openServerFormLayer({
			options: {draft: {name: 'a', entry: {command: 'x', args: ['--token', 'canary-c0ffee']}}},
		});
		expect(form.screen()).not.toContain('canary');
		expect(form.screen()).toContain('x --token •••');
	});

	it('says under a field what is wrong with it, while one types', async () => {
		const form = openServerFormLayer({
			options: {draft: {name: 'a', entry: {url: 'https://a.com'}}},
			check: async ({entry}) => ({
				name: undefined,
				entry:
					entry.url === 'http://a.com'
						? [{path: ['url'], message: 'plain http to another machine', kind: 'malformed'}]
						: [],
			}),
		});
		form.press('tab', 'tab', 'tab', 'ctrl+u');
		form.type('http://a.com');
		await form.shows('✘ plain http to another machine');
		form.press('ctrl+s');
		await form.shows('Something is missing or wrong here.');
		expect(form.saved).toEqual([]);
		form.press('home', 'right', 'right', 'right', 'right', 's');
		await waitUntil(() => !form.screen().includes('✘'));
	});

	it('refuses a timeout beyond five minutes and a command that needs a shell', async () => {
		const form = openServerFormLayer({options: {draft: {name: 'a', entry: {command: 'x'}}}});
		form.press('tab', 'tab', 'tab');
		form.type(' | y');
		expect(form.screen()).toContain('need a shell');
		form.press('ctrl+s');
		await form.shows('Something is missing or wrong here.');
		form.press('ctrl+u');
		form.type('x');
		form.press('tab', 'tab', 'tab');
		form.type('301');
		expect(form.screen()).toContain('must be at most 300');
		form.press('ctrl+s');
		await form.shows('Something is missing or wrong here.');
		expect(form.saved).toEqual([]);
	});

	it('names a server that is tested before anybody has named it', async () => {
		const form = openServerFormLayer();
		form.press('tab', 'tab', 'tab', '2', 'tab');
		form.type('https://a.com/mcp');
		form.press('ctrl+t');
		await form.shows('✔ works in 412 ms');
		expect(form.screen()).toMatch(/name \*\s+free\n/);
		form.press('ctrl+s');
		await waitUntil(() => form.saved.length === 1);
		expect(form.saved[0]?.draft).toEqual({name: 'free', entry: {url: 'https://a.com/mcp'}});
	});

	it('wants a name and a command before it saves', async () => {
		const form = openServerFormLayer();
		form.press('ctrl+s');
		await form.shows('✘ a server needs a name');
		expect(form.saved).toEqual([]);
	});

	it('stays open with what was typed when it cannot be saved, and says why', async () => {
		const form = openServerFormLayer({
			options: {draft: files},
			refuse: `No keychain answers. Nothing was written. ${'Say more. '.repeat(20)}That is all.`,
		});
		form.press('ctrl+s');
		await form.shows('No keychain answers. Nothing was written.');
		expect(form.screen()).toContain('That is all.');
		expect(form.isOpen()).toBe(true);
		expect(form.done).toEqual([]);
	});

	it('stops a test with esc, and goes on', async () => {
		const form = openServerFormLayer({
			options: {draft: files},
			test: (_, {onStep}, signal) => {
				onStep('starting npx');
				return new Promise(resolve =>
					signal.addEventListener('abort', () => resolve({type: 'cancelled'}), {once: true}),
				);
			},
		});
		form.press('ctrl+t');
		await form.shows('… starting npx');
		form.clock.advance(3000);
		expect(form.screen()).toContain('starting npx (3.0 s)');
		form.press('x', 'esc');
		await form.shows('The test was stopped.');
		expect(form.isOpen()).toBe(true);
	});

	it('shows why a test failed and what the server printed', async () => {
		const form = openServerFormLayer({
			options: {draft: files},
			test: async () => ({
				type: 'failed',
				failure: {code: 'x', message: 'It ended with 3.', hint: 'Is npx there?'},
				stderr: ['cannot \u001b]0;evil\u0007read'],
			}),
		});
		form.press('ctrl+t');
		await form.shows('✘ It ended with 3.');
		expect(form.screen()).toContain('Is npx there?');
		expect(form.screen()).toContain('cannot');
		form.type('2');
		expect(form.screen()).toContain('test, before your last change');
	});

	it('saves once however often it is told to, and not after somebody has left', async () => {
		const form = openServerFormLayer({options: {draft: files}});
		form.press('ctrl+s', 'ctrl+s');
		await waitUntil(() => !form.isOpen());
		await form.settled();
		expect(form.saved).toHaveLength(1);
		const left = openServerFormLayer({options: {draft: files, replaces: 'filesystem'}});
		left.press('ctrl+s', 'esc');
		expect(left.isOpen()).toBe(false);
		await left.settled();
		expect(left.saved).toEqual([]);
	});

	it('asks before what was typed is lost, and only then', () => {
		const untouched = openServerFormLayer({options: {draft: files, replaces: 'filesystem'}});
		untouched.press('esc');
		expect(untouched.isOpen()).toBe(false);
		expect(untouched.done).toEqual([undefined]);
		const form = openServerFormLayer({options: {draft: files, replaces: 'filesystem'}});
		form.type('x');
		form.press('esc');
		expect(form.screen()).toContain('Leave without saving?');
		form.press('n');
		expect(form.isOpen()).toBe(true);
		form.press('esc', 'y');
		expect(form.isOpen()).toBe(true);
		form.clock.advance(300);
		form.press('y');
		expect(form.isOpen()).toBe(false);
	});

	it('adds a variable as a row of its own and takes it away again', async () => {
		const form = openServerFormLayer({options: {draft: {name: 'a', entry: {command: 'x'}}}});
		form.press('tab', 'tab', 'tab', 'tab');
		form.type('API_TOKEN=canary');
		form.press('enter');
		await form.shows('$API_TOKEN');
		expect(form.screen()).not.toContain('canary');
		form.press('shift+tab', 'ctrl+x');
		expect(form.screen()).not.toContain('$API_TOKEN');
	});

	it.each([
		[80, 24],
		[120, 40],
		[40, 12],
	])('fits a window of %i by %i, whatever servers say', async (columns, rows) => {
		const form = openServerFormLayer({options: {draft: {...files, name: 'evil\u001b[31m\u202e'}}});
		form.press('ctrl+t');
		await form.shows('works');
		for (let step = 0; step < 16; step += 1) {
			const picture = form.picture(columns, rows);
			expect(picture).toHaveLength(rows);
			expect(unsafeLines(picture)).toEqual([]);
			for (const line of picture) expect([...seen(line)].length).toBeLessThanOrEqual(columns);
			form.press('tab');
		}
	});
});
